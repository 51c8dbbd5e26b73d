import type { FastifyRequest } from 'fastify'

/** A client's key: the secret, and the channel that an administrator pinned after it. */
export type Credential = { key: string; pin?: string }

/** Where a route may carry its key besides the Authorization header. */
export type KeySources = { anthropic?: boolean; google?: boolean }

const protocolPrefix = 'openai-insecure-api-key.'

/** The key of a request: WebSocket sub-protocol, then the header of the dialect, then `?key=`, then Authorization. */
export function readCredential(request: FastifyRequest, sources: KeySources): Credential | undefined {
  const text = rawKey(request, sources)
  if (!text) return undefined
  const begin = text.startsWith('sk-') ? 3 : 0
  if (!text.includes('-', begin)) return { key: text.slice(begin) }
  const [key = '', pin = ''] = text.slice(begin).split('-')
  return { key, pin }
}

/** The key in a header. Nearly all clients use the first form. */
const bearerKey = (header: string): string =>
  (header.startsWith('Bearer ') ? header.slice(7) : header.replace(/^Bearer\s+/i, '')).trim()

function rawKey({ headers, query }: FastifyRequest, { anthropic, google }: KeySources): string | undefined {
  const protocols = headers['sec-websocket-protocol']
  if (typeof protocols === 'string') {
    const item = protocols.split(',').find((part) => part.trim().startsWith(protocolPrefix))
    if (item) return item.trim().slice(protocolPrefix.length)
  }
  if (google) {
    const fromHeader = headers['x-goog-api-key']
    if (typeof fromHeader === 'string' && fromHeader) return fromHeader
    const fromQuery = (query as { key?: unknown }).key
    if (typeof fromQuery === 'string' && fromQuery) return fromQuery
  }
  if (anthropic) {
    const fromHeader = headers['x-api-key']
    if (typeof fromHeader === 'string' && fromHeader) return fromHeader
  }
  const bearer = headers.authorization && bearerKey(headers.authorization)
  if (bearer && bearer !== 'midjourney-proxy') return bearer
  const secret = headers['mj-api-secret']
  return typeof secret === 'string' ? bearerKey(secret) : undefined
}
