import type { Price } from '../../domain/pricing/price.ts'
import { type PriceBook, priceOf } from '../../domain/pricing/price-book.ts'
import type { JsonObject } from '../forms/chat.ts'
import { objectOf, textOf } from '../translate/json/json-values.ts'

/** Who writes down what a session hears. */
export type Transcriber = { model: string; promptBytes: number }

/**
 * Whom a session has write down its sound: the older name first, then the newer one; what it does not say stays. Only the
 * upstream's word counts: a client can ask for a cheap one that is never used.
 */
export function readTranscriber(session: JsonObject, known: Transcriber | undefined): Transcriber | undefined {
  const { input_audio_transcription: older } = session
  const said = older === undefined ? objectOf(objectOf(session.audio)?.input)?.transcription : older
  if (said === undefined) return known
  const model = textOf(objectOf(said)?.model)
  const prompt = textOf(objectOf(said)?.prompt) ?? ''
  return model === undefined ? undefined : { model, promptBytes: Buffer.byteLength(prompt) }
}

/** What a transcript costs by. `isOwn`: the price is the transcriber's, not the one of the session's model. */
export type TranscriptTerms = { price: Price; isOwn: boolean }

/** The transcriber's own price; without one the session's, for nothing is free because nobody thought of it. */
export function transcriptTerms(
  transcriber: Transcriber | undefined,
  prices: PriceBook,
  sessionPrice: Price,
): TranscriptTerms {
  const own = transcriber && priceOf(prices, transcriber.model)
  return own ? { price: own, isOwn: true } : { price: sessionPrice, isOwn: false }
}
