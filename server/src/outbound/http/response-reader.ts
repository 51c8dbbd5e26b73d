import { ChunkedBody } from './chunked-body.ts'
import { MalformedResponse, type ResponseHead, readHead } from './response-head.ts'

export type ResponseParts = { head(head: ResponseHead): void; data(chunk: Buffer): void }

const headEnd = '\r\n\r\n'
const lineEndLength = 2
const headBytesMax = 16 * 1024
const headStart = 'HTTP/1.'

/** Reads one response from the bytes of a connection, however they are cut. Throws MalformedResponse. */
export class ResponseReader {
  isComplete = false
  /** Bytes followed the end of the response, without another request. */
  hasExcess = false
  readonly #parts: ResponseParts
  /** The beginning of a head of which the end has not arrived. */
  #begun: Buffer | undefined
  #framing: ResponseHead['framing'] | undefined
  #left = 0
  #chunks: ChunkedBody | undefined

  constructor(parts: ResponseParts) {
    this.#parts = parts
  }

  read(received: Buffer): void {
    const bytes = this.#begun ? Buffer.concat([this.#begun, received]) : received
    this.#begun = undefined
    let at = 0
    while (this.#framing === undefined) {
      const end = bytes.indexOf(headEnd, at, 'latin1')
      if ((end < 0 ? bytes.length : end) - at > headBytesMax) throw new MalformedResponse('the head is too long')
      if (end < 0) {
        this.#keep(bytes.subarray(at))
        return
      }
      const head = readHead(bytes.toString('latin1', at, end + lineEndLength))
      at = end + headEnd.length
      if (head.status >= 200) this.#begin(head)
      else if (head.idleMs === 0) throw new MalformedResponse('an interim response that is the last')
    }
    const end = this.#readBody(bytes, at)
    this.hasExcess = end < bytes.length
  }

  /** The connection has ended, which is how some bodies do. */
  end(): void {
    if (this.#framing === 'until close') this.isComplete = true
  }

  /** A server of another protocol may greet and wait: that is not worth the deadline. */
  #keep(begun: Buffer): void {
    const start = begun.toString('latin1', 0, headStart.length)
    if (!headStart.startsWith(start)) throw new MalformedResponse('the status line')
    this.#begun = begun
  }

  #begin(head: ResponseHead): void {
    this.#framing = head.framing
    if (typeof head.framing === 'number') this.#left = head.framing
    this.isComplete = head.framing === 0
    this.#parts.head(head)
  }

  #readBody(bytes: Buffer, from: number): number {
    if (this.#framing === 'chunked') {
      this.#chunks ??= new ChunkedBody(this.#parts)
      const end = this.#chunks.read(bytes, from)
      this.isComplete = this.#chunks.isComplete
      return end
    }
    const end = this.#framing === 'until close' ? bytes.length : Math.min(from + this.#left, bytes.length)
    if (typeof this.#framing === 'number') {
      this.#left -= end - from
      this.isComplete = this.#left === 0
    }
    if (end > from) this.#parts.data(bytes.subarray(from, end))
    return end
  }
}
