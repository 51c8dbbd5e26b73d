import type { FastifyRequest } from 'fastify'
import { anthropicDialect } from '../dialects/anthropic/anthropic-dialect.ts'
import type { Dialect } from '../dialects/dialect.ts'
import { geminiDialect } from '../dialects/gemini/gemini-dialect.ts'
import { openaiDialect } from '../dialects/openai/openai-dialect.ts'

/** The dialect of a client at a path that several vendors have: each vendor's SDK sends its own headers. */
export function dialectOf({ headers, query }: FastifyRequest): Dialect {
  // Anthropic's SDK may send the key as a bearer token; the version header is what identifies it.
  if (headers['anthropic-version']) return anthropicDialect
  if (headers['x-goog-api-key'] || (query as { key?: string } | undefined)?.key) return geminiDialect
  return openaiDialect
}

const dialectOfPath: readonly [path: RegExp, dialect: Dialect][] = [
  [/^\/v1beta\/openai(?:\/|$)/, openaiDialect],
  [/^\/v1\/(?:messages|organizations|complete)(?:\/|$)/, anthropicDialect],
  [/^\/(?:v1(?:alpha|beta)\w*|ws|upload|download)(?:\/|$)/, geminiDialect],
]

/** The dialect of a client at a path that is not served. */
export function dialectOfUnknown(request: FastifyRequest): Dialect {
  const path = request.url.split('?')[0] ?? ''
  const known = dialectOfPath.find(([pattern]) => pattern.test(path))?.[1]
  if (known || !path.startsWith('/v1/')) return known ?? openaiDialect
  return request.headers['x-api-key'] ? anthropicDialect : dialectOf(request)
}
