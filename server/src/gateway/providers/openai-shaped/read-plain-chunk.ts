import { JsonBytes, Words } from '../../plain-events/json-bytes.ts'
import { PlainDelta } from '../../plain-events/plain-delta.ts'

/**
 * Fields by name. Those after `object`, `role` and `logprobs` may hold anything: nothing is read from them once a
 * stream has begun. A chunk with an unlisted field goes to the parser.
 */
const chunkNames = new Words([
  'choices',
  'usage',
  'error',
  'object',
  'id',
  'created',
  'model',
  'obfuscation',
  'system_fingerprint',
  'service_tier',
  'provider',
])
const [choices, chunkUsage, chunkError] = [0, 1, 2]
/** A translation carries the values of all fields from here on. */
const carriedOfChunk = 8

const choiceNames = new Words([
  'index',
  'delta',
  'finish_reason',
  'usage',
  'logprobs',
  'content_filter_results',
  'content_filter_offsets',
  'native_finish_reason',
  'stop_reason',
  'token_ids',
])
const [choiceIndex, choiceDelta, finishReason, choiceUsage] = [0, 1, 2, 3]

const deltaNames = new Words([
  'content',
  'reasoning_content',
  'reasoning',
  'refusal',
  'tool_calls',
  'function_call',
  'audio',
  'role',
  'reasoning_details',
])
const [content, reasoningContent, reasoning, refusal, toolCalls, functionCall, audio, role] = [0, 1, 2, 3, 4, 5, 6, 7]

const callNames = new Words(['index', 'function', 'id', 'type'])
const [callIndex, callFunction, callId] = [0, 1, 2]
const functionNames = new Words(['arguments', 'name'])
const callArguments = 0
const audioNames = new Words(['data', 'transcript', 'id', 'expires_at'])
const [audioData, audioTranscript] = [0, 1]

/**
 * Reads a chunk whose one choice holds one text, or one piece of sound, and nothing else that the decoder acts upon:
 * no finish reason, usage, error, id or name of a call. `delta.call` is the index as the upstream numbers calls.
 */
class PlainChunkReader extends JsonBytes {
  #delta = new PlainDelta()
  #passes = false
  #hasText = false

  read(bytes: Buffer, at: number, delta: PlainDelta, passes: boolean): number {
    this.bytes = bytes
    this.at = at
    this.#delta = delta
    this.#passes = passes
    this.#hasText = false
    delta.choice = 0
    delta.call = -1
    const isPlain = this.dataField() && this.object(chunkNames) && this.#hasText && this.blankLine()
    return isPlain ? this.at : 0
  }

  protected member(names: Words, name: number): boolean {
    switch (names) {
      case chunkNames:
        return this.#chunkMember(name)
      case choiceNames:
        return this.#choiceMember(name)
      case deltaNames:
        return this.#deltaMember(name)
      case callNames:
        return this.#callMember(name)
      case functionNames:
        return name === callArguments ? this.#text('arguments') : this.#emptyOrNull()
      default:
        return this.#audioMember(name)
    }
  }

  #chunkMember(name: number): boolean {
    switch (name) {
      case choices:
        return this.openList() && this.object(choiceNames) && this.closeList()
      case chunkUsage:
      case chunkError:
        return this.null()
      default:
        return this.#passes || name < carriedOfChunk ? this.value() : this.null()
    }
  }

  #choiceMember(name: number): boolean {
    switch (name) {
      case choiceIndex:
        this.#delta.choice = this.count()
        return this.#delta.choice !== -1
      case choiceDelta:
        return this.object(deltaNames)
      case finishReason:
      case choiceUsage:
        return this.null()
      default:
        return this.#passes ? this.value() : this.null()
    }
  }

  #deltaMember(name: number): boolean {
    switch (name) {
      case content:
        return this.null() || this.#text('content')
      case reasoningContent:
      case reasoning:
        return this.null() || this.#text('reasoning')
      case refusal:
        return this.#emptyOrNull()
      case toolCalls:
        return this.null() || this.#oneCall()
      case functionCall:
        return this.null()
      case audio:
        return this.null() || (this.#passes && this.object(audioNames))
      case role:
        return this.value()
      default:
        return this.#passes ? this.value() : this.null()
    }
  }

  #oneCall(): boolean {
    return this.openList() && this.object(callNames) && this.#delta.call !== -1 && this.closeList()
  }

  #callMember(name: number): boolean {
    switch (name) {
      case callIndex:
        this.#delta.call = this.count()
        return this.#delta.call !== -1
      case callFunction:
        return this.object(functionNames)
      case callId:
        return this.#emptyOrNull()
      default:
        return this.value()
    }
  }

  #audioMember(name: number): boolean {
    if (name === audioData) return this.#text('sound')
    return name === audioTranscript ? this.#text('transcript') : this.value()
  }

  /** The order of several texts in one event matters, so the parser reads it. */
  #text(kind: PlainDelta['kind']): boolean {
    if (!this.text()) return false
    if (this.string.end === this.string.start) return true
    if (this.#hasText) return false
    this.#hasText = true
    this.#delta.kind = kind
    this.#delta.measureAs(this.string)
    return true
  }

  #emptyOrNull(): boolean {
    return this.null() || (this.text() && this.string.end === this.string.start)
  }
}

/** All streams share one reader, because an event is read synchronously. */
const reader = new PlainChunkReader()

export const readPlainChunk = (bytes: Buffer, at: number, delta: PlainDelta, passes: boolean): number =>
  reader.read(bytes, at, delta, passes)
