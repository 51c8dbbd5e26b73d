import { measureString, type StringMeasure } from './json-string.ts'
import type { PlainDelta } from './plain-delta.ts'

/** OpenAI pads events, so that their lengths do not tell the text. Nothing is read from it. */
const paddingName = Buffer.from('"obfuscation":"')
/** Outlines that did not fit the next event, one after another: a stream whose events differ in more than their text. */
const unfitMax = 4

/**
 * The bytes around the text of a plain delta. Most events of a stream differ in nothing but the text, so that comparing
 * bytes is enough to know the next one. Valid as long as the decoder sees no other event.
 */
export class PlainOutline {
  #before: Buffer | undefined
  #after: Buffer | undefined
  /** What follows the padding, where `after` ends with the opening quote of one. */
  #last: Buffer | undefined
  readonly #padding: StringMeasure = { start: 0, end: 0, bytes: 0, length: 0 }
  #kind: PlainDelta['kind'] = 'content'
  #choice = 0
  #call = 0
  #unfit = 0

  /** Keeps the outline of the event from `at` to `end`. */
  keep(bytes: Buffer, at: number, end: number, delta: PlainDelta): void {
    if (this.#unfit > unfitMax) return
    this.#before = Buffer.from(bytes.subarray(at, delta.start))
    this.#keepAfter(Buffer.from(bytes.subarray(delta.end, end)))
    this.#kind = delta.kind
    this.#choice = delta.choice
    this.#call = delta.call
  }

  #keepAfter(after: Buffer): void {
    const found = after.indexOf(paddingName)
    const start = found + paddingName.length
    const hasPadding = found !== -1 && measureString(after, start, this.#padding)
    this.#after = hasPadding ? after.subarray(0, start) : after
    this.#last = hasPadding ? after.subarray(this.#padding.end) : undefined
  }

  forget(): void {
    this.#before = undefined
  }

  /** As `readPlain` of a decoder, for an event with the outline of the one before: only its text is read. */
  read(bytes: Buffer, at: number, delta: PlainDelta): number {
    const before = this.#before
    const after = this.#after
    if (!before || !after || !isAt(bytes, at, before)) return 0
    if (!measureString(bytes, at + before.length, delta)) return 0
    const end = delta.end === delta.start ? 0 : this.#endOf(bytes, delta.end, after)
    if (end === 0) {
      this.#unfit++
      this.#before = undefined
      return 0
    }
    this.#unfit = 0
    delta.kind = this.#kind
    delta.choice = this.#choice
    delta.call = this.#call
    return end
  }

  /** The index behind the event, whose text ends at `at`. */
  #endOf(bytes: Buffer, at: number, after: Buffer): number {
    if (!isAt(bytes, at, after)) return 0
    const last = this.#last
    if (!last) return at + after.length
    if (!measureString(bytes, at + after.length, this.#padding)) return 0
    return isAt(bytes, this.#padding.end, last) ? this.#padding.end + last.length : 0
  }
}

const isAt = (bytes: Buffer, at: number, part: Buffer): boolean =>
  at + part.length <= bytes.length && bytes.compare(part, 0, part.length, at, at + part.length) === 0
