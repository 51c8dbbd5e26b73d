import { realtimeInputTokens, transcriptionUsage } from '../../domain/money/pricing/audio-usage.ts'
import { isBelievable } from '../../domain/money/pricing/believable.ts'
import type { Price } from '../../domain/money/pricing/price.ts'
import { type PriceBook, priceOf } from '../../domain/money/pricing/price-book.ts'
import { addUsage, noUsage, totalCompletion, totalPrompt, type Usage } from '../../domain/money/pricing/usage.ts'
import { objectOf } from '../translate/json/json-values.ts'
import { usageOfOpenAi } from '../translate/response/openai-usage.ts'
import { secondsMax } from './audio-rates.ts'

/** The price of a transcript: the transcription model's, or where that has none the session model's. */
export type TranscriptPrice = { price: Price; isTranscriberPrice: boolean }

/** A transcription model without a price is charged at the session's price: a missing price must not mean free. */
export function transcriptPriceOf(
  transcriber: { model: string } | undefined,
  prices: PriceBook,
  sessionPrice: Price,
): TranscriptPrice {
  const transcriberPrice = transcriber && priceOf(prices, transcriber.model)
  return transcriberPrice
    ? { price: transcriberPrice, isTranscriberPrice: true }
    : { price: sessionPrice, isTranscriberPrice: false }
}

/**
 * The usage of a transcript by the length of its audio. A transcription model's price counts a minute as a thousand text
 * tokens, as for uploaded recordings; a session's price has a ratio for audio tokens.
 */
export const usageOfSeconds = (seconds: number, { isTranscriberPrice }: TranscriptPrice): Usage =>
  isTranscriberPrice ? transcriptionUsage(Math.min(seconds, secondsMax)) : audioUsageOf(seconds)

/** Audio as a session counts it. */
export const audioUsageOf = (seconds: number): Usage => ({
  ...noUsage,
  audio_input: realtimeInputTokens(Math.min(seconds, secondsMax)),
})

/** The usage the upstream reports for one transcript: what to charge, and the least audio that usage implies. */
export type TranscriptClaim = { usage: Usage; audio: Usage }

/** Upstreams report tokens or seconds; undefined without either. */
export function readClaim(value: unknown, transcriptPrice: TranscriptPrice): TranscriptClaim | undefined {
  const claim = objectOf(value)
  if (claim?.type === 'duration') {
    const { seconds } = claim
    const isValid = typeof seconds === 'number' && seconds > 0
    return isValid ? { usage: usageOfSeconds(seconds, transcriptPrice), audio: audioUsageOf(seconds) } : undefined
  }
  const claimed = usageOfOpenAi(claim)
  if (!claimed) return undefined
  const { audio_input } = claimed
  // A transcription reads text and audio and writes text; other kinds of tokens in the claim count as these.
  const usage = { ...noUsage, input: totalPrompt(claimed) - audio_input, audio_input, output: totalCompletion(claimed) }
  return { usage, audio: usage }
}

/** Allowance per transcript: upstreams round seconds and add a few prompt tokens to the audio. */
const spareTokens = 64

/**
 * The most that transcripts may claim: each no more than its model can read and write, and all transcripts of a session
 * together no more than its audio. Together, because the gateway does not know exactly where the audio of one item ends.
 */
export class TranscriptLimit {
  #seconds = 0
  #spareTokens = 0
  #charged: Usage = noUsage

  addAudio(seconds: number) {
    this.#seconds += seconds
  }

  /** One more transcript is due; the transcription model reads its prompt besides the audio. */
  expectTranscript(promptBytes: number) {
    this.#spareTokens += spareTokens + promptBytes
  }

  /** Adds a claim to the charged usage if it is plausible. */
  acceptClaim({ usage, audio }: TranscriptClaim, { context: contextMax, max_output: outputCap }: Price): boolean {
    const total = addUsage(this.#charged, audio)
    const inputMax = realtimeInputTokens(Math.min(this.#seconds, secondsMax)) + this.#spareTokens
    if (!isBelievable(usage, { contextMax, outputCap })) return false
    if (!isBelievable(total, { contextMax: inputMax, outputCap: inputMax })) return false
    this.#charged = total
    return true
  }

  /** Audio that was charged by its length must not be claimed again. */
  addCharged(audio: Usage) {
    this.#charged = addUsage(this.#charged, audio)
  }
}
