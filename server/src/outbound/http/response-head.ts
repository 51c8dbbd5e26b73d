import type { IncomingHttpHeaders } from 'node:http'
import { fieldCharacter, token } from './grammar.ts'

/** What an upstream sent is not an HTTP/1.1 response. */
export class MalformedResponse extends Error {}

/** How the end of a body is found: by its length, by an empty chunk, or by the end of the connection. */
export type Framing = number | 'chunked' | 'until close'

export type ResponseHead = {
  status: number
  headers: IncomingHttpHeaders
  framing: Framing
  /** How long the connection may be idle after the response; 0 if it cannot be used again. */
  idleMs: number
}

// No space before a colon, no folded lines, and no line end but CR LF.
const statusLine = new RegExp(`HTTP/1\\.([01]) (\\d{3})(?: ${fieldCharacter}*)?\r\n`, 'y')
const headerLine = new RegExp(`(${token}):[\t ]*(${fieldCharacter}*)\r\n`, 'y')
const lengthDigits = /^\d{1,15}$/
const switchingProtocols = 101

/** Reads a head, or throws MalformedResponse. The text ends with the last header's line end. */
export function readHead(text: string): ResponseHead {
  statusLine.lastIndex = 0
  const [, minorVersion, digits] = statusLine.exec(text) ?? []
  const status = Number(digits)
  if (!(status >= 100) || status === switchingProtocols) throw new MalformedResponse('the status line')
  const headers = readHeaders(text, statusLine.lastIndex)
  const framing = framingOf(status, headers)
  return { status, headers, framing, idleMs: minorVersion === '1' ? idleMsOf(headers) : 0 }
}

/** Reads the lines of headers from a position on; a name that occurs twice has a list. */
export function readHeaders(text: string, from: number): IncomingHttpHeaders {
  const headers: IncomingHttpHeaders = Object.create(null) // `__proto__` and `constructor` are names like others
  headerLine.lastIndex = from
  for (let at = from; at < text.length; at = headerLine.lastIndex) {
    const [, written = '', spaced = ''] = headerLine.exec(text) ?? []
    if (written === '') throw new MalformedResponse('a header')
    const name = written.toLowerCase()
    const value = withoutSpacesAtEnd(spaced)
    const before = headers[name]
    if (before === undefined) headers[name] = value
    else headers[name] = typeof before === 'string' ? [before, value] : [...before, value]
  }
  return headers
}

// Not by the pattern, which would try each of a thousand spaces as the first of the last.
function withoutSpacesAtEnd(text: string): string {
  let end = text.length
  while (text[end - 1] === ' ' || text[end - 1] === '\t') end--
  return text.slice(0, end)
}

/** Two headers that frame the body, or one twice, are refused: others on the way might believe the other one. */
function framingOf(status: number, headers: IncomingHttpHeaders): Framing {
  const length: string | string[] | undefined = headers['content-length']
  const coding: string | string[] | undefined = headers['transfer-encoding']
  if (length !== undefined && (coding !== undefined || !isLength(length))) throw new MalformedResponse('content-length')
  if (coding !== undefined && String(coding).toLowerCase() !== 'chunked')
    throw new MalformedResponse('transfer-encoding')
  if (status < 200 || status === 204 || status === 304) return 0
  if (coding !== undefined) return 'chunked'
  return length === undefined ? 'until close' : Number(length)
}

const isLength = (length: string | string[]) => typeof length === 'string' && lengthDigits.test(length)

const usualIdleMs = 4000
const idleMsMax = 600_000
/** A connection is closed this long before the upstream does, so that no request meets its end. */
const marginMs = 2000

function idleMsOf({ connection, 'keep-alive': promise }: IncomingHttpHeaders): number {
  if (connection !== undefined && String(connection).toLowerCase() !== 'keep-alive') return 0
  const [, seconds] = (promise !== undefined && /timeout=(\d{1,6})/.exec(String(promise))) || []
  return seconds === undefined ? usualIdleMs : Math.min(Math.max(0, Number(seconds) * 1000 - marginMs), idleMsMax)
}
