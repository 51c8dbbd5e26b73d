import type { IncomingHttpHeaders } from 'node:http'

/** The upstream's bytes are not an HTTP/1.1 response. */
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

const lengthDigits = /^\d{1,15}$/
const switchingProtocols = 101

/** Interprets the lines of a head. Throws MalformedResponse. */
export function headOf(status: number, minorVersion: string, headers: IncomingHttpHeaders): ResponseHead {
  if (status < 100 || status === switchingProtocols) throw new MalformedResponse('the status line')
  const framing = framingOf(status, headers)
  return { status, headers, framing, idleMs: minorVersion === '1' ? idleMsOf(headers) : 0 }
}

/** Refuses two headers that frame the body, or one sent twice: a proxy on the way might use the other one. */
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
/** A connection is closed this long before the upstream closes it, so that no request meets a closing connection. */
const marginMs = 2000

function idleMsOf({ connection, 'keep-alive': promise }: IncomingHttpHeaders): number {
  if (connection !== undefined && String(connection).toLowerCase() !== 'keep-alive') return 0
  const [, seconds] = (promise !== undefined && /timeout=(\d{1,6})/.exec(String(promise))) || []
  return seconds === undefined ? usualIdleMs : Math.min(Math.max(0, Number(seconds) * 1000 - marginMs), idleMsMax)
}
