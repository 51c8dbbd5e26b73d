import { token } from './grammar.ts'
import { HeadReader } from './head-reader.ts'
import { type Overhead, sectionBytesMax } from './overhead.ts'
import { MalformedResponse } from './response-head.ts'

/** What the next byte belongs to. */
const state = { size: 0, extension: 1, sizeEnd: 2, data: 3, dataEnd: 4, chunkEnd: 5, trailers: 6 } as const
type State = (typeof state)[keyof typeof state]

const CR = 0x0d
const LF = 0x0a
const semicolon = 0x3b
/** Chunks of up to 4 PB: larger numbers are not exact. */
const sizeDigitsMax = 13
const quoted = String.raw`"[\t\x20\x21\x23-\x5b\x5d-\x7e\x80-\xff]*"`
const extensionLine = new RegExp(`^(?:;${token}(?:=(?:${token}|${quoted}))?)+$`)

/** Reads a chunked body, byte by byte except for the data. Extensions and trailers are checked and dropped. */
export class ChunkedBody {
  isComplete = false
  readonly #parts: { data(chunk: Buffer): void }
  readonly #overhead: Overhead
  #state: State = state.size
  #digits = 0
  #left = 0
  #extension = ''
  #trailers: HeadReader | undefined
  /** Data of the bytes that are being read. */
  #pieces: Buffer[] = []

  constructor(parts: { data(chunk: Buffer): void }, overhead: Overhead) {
    this.#parts = parts
    this.#overhead = overhead
  }

  /** Forwards the data within the bytes, and returns the end of the body or of the bytes. */
  read(bytes: Buffer, from: number): number {
    let at = from
    try {
      while (at < bytes.length && !this.isComplete) {
        if (this.#state === state.data) at = this.#readData(bytes, at)
        else if (this.#state === state.trailers) at = this.#readTrailers(bytes, at)
        else this.#readByte(bytes[at++] as number)
      }
    } finally {
      this.#passPieces()
    }
    return at
  }

  #readData(bytes: Buffer, from: number): number {
    const end = Math.min(from + this.#left, bytes.length)
    this.#left -= end - from
    if (this.#left === 0) this.#state = state.dataEnd
    this.#pieces.push(bytes.subarray(from, end))
    return end
  }

  /** Joined, because a buffer for each chunk of a single byte would take a hundred times its memory. */
  #passPieces(): void {
    if (this.#pieces.length > 1) this.#pieces = [Buffer.concat(this.#pieces)]
    const piece = this.#pieces.pop()
    if (piece) this.#parts.data(piece)
  }

  #readByte(byte: number): void {
    if (this.#state === state.size) this.#readSize(byte)
    else if (this.#state === state.sizeEnd) this.#endSize(byte)
    else if (this.#state === state.dataEnd) this.#expect(byte, CR, state.chunkEnd)
    else if (this.#state === state.chunkEnd) this.#expect(byte, LF, state.size)
    else this.#readExtension(byte)
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
      this.#extension = ';'
    } else throw new MalformedResponse('the size of a chunk')
  }

  #endSize(byte: number): void {
    this.#expect(byte, LF, this.#left === 0 ? state.trailers : state.data)
    this.#digits = 0
  }

  #readExtension(byte: number): void {
    if (byte !== CR) {
      if (byte === LF || this.#extension.length >= sectionBytesMax)
        throw new MalformedResponse('the extension of a chunk')
      this.#overhead.takeBytes(1)
      this.#extension += String.fromCharCode(byte)
      return
    }
    if (!extensionLine.test(this.#extension)) throw new MalformedResponse('the extension of a chunk')
    this.#state = state.sizeEnd
  }

  #readTrailers(bytes: Buffer, from: number): number {
    this.#trailers ??= new HeadReader(this.#overhead, 'trailers')
    const end = this.#trailers.read(bytes, from)
    const { headers, isComplete } = this.#trailers
    if ('content-length' in headers || 'transfer-encoding' in headers) throw new MalformedResponse('the trailers')
    this.isComplete = isComplete
    return end
  }
}

function hexDigit(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const lowerCase = byte | 0x20
  return lowerCase >= 0x61 && lowerCase <= 0x66 ? lowerCase - 0x57 : -1
}
