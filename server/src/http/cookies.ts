import type { FastifyRequest } from 'fastify'

/** A cookie of a request. Parsed where it is read, because calls with a key bring none. */
export const readCookie = ({ server, headers }: FastifyRequest, name: string): string | undefined =>
  server.parseCookie(headers.cookie ?? '')[name] || undefined
