import { MalformedResponse } from './response-head.ts'

/** Bytes of one head, of the trailers, or of the extension of one chunk: as many as Node's own parser takes. */
export const sectionBytesMax = 16 * 1024

/**
 * The bytes that a response may still send besides its body: all heads, including interim ones, trailers and chunk
 * extensions. A hostile server could send them without end.
 */
export class Overhead {
  #bytes = 64 * 1024
  #headerLines = 100
  #interimResponses = 8

  takeBytes(count: number): void {
    this.#bytes -= count
    if (this.#bytes < 0) throw new MalformedResponse('too many bytes beside the body')
  }

  takeHeaderLine(): void {
    if (--this.#headerLines < 0) throw new MalformedResponse('too many headers')
  }

  takeInterimResponse(): void {
    if (--this.#interimResponses < 0) throw new MalformedResponse('too many interim responses')
  }
}
