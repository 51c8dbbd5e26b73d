import { fieldCharacter, token } from './grammar.ts'

export type RequestHead = {
  method: 'GET' | 'POST' | 'DELETE'
  /** The path of a URL, which needs no escapes. */
  path: string
  host: string
  headers: Record<string, string>
}

/**
 * A header contains characters that HTTP does not allow, or would frame the request. Nothing was sent. The message is
 * its name.
 */
export class UnsendableHeader extends Error {}

const headerName = new RegExp(`^${token}$`)
const headerValue = new RegExp(`^${fieldCharacter}*$`)
/** Headers that frame the request or the connection. Contradictory framing enables request smuggling. */
const framingHeaders = new Set(['connection', 'expect', 'keep-alive', 'transfer-encoding', 'upgrade'])
/** Bodies up to this length are copied behind their head: cheaper than a second piece. */
const joinedBytesMax = 16 * 1024

/** The request as the pieces in which it is sent. */
export function requestBytes({ method, path, host, headers }: RequestHead, body: string | Buffer = ''): Buffer[] {
  const length = Buffer.byteLength(body)
  let head = `${method} ${path} HTTP/1.1\r\n`
  let namesHost = false
  for (const name in headers) {
    const value = headers[name]
    if (value === undefined) continue
    const lowerCase = name.toLowerCase()
    if (!headerName.test(name) || !headerValue.test(value) || framingHeaders.has(lowerCase))
      throw new UnsendableHeader(name)
    if (lowerCase === 'content-length') {
      if (value !== String(length)) throw new UnsendableHeader(name)
      continue // it is written below
    }
    if (lowerCase === 'host') namesHost = true
    head += `${name}: ${value}\r\n`
  }
  if (!namesHost) head += `host: ${host}\r\n`
  if (length > 0 || method === 'POST') head += `content-length: ${length}\r\n`
  head += 'connection: keep-alive\r\n\r\n'
  if (typeof body !== 'string' && length > joinedBytesMax) return [Buffer.from(head, 'latin1'), body]
  const bytes = Buffer.allocUnsafe(head.length + length)
  bytes.write(head, 'latin1')
  if (typeof body === 'string') bytes.write(body, head.length)
  else bytes.set(body, head.length)
  return [bytes]
}
