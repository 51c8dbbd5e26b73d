import { realtimeInputTokens } from '../../domain/pricing/audio-usage.ts'
import { isBelievable } from '../../domain/pricing/believable.ts'
import type { Price } from '../../domain/pricing/price.ts'
import { addUsage, noUsage, type Usage } from '../../domain/pricing/usage.ts'
import { secondsMax } from './audio-rates.ts'
import type { TranscriptClaim } from './transcript-usage.ts'

/** Seconds are rounded, and a few words go in with the sound. */
const spareTokens = 64

/**
 * What transcripts may claim: each no more than its model can read and write, and all of a session together no more than
 * its sound. Together, because where the sound of one item ends and the next begins is not exactly known here.
 */
export class TranscriptBound {
  #seconds = 0
  #spare = 0
  #charged: Usage = noUsage

  hear(seconds: number) {
    this.#seconds += seconds
  }

  /** One more transcript may come, of a transcriber who is told so much besides the sound. */
  expect(promptBytes: number) {
    this.#spare += spareTokens + promptBytes
  }

  /** Takes a claim in, if it can be true. */
  accept({ usage, sound }: TranscriptClaim, { context: contextMax, max_output: outputCap }: Price): boolean {
    const all = addUsage(this.#charged, sound)
    const most = realtimeInputTokens(Math.min(this.#seconds, secondsMax)) + this.#spare
    if (!isBelievable(usage, { contextMax, outputCap })) return false
    if (!isBelievable(all, { contextMax: most, outputCap: most })) return false
    this.#charged = all
    return true
  }

  /** Sound that was charged by its length: nobody can claim it again. */
  use(sound: Usage) {
    this.#charged = addUsage(this.#charged, sound)
  }
}
