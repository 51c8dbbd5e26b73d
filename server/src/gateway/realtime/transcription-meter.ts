import type { Price } from '../../domain/pricing/price.ts'
import type { PriceBook } from '../../domain/pricing/price-book.ts'
import { addUsage, type Usage } from '../../domain/pricing/usage.ts'
import type { JsonObject } from '../forms/chat.ts'
import { objectOf, textOf } from '../translate/json/json-values.ts'
import type { RealtimeEvent } from './event.ts'
import {
  readClaim,
  soundOf,
  TranscriptBound,
  type TranscriptTerms,
  transcriptTerms,
  usageOfSeconds,
} from './transcript-usage.ts'

export const transcriptDone = 'conversation.item.input_audio_transcription.completed'
const transcriptFailed = 'conversation.item.input_audio_transcription.failed'
const transcriptPieces: ReadonlySet<string> = new Set([
  'conversation.item.input_audio_transcription.delta',
  'conversation.item.input_audio_transcription.segment',
])

/** Who writes down what a session hears. */
type Transcriber = { model: string; promptBytes: number }

/**
 * Whom a session has write down its sound: the older name first, then the newer one; what it does not say stays. Only the
 * upstream's word counts: a client can ask for a cheap one that is never used.
 */
function readTranscriber(session: JsonObject, known: Transcriber | undefined): Transcriber | undefined {
  const { input_audio_transcription: older } = session
  const said = older === undefined ? objectOf(objectOf(session.audio)?.input)?.transcription : older
  if (said === undefined) return known
  const model = textOf(objectOf(said)?.model)
  const prompt = textOf(objectOf(said)?.prompt) ?? ''
  return model === undefined ? undefined : { model, promptBytes: Buffer.byteLength(prompt) }
}

/** All transcripts of one price. */
export type Transcribed = { price: Price; usage: Usage; count: number }
type Tally = Map<string, Transcribed>

/** Sound that became part of the conversation and may yet be written down. */
type Heard = { seconds: number; terms: TranscriptTerms; isWanted: boolean; hasText: boolean }

/**
 * Adds up what it costs that the sound of a session is written down: by what each transcript says of itself, and by the
 * length of its sound where it says nothing, or nothing that can be true.
 */
export class RealtimeTranscription {
  readonly #price: Price
  readonly #prices: PriceBook
  readonly #bound = new TranscriptBound()
  #transcriber: Transcriber | undefined
  /** Committed, but the upstream did not yet say as which item. */
  #namelessSeconds = 0
  readonly #open = new Map<string, Heard>()
  readonly #finished = new Set<string>()
  readonly #done: Tally = new Map()
  #isCounted = false

  /** `price` is the one of the session's model. */
  constructor(price: Price, prices: PriceBook) {
    this.#price = price
    this.#prices = prices
  }

  confirm(session: JsonObject) {
    this.#transcriber = readTranscriber(session, this.#transcriber)
  }

  /** All sound that is sent, whatever becomes of it. */
  hear(seconds: number) {
    this.#bound.hear(seconds)
  }

  commit(seconds: number) {
    this.#namelessSeconds += seconds
  }

  /** Who is asked for the transcript, and at what price, is settled when the sound becomes an item. */
  name(itemId: unknown) {
    if (typeof itemId !== 'string' || this.#namelessSeconds === 0) return
    this.#open.set(itemId, this.#takeNameless())
    if (this.#transcriber) this.#bound.expect(this.#transcriber.promptBytes)
  }

  see(event: RealtimeEvent) {
    const itemId = textOf(event.item_id) ?? ''
    if (event.type === transcriptDone) this.#complete(itemId, event.usage)
    else if (event.type === transcriptFailed) this.#open.delete(itemId)
    else if (transcriptPieces.has(event.type)) this.#begin(itemId, textOf(event.delta) ?? textOf(event.text))
  }

  /**
   * What was used so far. What the client has read of an unfinished transcript is paid, and one that leaves pays for all
   * that is being written down for it.
   */
  used(isClientGone: boolean): { transcriptions: Transcribed[]; isCounted: boolean } {
    const due = [...this.#open.values()].filter(({ hasText, isWanted }) => hasText || (isClientGone && isWanted))
    const all: Tally = new Map(this.#done)
    for (const { seconds, terms } of due) add(all, terms.price, usageOfSeconds(seconds, terms))
    return { transcriptions: [...all.values()], isCounted: this.#isCounted || due.length > 0 }
  }

  #begin(itemId: string, text: string | undefined) {
    const heard = this.#open.get(itemId)
    if (heard && text !== undefined) heard.hasText = true
  }

  #complete(itemId: string, usage: unknown) {
    if (this.#finished.has(itemId)) return // said twice
    if (itemId !== '') this.#finished.add(itemId) // of two without a name nobody can tell that they are one
    const heard = this.#open.get(itemId) ?? this.#takeNameless()
    this.#open.delete(itemId)
    const { seconds, terms } = heard
    const claim = readClaim(usage, terms)
    if (claim && this.#bound.accept(claim, terms.price)) return add(this.#done, terms.price, claim.usage)
    if (seconds === 0) return // of sound that nobody sent
    this.#isCounted = true
    this.#bound.use(soundOf(seconds))
    add(this.#done, terms.price, usageOfSeconds(seconds, terms))
  }

  #takeNameless(): Heard {
    const seconds = this.#namelessSeconds
    this.#namelessSeconds = 0
    const terms = transcriptTerms(this.#transcriber, this.#prices, this.#price)
    return { seconds, terms, isWanted: this.#transcriber !== undefined, hasText: false }
  }
}

function add(tally: Tally, price: Price, usage: Usage) {
  const known = tally.get(price.model)
  tally.set(price.model, {
    price,
    usage: known ? addUsage(known.usage, usage) : usage,
    count: (known?.count ?? 0) + 1,
  })
}
