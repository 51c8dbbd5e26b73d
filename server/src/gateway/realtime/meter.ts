import { isBelievable } from '../../domain/money/pricing/believable.ts'
import type { Price } from '../../domain/money/pricing/price.ts'
import type { PriceBook } from '../../domain/money/pricing/price-book.ts'
import { addUsage, noUsage, totalCompletion, type Usage } from '../../domain/money/pricing/usage.ts'
import { imageSizeOfUrl } from '../counting/image-size.ts'
import { imageTokens } from '../counting/image-tokens.ts'
import { tokenCounter } from '../counting/text-tokens.ts'
import type { JsonObject } from '../forms/chat.ts'
import { isObject, listOf, objectOf, textOf } from '../translate/json/json-values.ts'
import { usageOfOpenAi } from '../translate/response/openai-usage.ts'
import { audioSecondsOf, defaultAudioRates, readAudioRates, slowerRates } from './audio-rates.ts'
import type { RealtimeEvent } from './event.ts'
import { TranscriptionMeter, type TranscriptTotal, transcriptDone } from './transcription-meter.ts'
import { RealtimeTurn } from './turn.ts'

/** Text deltas of a response, under the older and the newer event names. */
const textDeltas: ReadonlySet<string> = new Set([
  'response.text.delta',
  'response.output_text.delta',
  'response.audio_transcript.delta',
  'response.output_audio_transcript.delta',
  'response.function_call_arguments.delta',
])
const audioDeltas: ReadonlySet<string> = new Set(['response.audio.delta', 'response.output_audio.delta'])

/** Responses that the client or one of its limits ended; the upstream has read their input. */
const cutShort: ReadonlySet<string> = new Set(['cancelled', 'incomplete'])

/** Events that add usage. */
export const usageEvents: ReadonlySet<string> = new Set(['response.done', transcriptDone])

/** The usage of a session. `responses` is the count that a price per call applies to; transcripts have their own prices. */
export type RealtimeUsage = { usage: Usage; responses: number; transcriptions: readonly TranscriptTotal[] }
/** Usage at the end of a session. `isCounted`: the gateway counted some of it, because the upstream did not report it. */
export type FinalRealtimeUsage = RealtimeUsage & { isCounted: boolean }

/**
 * Adds up the usage of a session from its events: as the upstream reports it for each response, or by the gateway's own
 * count where the report is missing or implausible, or the response is never finished. Transcripts are metered apart.
 */
export class RealtimeMeter {
  readonly #model: string
  readonly #price: Price
  readonly #transcriptions: TranscriptionMeter
  #audioRates = defaultAudioRates
  #instructions = ''
  #tools = ''
  /** Audio in the input buffer that is not yet part of the conversation. */
  #uncommittedSeconds = 0
  #turn = new RealtimeTurn()
  #reported: Usage = noUsage
  #counted = new RealtimeTurn()
  #isCounted = false
  #responses = 0

  constructor(model: string, price: Price, prices: PriceBook) {
    this.#model = model
    this.#price = price
    this.#transcriptions = new TranscriptionMeter(price, prices)
  }

  addClientEvent(event: RealtimeEvent) {
    switch (event.type) {
      case 'session.update':
        return this.#readSessionUpdate(objectOf(event.session) ?? {})
      case 'conversation.item.create':
        return this.#readItem(objectOf(event.item) ?? {})
      case 'input_audio_buffer.append':
        this.#uncommittedSeconds += this.#addInputAudio(event.audio)
        return
      case 'input_audio_buffer.clear':
        this.#uncommittedSeconds = 0
        return
      case 'input_audio_buffer.commit':
        return this.#commit()
      case 'response.create': {
        const settings = objectOf(event.response) ?? {}
        this.#turn.isRequested = true
        this.#turn.input.add(textOf(settings.instructions) ?? '')
        for (const item of listOf(settings.input).filter(isObject)) this.#readItem(item)
      }
    }
  }

  addServerEvent(event: RealtimeEvent) {
    const { type } = event
    if (textDeltas.has(type)) this.#addText(event.delta)
    else if (audioDeltas.has(type)) this.#addAudio(event.delta)
    else if (type === 'session.created' || type === 'session.updated') this.#readSession(objectOf(event.session) ?? {})
    else if (type === 'input_audio_buffer.committed') this.#commit(event.item_id)
    else if (type === 'response.created') this.#turn.isRequested = true
    else if (type === 'response.done') this.#finishTurn(objectOf(event.response) ?? {})
    else this.#transcriptions.addServerEvent(event)
  }

