import { JsonBytes, Words } from '../../plain-events/json-bytes.ts'
import { PlainDelta } from '../../plain-events/plain-delta.ts'

const eventName = Buffer.from('event: ')
const lineFeed = 0x0a
/** Each kind of event that adds to a text, and the kind of its text, at the same position. */
const types = new Words([
  'response.output_text.delta',
  'response.reasoning_summary_text.delta',
  'response.reasoning_text.delta',
  'response.function_call_arguments.delta',
])
const kinds = ['content', 'reasoning', 'reasoning', 'arguments'] as const

/** Nothing is read from the fields after `content_index`. An event with an unlisted field goes to the parser. */
const names = new Words([
  'type',
  'delta',
  'item_id',
  'output_index',
  'summary_index',
  'content_index',
  'sequence_number',
  'logprobs',
  'obfuscation',
])
const [type, delta, itemId, outputIndex, summaryIndex, contentIndex] = [0, 1, 2, 3, 4, 5]
const none = -1

/** Reads an event that adds one text to one item. `delta.call` is the index of the item. */
class PlainResponseEventReader extends JsonBytes {
  #delta = new PlainDelta()
  #type = none
  #hasText = false
  #itemStart = 0
  #itemEnd = 0
  #summary = none
  #content = none

  read(bytes: Buffer, at: number, into: PlainDelta): number {
    this.bytes = bytes
    this.at = at
    this.#delta = into
    this.#type = none
    this.#hasText = false
    this.#itemEnd = 0
    this.#summary = none
    this.#content = none
    into.choice = 0
    into.call = none
    const isRead = this.#eventLine() && this.dataField() && this.object(names) && this.blankLine()
    const kind = kinds[this.#type]
    if (!isRead || !kind || !this.#hasText) return 0
    into.kind = kind
    return this.at
  }

  /** The part of an item that the event belongs to; undefined if the parser must read it. */
  part(): string | undefined {
    const index = this.#summary === none ? this.#content : this.#summary
    if (this.#itemEnd === 0 || index === none) return undefined
    return `${this.bytes.toString('utf8', this.#itemStart, this.#itemEnd)}:${index}`
  }

  /** The line that repeats the type, which not every server sends. */
  #eventLine(): boolean {
    if (!this.literal(eventName)) return true
    const end = this.bytes.indexOf(lineFeed, this.at)
    if (end === -1 || types.find(this.bytes, this.at, end) === none) return false
    this.at = end + 1
    return true
  }

  protected member(_: Words, name: number): boolean {
    switch (name) {
      case type:
        this.#type = this.word(types)
        return this.#type !== none
      case delta:
        this.#hasText = this.text() && this.string.end > this.string.start
        this.#delta.measureAs(this.string)
        return this.#hasText
      case itemId:
        return this.#item()
      case outputIndex:
        this.#delta.call = this.count()
        return this.#delta.call !== none
      case summaryIndex:
        this.#summary = this.count()
        return this.#summary !== none
      case contentIndex:
        this.#content = this.count()
        return this.#content !== none
      default:
        return this.value()
    }
  }

  #item(): boolean {
    if (!this.text()) return false
    const { start, end, bytes } = this.string
    if (bytes !== end - start) return false // with escapes one id can be written in several ways
    this.#itemStart = start
    this.#itemEnd = end
    return true
  }
}

/** All streams share one reader, because an event is read synchronously. */
export const plainResponseEvents = new PlainResponseEventReader()
