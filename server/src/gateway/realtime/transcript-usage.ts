import { realtimeInputTokens, transcriptionUsage } from '../../domain/pricing/audio-usage.ts'
import { isBelievable } from '../../domain/pricing/believable.ts'
import type { Price } from '../../domain/pricing/price.ts'
import { type PriceBook, priceOf } from '../../domain/pricing/price-book.ts'
import { addUsage, noUsage, totalCompletion, totalPrompt, type Usage } from '../../domain/pricing/usage.ts'
import { usageOfOpenAi } from '../translate/answer/openai-usage.ts'
import { objectOf } from '../translate/json/json-values.ts'
import { secondsMax } from './audio-rates.ts'

/** What a transcript costs by. `isOwn`: the price is the transcriber's, not the one of the session's model. */
export type TranscriptTerms = { price: Price; isOwn: boolean }

/** The transcriber's own price; without one the session's, for nothing is free because nobody thought of it. */
export function transcriptTerms(
  transcriber: { model: string } | undefined,
  prices: PriceBook,
  sessionPrice: Price,
): TranscriptTerms {
  const own = transcriber && priceOf(prices, transcriber.model)
  return own ? { price: own, isOwn: true } : { price: sessionPrice, isOwn: false }
}

/**
 * So many seconds written down. A transcriber's price takes a minute for a thousand tokens of text, as with recordings;
 * the price of a session has one for sound.
 */
export const usageOfSeconds = (seconds: number, { isOwn }: TranscriptTerms): Usage =>
  isOwn ? transcriptionUsage(Math.min(seconds, secondsMax)) : soundOf(seconds)

/** As a session counts it. */
export const soundOf = (seconds: number): Usage => ({
  ...noUsage,
  audio_input: realtimeInputTokens(Math.min(seconds, secondsMax)),
})

/** What the upstream says of one transcript: what to charge for it, and how much sound that would be at least. */
export type TranscriptClaim = { usage: Usage; sound: Usage }

/** In tokens or in seconds; undefined where it does not say. */
export function readClaim(value: unknown, terms: TranscriptTerms): TranscriptClaim | undefined {
  const claim = objectOf(value)
  if (claim?.type === 'duration') {
    const { seconds } = claim
    const isFair = typeof seconds === 'number' && seconds > 0
    return isFair ? { usage: usageOfSeconds(seconds, terms), sound: soundOf(seconds) } : undefined
  }
  const claimed = usageOfOpenAi(claim)
  if (!claimed) return undefined
  const { audio_input } = claimed
  // Text and sound go in and text comes out, whatever else is claimed.
  const usage = { ...noUsage, input: totalPrompt(claimed) - audio_input, audio_input, output: totalCompletion(claimed) }
  return { usage, sound: usage }
}

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
