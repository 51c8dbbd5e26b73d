import { ChunkedBody } from './chunked-body.ts'
import { HeadReader } from './head-reader.ts'
import { Overhead } from './overhead.ts'
import { headOf, MalformedResponse, type ResponseHead } from './response-head.ts'

export type ResponseParts = { head(head: ResponseHead): void; data(chunk: Buffer): void }

/** Reads one response from the bytes of a connection, however they are cut. Throws MalformedResponse. */
export class ResponseReader {
  isComplete = false
  /** Bytes followed the end of the response, without another request. */
  hasExcess = false
  readonly #parts: ResponseParts
  readonly #overhead = new Overhead()
  #head = new HeadReader(this.#overhead, 'head')
  #framing: ResponseHead['framing'] | undefined
  #left = 0
  #chunks: ChunkedBody | undefined

  constructor(parts: ResponseParts) {
    this.#parts = parts
  }

  read(bytes: Buffer): void {
    let at = 0
    while (this.#framing === undefined) {
      at = this.#head.read(bytes, at)
      if (!this.#head.isComplete) return
      this.#endHead(this.#head)
    }
    const end = this.#readBody(bytes, at)
    this.hasExcess = end < bytes.length
  }

  /** The connection has ended, which is the end of some bodies. */
  end(): void {
    if (this.#framing === 'until close') this.isComplete = true
  }

  /** Interim responses are dropped. */
  #endHead({ status, minorVersion, headers }: HeadReader): void {
    const head = headOf(status, minorVersion, headers)
    if (status >= 200) this.#begin(head)
    else {
      if (head.idleMs === 0) throw new MalformedResponse('an interim response that is the last')
      this.#overhead.takeInterimResponse()
      this.#head = new HeadReader(this.#overhead, 'head')
    }
  }

  #begin(head: ResponseHead): void {
    this.#framing = head.framing
    if (typeof head.framing === 'number') this.#left = head.framing
    this.isComplete = head.framing === 0
    this.#parts.head(head)
  }

  #readBody(bytes: Buffer, from: number): number {
    if (this.#framing === 'chunked') {
      this.#chunks ??= new ChunkedBody(this.#parts, this.#overhead)
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
