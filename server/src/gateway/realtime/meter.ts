import { isBelievable } from '../../domain/pricing/believable.ts'
import type { Price } from '../../domain/pricing/price.ts'
import type { PriceBook } from '../../domain/pricing/price-book.ts'
import { addUsage, noUsage, totalCompletion, type Usage } from '../../domain/pricing/usage.ts'
import { imageSizeOfUrl } from '../counting/image-size.ts'
import { imageTokens } from '../counting/image-tokens.ts'
import { tokenCounter } from '../counting/text-tokens.ts'
import type { JsonObject } from '../forms/chat.ts'
import { usageOfOpenAi } from '../translate/answer/openai-usage.ts'
import { isObject, listOf, objectOf, textOf } from '../translate/json/json-values.ts'
import { audioSecondsOf, readAudioRates, slowerRates, usualAudio } from './audio-rates.ts'
import type { RealtimeEvent } from './event.ts'
import { RealtimeTranscription, type Transcribed, transcriptDone } from './transcription-meter.ts'
import { RealtimeTurn } from './turn.ts'

/** Pieces of an answer that are text, under the older and the newer names of events. */
const textPieces: ReadonlySet<string> = new Set([
  'response.text.delta',
  'response.output_text.delta',
  'response.audio_transcript.delta',
  'response.output_audio_transcript.delta',
  'response.function_call_arguments.delta',
])
const audioPieces: ReadonlySet<string> = new Set(['response.audio.delta', 'response.output_audio.delta'])

/** Events after which a session has used more than before. */
export const usingEvents: ReadonlySet<string> = new Set(['response.done', transcriptDone])

/** What a session used; `responses` is what a price per call is for. Transcripts have prices of their own. */
export type RealtimeUsed = { usage: Usage; responses: number; transcriptions: readonly Transcribed[] }
/** The same in the end; `isCounted`: some of it by ourselves. */
export type RealtimeUsage = RealtimeUsed & { isCounted: boolean }

/**
 * Watches a session pass and adds up what it uses: by what each response says of itself, and by our own count where one
 * says nothing, or nothing that can be true, or is never finished. Transcripts of what it hears are added up apart.
 */
export class RealtimeMeter {
  readonly #model: string
  readonly #price: Price
  readonly #transcription: RealtimeTranscription
  #audio = usualAudio
  #instructions = ''
  #tools = ''
  /** Sound that was sent and is not yet part of the conversation. */
  #waitingSeconds = 0
  #turn = new RealtimeTurn()
  #reported: Usage = noUsage
  #counted = new RealtimeTurn()
  #isCounted = false
  #responses = 0

  constructor(model: string, price: Price, prices: PriceBook) {
    this.#model = model
    this.#price = price
    this.#transcription = new RealtimeTranscription(price, prices)
  }

  seeClient(event: RealtimeEvent) {
    switch (event.type) {
      case 'session.update':
        return this.#readWishes(objectOf(event.session) ?? {})
      case 'conversation.item.create':
        return this.#readItem(objectOf(event.item) ?? {})
      case 'input_audio_buffer.append':
        this.#waitingSeconds += this.#hear(event.audio)
        return
      case 'input_audio_buffer.clear':
        this.#waitingSeconds = 0
        return
      case 'input_audio_buffer.commit':
        return this.#commit()
      case 'response.create': {
        const wanted = objectOf(event.response) ?? {}
        this.#turn.isAsked = true
        this.#turn.input.add(textOf(wanted.instructions) ?? '')
        for (const item of listOf(wanted.input).filter(isObject)) this.#readItem(item)
      }
    }
  }

  seeServer(event: RealtimeEvent) {
    const { type } = event
    if (textPieces.has(type)) this.#addText(event.delta)
    else if (audioPieces.has(type)) this.#addAudio(event.delta)
    else if (type === 'session.created' || type === 'session.updated') this.#readSession(objectOf(event.session) ?? {})
    else if (type === 'input_audio_buffer.committed') this.#commit(event.item_id)
    else if (type === 'response.created') this.#turn.isAsked = true
    else if (type === 'response.done') this.#finishTurn(objectOf(event.response) ?? {})
    else this.#transcription.see(event)
  }

  /** What has been used so far, roughly. */
  estimate(): RealtimeUsed {
    const open = this.#turn.hasOutput ? this.#turn.estimate() : noUsage
    return {
      usage: addUsage(addUsage(this.#reported, this.#counted.estimate()), open),
      responses: this.#responses + (this.#turn.hasOutput ? 1 : 0),
      transcriptions: this.#transcription.used(false).transcriptions,
    }
  }

  /** The end of the session. A client that leaves while it is being answered pays for the question too. */
  async finish(isClientGone: boolean): Promise<RealtimeUsage> {
    if (this.#turn.hasOutput || (this.#turn.isAsked && isClientGone)) this.#countTurn(this.#turn)
    this.#turn = new RealtimeTurn()
    const counted = this.#isCounted ? this.#counted.count(await tokenCounter(this.#model)) : noUsage
    const { transcriptions, isCounted } = this.#transcription.used(isClientGone)
    return {
      usage: addUsage(this.#reported, counted),
      responses: this.#responses,
      transcriptions,
      isCounted: this.#isCounted || isCounted,
    }
  }

  #readWishes(session: JsonObject) {
    this.#audio = slowerRates(this.#audio, readAudioRates(session, this.#audio))
    this.#readPrompt(session)
  }

  #readSession(session: JsonObject) {
    this.#audio = readAudioRates(session, this.#audio)
    this.#transcription.confirm(session)
    this.#readPrompt(session)
  }

  #readPrompt(session: JsonObject) {
    if (typeof session.instructions === 'string') this.#instructions = session.instructions
    if (Array.isArray(session.tools)) this.#tools = session.tools.length > 0 ? JSON.stringify(session.tools) : ''
  }

  #readItem(item: JsonObject) {
    const turn = this.#turn
    turn.input.add(textOf(item.output) ?? '') // what a tool said
    for (const part of listOf(item.content).filter(isObject)) {
      turn.input.add(textOf(part.text) ?? textOf(part.transcript) ?? '')
      turn.inputSeconds += this.#hear(part.audio)
      const picture = textOf(part.image_url)
      if (picture !== undefined) turn.imageTokens += imageTokens(this.#model, imageSizeOfUrl(picture))
    }
  }

  #hear(audio: unknown): number {
    const seconds = audioSecondsOf(audio, this.#audio.input)
    this.#transcription.hear(seconds)
    return seconds
  }

  /** Either side says so, or both; the upstream also says as which item. */
  #commit(itemId?: unknown) {
    this.#turn.inputSeconds += this.#waitingSeconds
    this.#transcription.commit(this.#waitingSeconds)
    this.#transcription.name(itemId)
    this.#waitingSeconds = 0
  }

  #addText(delta: unknown) {
    const text = textOf(delta)
    if (text === undefined) return
    this.#turn.hasOutput = true
    this.#turn.output.add(text)
  }

  #addAudio(delta: unknown) {
    const seconds = audioSecondsOf(delta, this.#audio.output)
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
    if (!reported) {
      if (turn.hasOutput) this.#countTurn(turn)
      return
    }
    const isMute = totalCompletion(reported) === 0
    if (isMute && !turn.hasOutput) return // it made nothing, and nothing is what it costs
    this.#responses++
    this.#reported = addUsage(this.#reported, reported)
    if (!isMute) return
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