  /** A response was requested or has begun, and is not finished. */
  get isResponding(): boolean {
    return this.#turn.hasOutput || this.#turn.isRequested
  }

  /** Usage so far, without running a tokenizer. */
  estimate(): RealtimeUsage {
    const { isResponding } = this
    const unfinished = isResponding ? this.#turn.estimate() : noUsage
    return {
      usage: addUsage(addUsage(this.#reported, this.#counted.estimate()), unfinished),
      responses: this.#responses + (isResponding ? 1 : 0),
      transcriptions: this.#transcriptions.totals(false).transcriptions,
    }
  }

  /**
   * The end of the session. A response that was requested and has no output yet is charged for its input, unless the
   * upstream ended the session: the upstream has heard the input.
   */
  async finish(isRequestOwed: boolean): Promise<FinalRealtimeUsage> {
    if (this.#turn.hasOutput || (this.#turn.isRequested && isRequestOwed)) this.#countTurn(this.#turn)
    this.#turn = new RealtimeTurn()
    const counted = this.#isCounted ? this.#counted.count(await tokenCounter(this.#model)) : noUsage
    const { transcriptions, isCounted } = this.#transcriptions.totals(isRequestOwed)
    return {
      usage: addUsage(this.#reported, counted),
      responses: this.#responses,
      transcriptions,
      isCounted: this.#isCounted || isCounted,
    }
  }

  #readSessionUpdate(session: JsonObject) {
    this.#audioRates = slowerRates(this.#audioRates, readAudioRates(session, this.#audioRates))
    this.#readPrompt(session)
  }

  #readSession(session: JsonObject) {
    this.#audioRates = readAudioRates(session, this.#audioRates)
    this.#transcriptions.readSession(session)
    this.#readPrompt(session)
  }

  #readPrompt(session: JsonObject) {
    if (typeof session.instructions === 'string') this.#instructions = session.instructions
    if (Array.isArray(session.tools)) this.#tools = session.tools.length > 0 ? JSON.stringify(session.tools) : ''
  }

  #readItem(item: JsonObject) {
    const turn = this.#turn
    turn.input.add(textOf(item.output) ?? '') // the output of a tool
    for (const part of listOf(item.content).filter(isObject)) {
      turn.input.add(textOf(part.text) ?? textOf(part.transcript) ?? '')
      turn.inputSeconds += this.#addInputAudio(part.audio)
      const imageUrl = textOf(part.image_url)
      if (imageUrl !== undefined) turn.imageTokens += imageTokens(this.#model, imageSizeOfUrl(imageUrl))
    }
  }

  #addInputAudio(audio: unknown): number {
    const seconds = audioSecondsOf(audio, this.#audioRates.input)
    this.#transcriptions.addAudio(seconds)
    return seconds
  }

  /** Client and upstream both send a commit, or only one does; the upstream's names the item. */
  #commit(itemId?: unknown) {
    this.#turn.inputSeconds += this.#uncommittedSeconds
    this.#transcriptions.commitAudio(this.#uncommittedSeconds)
    this.#transcriptions.assignItem(itemId)
    this.#uncommittedSeconds = 0
  }

  #addText(delta: unknown) {
    const text = textOf(delta)
    if (text === undefined) return
    this.#turn.hasOutput = true
    this.#turn.output.add(text)
  }

  #addAudio(delta: unknown) {
    const seconds = audioSecondsOf(delta, this.#audioRates.output)
    if (seconds === 0) return
    this.#turn.hasOutput = true
    this.#turn.outputSeconds += seconds
  }

  #finishTurn(response: JsonObject) {
    const turn = this.#turn
    this.#turn = new RealtimeTurn()
    const claimed = usageOfOpenAi(response.usage)
    const { context: contextMax, max_output: outputCap } = this.#price
    const reported = claimed && isBelievable(claimed, { contextMax, outputCap }) ? claimed : undefined
    const isOwed = turn.hasOutput || cutShort.has(textOf(response.status) ?? '')
    if (!reported) {
      if (isOwed) this.#countTurn(turn)
      return
    }
    const lacksOutput = totalCompletion(reported) === 0
    if (lacksOutput && !isOwed) return // a response without output is free
    this.#responses++
    this.#reported = addUsage(this.#reported, reported)
    if (!lacksOutput || !turn.hasOutput) return
    this.#isCounted = true
    this.#counted.addOutput(turn)
  }

  /** Every response reads the instructions and the tools again. */
  #countTurn(turn: RealtimeTurn) {
    turn.input.add(this.#instructions)
    turn.input.add(this.#tools)
    this.#isCounted = true
    this.#responses++
    this.#counted.add(turn)
  }
}
