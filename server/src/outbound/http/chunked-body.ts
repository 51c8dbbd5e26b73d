import { token } from './grammar.ts'
import { MalformedResponse, readHeaders } from './response-head.ts'

/** What the next byte belongs to. */
const state = { size: 0, extension: 1, sizeEnd: 2, data: 3, dataEnd: 4, chunkEnd: 5, trailer: 6 } as const
type State = (typeof state)[keyof typeof state]

const CR = 0x0d
const LF = 0x0a
const semicolon = 0x3b
/** Chunks of up to 4 PB: larger numbers are not exact. */
const sizeDigitsMax = 13
const lineBytesMax = 16 * 1024
const quoted = String.raw`"[\t\x20\x21\x23-\x5b\x5d-\x7e\x80-\xff]*"`
const extensionLine = new RegExp(`^(?:;${token}(?:=(?:${token}|${quoted}))?)+$`)
const lineEnd = '\r\n'

/** Reads a body that comes in chunks, byte by byte but for their data. Extensions and trailers are checked and dropped. */
export class ChunkedBody {
  isComplete = false
  readonly #parts: { data(chunk: Buffer): void }
  #state: State = state.size
  #digits = 0
  #left = 0
  /** Of an extension or of the trailers. */
  #text = ''

  constructor(parts: { data(chunk: Buffer): void }) {
    this.#parts = parts
  }

  /** Passes the data among the bytes on, and returns where the body or the bytes end. */
  read(bytes: Buffer, from: number): number {
    let at = from
    while (at < bytes.length && !this.isComplete) {
      if (this.#state === state.data) at = this.#readData(bytes, at)
      else this.#readByte(bytes[at++] as number)
    }
    return at
  }

  #readData(bytes: Buffer, from: number): number {
    const end = Math.min(from + this.#left, bytes.length)
    this.#left -= end - from
    if (this.#left === 0) this.#state = state.dataEnd
    this.#parts.data(bytes.subarray(from, end))
    return end
  }

  #readByte(byte: number): void {
    if (this.#state === state.size) this.#readSize(byte)
    else if (this.#state === state.sizeEnd) this.#endSize(byte)
    else if (this.#state === state.dataEnd) this.#expect(byte, CR, state.chunkEnd)
    else if (this.#state === state.chunkEnd) this.#expect(byte, LF, state.size)
    else if (this.#state === state.extension) this.#readExtension(byte)
    else this.#readTrailer(byte)
  }

  #expect(byte: number, expected: number, next: State): void {
    if (byte !== expected) throw new MalformedResponse('the end of a chunk')
    this.#state = next
  }

  #readSize(byte: number): void {
    const digit = hexDigit(byte)
    if (digit >= 0 && this.#digits < sizeDigitsMax) {
      this.#digits++
      this.#left = this.#left * 16 + digit
    } else if (this.#digits > 0 && byte === CR) this.#state = state.sizeEnd
    else if (this.#digits > 0 && byte === semicolon) {
      this.#state = state.extension
      this.#text = ';'
    } else throw new MalformedResponse('the size of a chunk')
  }

  #endSize(byte: number): void {
    this.#expect(byte, LF, this.#left === 0 ? state.trailer : state.data)
    this.#digits = 0
  }

  #readExtension(byte: number): void {
    if (byte !== CR) {
      this.#keep(byte)
      return
    }
    if (!extensionLine.test(this.#text)) throw new MalformedResponse('the extension of a chunk')
    this.#text = ''
    this.#state = state.sizeEnd
  }

  #readTrailer(byte: number): void {
    this.#keep(byte)
    if (byte !== LF || (this.#text !== lineEnd && !this.#text.endsWith(lineEnd + lineEnd))) return
    const trailers = readHeaders(this.#text.slice(0, -lineEnd.length), 0)
    if ('content-length' in trailers || 'transfer-encoding' in trailers) throw new MalformedResponse('the trailers')
    this.isComplete = true
  }

  #keep(byte: number): void {
    if (this.#text.length >= lineBytesMax) throw new MalformedResponse('the end of the body')
    this.#text += String.fromCharCode(byte)
  }
}

function hexDigit(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const lowerCase = byte | 0x20
  return lowerCase >= 0x61 && lowerCase <= 0x66 ? lowerCase - 0x57 : -1
}
