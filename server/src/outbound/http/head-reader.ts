import type { IncomingHttpHeaders } from 'node:http'
import { fieldCharacter, token, visibleCharacter } from './grammar.ts'
import { type Overhead, sectionBytesMax } from './overhead.ts'
import { MalformedResponse } from './response-head.ts'

const LF = 0x0a
const lineEnd = '\r\n'
const headEnd = lineEnd + lineEnd
const headStart = 'HTTP/1.'
// No space before a colon, no folded lines, and no line end but CR LF. No two parts of a pattern match the same character
// one after the other: they would be tried in every combination before a line is refused.
const statusLine = new RegExp(`HTTP/1\\.([01]) (\\d{3})(?: ${fieldCharacter}*)?\r\n`, 'y')
const headerLine = new RegExp(`(${token}):[\t ]*((?:${visibleCharacter}${fieldCharacter}*)?)\r\n`, 'y')

/**
 * Reads a head, or trailers, from bytes that are cut anywhere. A line is read once, as soon as its end has arrived, and
 * refused then: the server might send nothing more, and wait. Throws MalformedResponse.
 */
export class HeadReader {
  isComplete = false
  status = 0
  minorVersion = ''
  /** A name that occurs twice has a list. `__proto__` and `constructor` are names like others. */
  readonly headers: IncomingHttpHeaders = Object.create(null)
  readonly #overhead: Overhead
  /** Trailers have no status line. */
  #expectsStatus: boolean
  /** The beginning of a line of which the end has not arrived. */
  #begun = ''
  #length = 0

  constructor(overhead: Overhead, part: 'head' | 'trailers') {
    this.#overhead = overhead
    this.#expectsStatus = part === 'head'
  }

  /** Returns where the head or the bytes end. */
  read(bytes: Buffer, from: number): number {
    const begun = this.#begun
    const end = bytes.indexOf(headEnd, from, 'latin1')
    const linesEnd = end >= 0 ? end + headEnd.length : Math.max(from, bytes.lastIndexOf(LF) + 1)
    if (linesEnd > from) {
      const read = this.#readLines(begun + bytes.toString('latin1', from, linesEnd)) - begun.length
      this.#take(read)
      if (this.isComplete) return from + read
      this.#begun = ''
    }
    this.#begin(bytes.toString('latin1', linesEnd))
    return bytes.length
  }

  /** Returns where the lines end, or the head. */
  #readLines(text: string): number {
    let at = 0
    if (this.#expectsStatus) at = this.#readStatus(text)
    while (at < text.length) {
      if (text.startsWith(lineEnd, at)) {
        this.isComplete = true
        return at + lineEnd.length
      }
      at = this.#readHeader(text, at)
    }
    return at
  }

  #readStatus(text: string): number {
    statusLine.lastIndex = 0
    const [, minorVersion = '', status] = statusLine.exec(text) ?? []
    if (status === undefined) throw new MalformedResponse('the status line')
    this.status = Number(status)
    this.minorVersion = minorVersion
    this.#expectsStatus = false
    return statusLine.lastIndex
  }

  #readHeader(text: string, at: number): number {
    headerLine.lastIndex = at
    const [, written, spaced = ''] = headerLine.exec(text) ?? []
    if (written === undefined) throw new MalformedResponse('a header')
    this.#overhead.takeHeaderLine()
    const name = written.toLowerCase()
    const value = withoutSpacesAtEnd(spaced)
    const before: string | string[] | undefined = this.headers[name]
    if (before === undefined) this.headers[name] = value
    else if (typeof before === 'string') this.headers[name] = [before, value]
    else before.push(value)
    return headerLine.lastIndex
  }

  #take(length: number): void {
    this.#length += length
    this.#overhead.takeBytes(length)
    if (this.#length > sectionBytesMax) throw new MalformedResponse('the head is too long')
  }

  /** A server of another protocol may send a greeting and wait. It is refused at once, not at the deadline. */
  #begin(begun: string): void {
    const isStart = this.#expectsStatus && this.#begun.length < headStart.length
    this.#begun += begun
    this.#take(begun.length)
    if (isStart && !headStart.startsWith(this.#begun.slice(0, headStart.length)))
      throw new MalformedResponse('the status line')
  }
}

// Not by the pattern, which would try each of a thousand spaces as the first of the last.
function withoutSpacesAtEnd(text: string): string {
  let end = text.length
  while (text[end - 1] === ' ' || text[end - 1] === '\t') end--
  return text.slice(0, end)
}
