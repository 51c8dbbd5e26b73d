import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export type RawResponse = { status: number; headers: Headers; body: string }

/** Bytes as they are, for what no well-behaved client would send. Waits until the server closes the connection. */
export async function sendRaw(url: string, bytes: string | Buffer): Promise<RawResponse> {
  const socket = connectTo(url)
  socket.write(bytes)
  return readResponse(await readToEnd(socket))
}

/** The head of a request with `Connection: close`. */
export function rawHead(line: string, headers: Record<string, string> = {}, length?: number): string {
  const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  if (length !== undefined) fields.push(`Content-Length: ${length}`)
  return [`${line} HTTP/1.1`, 'Host: turnpike', 'Connection: close', ...fields, '\r\n'].join('\r\n')
}

export function connectTo(url: string): Socket {
  const { hostname, port } = new URL(url)
  return connect(Number(port), hostname.replace(/^\[|\]$/g, ''))
}

/** What arrives until the other end closes. */
export async function readToEnd(socket: Socket): Promise<string> {
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(Buffer.from(chunk)))
  socket.on('error', () => {}) // a reset after the response, which was read before
  await once(socket, 'close', { signal: AbortSignal.timeout(60_000) }) // a hang, however busy the machine
  return Buffer.concat(chunks).toString()
}

/** The first response in the bytes that arrived. */
export function readResponse(text: string): RawResponse {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const [line = '', ...fields] = head.split('\r\n')
  const headers = new Headers()
  for (const field of fields)
    headers.append(field.slice(0, field.indexOf(':')), field.slice(field.indexOf(':') + 1).trim())
  return { status: Number(line.split(' ')[1]), headers, body: rest.join('\r\n\r\n') }
}
