import type { Price } from '../../domain/money/pricing/price.ts'
import type { PriceBook } from '../../domain/money/pricing/price-book.ts'
import { addUsage, type Usage } from '../../domain/money/pricing/usage.ts'
import type { JsonObject } from '../forms/chat.ts'
import { objectOf, textOf } from '../translate/json/json-values.ts'
import type { RealtimeEvent } from './event.ts'
import {
  audioUsageOf,
  readClaim,
  TranscriptLimit,
  type TranscriptPrice,
  transcriptPriceOf,
  usageOfSeconds,
} from './transcript-usage.ts'

export const transcriptDone = 'conversation.item.input_audio_transcription.completed'
const transcriptFailed = 'conversation.item.input_audio_transcription.failed'
const transcriptDeltas: ReadonlySet<string> = new Set([
  'conversation.item.input_audio_transcription.delta',
  'conversation.item.input_audio_transcription.segment',
])

/** The transcription model of a session's input audio. */
type Transcriber = { model: string; promptBytes: number }

/**
 * Reads the transcription model from a session the upstream confirmed, under the older or the newer field; a session
 * without the field keeps the known one. A client's own setting is not read: it could name a cheap model that is never used.
 */
function readTranscriber(session: JsonObject, known: Transcriber | undefined): Transcriber | undefined {
  const { input_audio_transcription: older } = session
  const transcription = older === undefined ? objectOf(objectOf(session.audio)?.input)?.transcription : older
  if (transcription === undefined) return known
  const model = textOf(objectOf(transcription)?.model)
  const prompt = textOf(objectOf(transcription)?.prompt) ?? ''
  return model === undefined ? undefined : { model, promptBytes: Buffer.byteLength(prompt) }
}

/** The usage of all transcripts charged at one price. */
export type TranscriptTotal = { price: Price; usage: Usage; count: number }
type TotalsByModel = Map<string, TranscriptTotal>

/** Audio that became a conversation item and may yet be transcribed. */
type PendingTranscript = { seconds: number; transcriptPrice: TranscriptPrice; isRequested: boolean; hasText: boolean }

/**
 * Adds up the usage of a session's transcripts: as the upstream reports it for each, or by the length of the audio where
 * the report is missing or implausible.
 */
export class TranscriptionMeter {
  readonly #price: Price
  readonly #prices: PriceBook
  readonly #limit = new TranscriptLimit()
  #transcriber: Transcriber | undefined
  /** Committed audio whose item id the upstream has not yet sent. */
  #unassignedSeconds = 0
  readonly #pending = new Map<string, PendingTranscript>()
  readonly #completedItems = new Set<string>()
  readonly #completed: TotalsByModel = new Map()
  #isCounted = false

  /** `price` is the session model's. */
  constructor(price: Price, prices: PriceBook) {
    this.#price = price
    this.#prices = prices
  }

  readSession(session: JsonObject) {
    this.#transcriber = readTranscriber(session, this.#transcriber)
  }

  /** All input audio counts towards the limit, also audio that is never committed. */
  addAudio(seconds: number) {
    this.#limit.addAudio(seconds)
  }

  commitAudio(seconds: number) {
    this.#unassignedSeconds += seconds
  }

  /** The transcription model and the price are those in force when the audio becomes an item. */
  assignItem(itemId: unknown) {
    if (typeof itemId !== 'string' || this.#unassignedSeconds === 0) return
    this.#pending.set(itemId, this.#takeUnassigned())
    if (this.#transcriber) this.#limit.expectTranscript(this.#transcriber.promptBytes)
  }

  addServerEvent(event: RealtimeEvent) {
    const itemId = textOf(event.item_id) ?? ''
    if (event.type === transcriptDone) this.#complete(itemId, event.usage)
    else if (event.type === transcriptFailed) this.#pending.delete(itemId)
    else if (transcriptDeltas.has(event.type)) this.#addText(itemId, textOf(event.delta) ?? textOf(event.text))
  }

  /**
   * Usage so far. An unfinished transcript is charged once the client has received some of its text; at the end of a
   * session that the upstream did not end, every transcript under way is.
   */
  totals(isRequestOwed: boolean): { transcriptions: TranscriptTotal[]; isCounted: boolean } {
    const due = [...this.#pending.values()].filter(
      ({ hasText, isRequested }) => hasText || (isRequestOwed && isRequested),
    )
    const totals: TotalsByModel = new Map(this.#completed)
    for (const { seconds, transcriptPrice } of due)
      addTranscript(totals, transcriptPrice.price, usageOfSeconds(seconds, transcriptPrice))
    return { transcriptions: [...totals.values()], isCounted: this.#isCounted || due.length > 0 }
  }

  #addText(itemId: string, text: string | undefined) {
    const transcript = this.#pending.get(itemId)
    if (transcript && text !== undefined) transcript.hasText = true
  }

  #complete(itemId: string, usage: unknown) {
    if (this.#completedItems.has(itemId)) return // the upstream sent the event twice
    if (itemId !== '') this.#completedItems.add(itemId) // without an id, a repeated event cannot be recognised
    const transcript = this.#pending.get(itemId) ?? this.#takeUnassigned()
    this.#pending.delete(itemId)
    const { seconds, transcriptPrice } = transcript
    const claim = readClaim(usage, transcriptPrice)
    if (claim && this.#limit.acceptClaim(claim, transcriptPrice.price))
      return addTranscript(this.#completed, transcriptPrice.price, claim.usage)
    if (seconds === 0) return // a transcript of audio that was never sent
    this.#isCounted = true
    this.#limit.addCharged(audioUsageOf(seconds))
    addTranscript(this.#completed, transcriptPrice.price, usageOfSeconds(seconds, transcriptPrice))
  }

  #takeUnassigned(): PendingTranscript {
    const seconds = this.#unassignedSeconds
    this.#unassignedSeconds = 0
    const transcriptPrice = transcriptPriceOf(this.#transcriber, this.#prices, this.#price)
    return { seconds, transcriptPrice, isRequested: this.#transcriber !== undefined, hasText: false }
  }
}

function addTranscript(totals: TotalsByModel, price: Price, usage: Usage) {
  const known = totals.get(price.model)
  totals.set(price.model, {
    price,
    usage: known ? addUsage(known.usage, usage) : usage,
    count: (known?.count ?? 0) + 1,
  })
}
