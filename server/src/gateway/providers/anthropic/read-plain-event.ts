import { JsonBytes, Words } from '../../plain-events/json-bytes.ts'
import { PlainDelta } from '../../plain-events/plain-delta.ts'

const eventLine = Buffer.from('event: content_block_delta\n')
const eventTypes = new Words(['content_block_delta'])
const eventNames = new Words(['type', 'index', 'delta'])
const [eventType, blockIndex] = [0, 1]
/** Each kind of delta, and the member that holds its text, at the same position. */
const deltaTypes = new Words(['text_delta', 'thinking_delta', 'input_json_delta'])
const deltaNames = new Words(['text', 'thinking', 'partial_json', 'type'])
const kinds = ['content', 'reasoning', 'arguments'] as const
const none = -1

/** Reads an event that adds one text to one block. `delta.call` is the index of the block. */
class PlainEventReader extends JsonBytes {
  #delta = new PlainDelta()
  #type = none
  #member = none

  read(bytes: Buffer, at: number, delta: PlainDelta): number {
    this.bytes = bytes
    this.at = at
    this.#delta = delta
    this.#type = none
    this.#member = none
    this.#isDelta = false
    delta.choice = 0
    delta.call = none
    const isRead = this.literal(eventLine) && this.dataField() && this.object(eventNames) && this.blankLine()
    const kind = kinds[this.#type]
    if (!isRead || !kind || !this.#isDelta || this.#member !== this.#type || delta.call === none) return 0
    if (delta.end === delta.start) return 0
    delta.kind = kind
    return this.at
  }
  #isDelta = false

  protected member(names: Words, name: number): boolean {
    if (names === deltaNames) return this.#deltaMember(name)
    if (name === eventType) {
      this.#isDelta = this.word(eventTypes) !== none
      return this.#isDelta
    }
    if (name !== blockIndex) return this.object(deltaNames)
    this.#delta.call = this.count()
    return this.#delta.call !== none
  }

  #deltaMember(name: number): boolean {
    if (name >= kinds.length) {
      this.#type = this.word(deltaTypes)
      return this.#type !== none
    }
    if (this.#member !== none || !this.text()) return false
    this.#member = name
    this.#delta.measureAs(this.string)
    return true
  }
}

/** All streams share one reader, because an event is read synchronously. */
const reader = new PlainEventReader()

export const readPlainEvent = (bytes: Buffer, at: number, delta: PlainDelta): number => reader.read(bytes, at, delta)
