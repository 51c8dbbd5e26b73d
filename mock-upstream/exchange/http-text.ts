import type { Whole } from './response.ts'

/** A response as raw HTTP: Node has no response object for a refused upgrade. */
export function httpText({ status, type, headers = {}, body }: Whole): string {
  const lines = Object.entries({
    'content-type': type,
    'content-length': Buffer.byteLength(body),
    connection: 'close',
    ...headers,
  })
  return `HTTP/1.1 ${status} Refused\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`
}
