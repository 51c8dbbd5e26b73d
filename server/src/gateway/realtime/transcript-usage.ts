import { realtimeInputTokens, transcriptionUsage } from '../../domain/pricing/audio-usage.ts'
import { noUsage, totalCompletion, totalPrompt, type Usage } from '../../domain/pricing/usage.ts'
import { usageOfOpenAi } from '../translate/answer/openai-usage.ts'
import { objectOf } from '../translate/json/json-values.ts'
import { secondsMax } from './audio-rates.ts'
import type { TranscriptTerms } from './transcriber.ts'

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
