import type { IncomingHttpHeaders } from 'node:http'
import { bearerOf } from './call.ts'

const browserKey = 'openai-insecure-api-key.'

/** The key of a call in any vendor's header or query, so that a fault can match one channel. */
export function credentialOf(headers: IncomingHttpHeaders, query: URLSearchParams): string {
  const named = headers['x-api-key'] ?? headers['api-key'] ?? headers['x-goog-api-key']
  if (typeof named === 'string') return named.trim()
  if (headers.authorization !== undefined) return bearerOf(headers)
  return (
    subprotocolsOf(headers)
      .find((each) => each.startsWith(browserKey))
      ?.slice(browserKey.length) ??
    query.get('key') ??
    ''
  )
}

export const subprotocolsOf = (headers: IncomingHttpHeaders): string[] =>
  (headers['sec-websocket-protocol'] ?? '').split(',').map((each) => each.trim())
