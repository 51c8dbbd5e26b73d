import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type AddressRange, isListed, isLocalAddress } from './address-list.ts'
import { AppError } from './app-error.ts'
import { requestIdHeader } from './request-id.ts'

const headerMax = 100
const urlMax = 8 * 1024

/** Limits that Node's HTTP server enforces while a request arrives. */
export const serverLimits = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 1_000,
  insecureHTTPParser: false,
}

/** Checks of every request and headers of every response, on all routes. */
export function installPerimeter(app: FastifyInstance, trustedProxies: readonly AddressRange[]) {
  app.server.maxHeadersCount = headerMax + 1 // Node drops further headers silently; one more shows that there were more
  app.addHook('onRequest', (request, reply, done) => {
    setCommonHeaders(request, reply, trustedProxies)
    const { rawHeaders, url = '' } = request.raw
    done(rawHeaders.length / 2 > headerMax || url.length > urlMax ? new AppError('request_line_long') : undefined)
  })
}

export function setCommonHeaders(
  request: FastifyRequest,
  reply: FastifyReply,
  trustedProxies: readonly AddressRange[],
) {
  // In small letters, which is how Fastify keeps names: it would make a new text of each, for every request.
  reply.header(requestIdHeader, request.id)
  reply.header('x-content-type-options', 'nosniff')
  reply.header('referrer-policy', 'strict-origin-when-cross-origin')
  if (isHttps(request, trustedProxies)) reply.header('strict-transport-security', 'max-age=31536000')
}

/** Whether the browser's connection is encrypted; only a trusted proxy's header counts. */
export function isHttps(request: FastifyRequest, trustedProxies: readonly AddressRange[]): boolean {
  const raw: IncomingMessage = request.raw
  if ('encrypted' in raw.socket && raw.socket.encrypted) return true
  if (!isListed(raw.socket.remoteAddress ?? '', trustedProxies)) return false
  return (
    String(request.headers['x-forwarded-proto'] ?? '')
      .split(',')
      .at(-1)
      ?.trim() === 'https'
  )
}

const forwardingHeader = /^(x-forwarded-.+|forwarded|via|x-real-ip|x-client-ip|true-client-ip|cf-connecting-ip)$/

/**
 * Whether a proxy forwarded the request without naming the client in X-Forwarded-For, or is not trusted: then the
 * client's address is unknown, whatever the address of the connection.
 */
function isOriginHidden(request: FastifyRequest, trustedProxies: readonly AddressRange[]): boolean {
  if (!Object.keys(request.headers).some((name) => forwardingHeader.test(name))) return false
  return !request.headers['x-forwarded-for'] || !isListed(request.raw.socket.remoteAddress ?? '', trustedProxies)
}

/** Whether the client is on this machine or its private network, as far as that can be known. */
export const isLocalRequest = (request: FastifyRequest, trustedProxies: readonly AddressRange[]): boolean =>
  isLocalAddress(request.ip) && !isOriginHidden(request, trustedProxies)
