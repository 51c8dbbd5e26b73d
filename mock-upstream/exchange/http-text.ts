import type { Whole } from './response.ts'

/** An answer as it is written to a connection: the refusal of an upgrade has no response object. */
export function httpText({ status, type, headers = {}, body }: Whole): string {
  const lines = Object.entries({
    'content-type': type,
    'content-length': Buffer.byteLength(body),
    connection: 'close',
    ...headers,
  })
  return `HTTP/1.1 ${status} Refused\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`
}
