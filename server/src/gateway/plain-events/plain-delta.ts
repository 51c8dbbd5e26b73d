import type { StringMeasure } from './json-string.ts'

/**
 * The piece of a text or of a sound that most events of a stream add. It is read from the bytes of the event without
 * parsing. A stream has one such object, which is valid until the next event is read.
 */
export class PlainDelta implements StringMeasure {
  kind: 'content' | 'reasoning' | 'arguments' | 'transcript' | 'sound' = 'content'
  choice = 0
  /** The ordinal of the tool call that the arguments belong to. */
  call = 0
  start = 0
  end = 0
  bytes = 0
  length = 0
  /** Where the event reports counts; 0: nowhere, or the same as the plain event before it. */
  countsStart = 0
  countsEnd = 0

  measureAs({ start, end, bytes, length }: StringMeasure): void {
    this.start = start
    this.end = end
    this.bytes = bytes
    this.length = length
  }

  /** The text as JSON writes it. */
  jsonIn(bytes: Buffer): string {
    return bytes.toString('utf8', this.start, this.end)
  }
}
