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
    const { rawHeaders, url = '', headers } = request.raw
    if (rawHeaders.length / 2 > headerMax || url.length > urlMax) return done(new AppError('request_line_long'))
    if (hasGoodHost(rawHeaders, headers.host)) return done()
    reply.header('connection', 'close') // a proxy before this server may have read another request
    done(new AppError('host_invalid'))
  })
}

/** A name or an address, and a port. Names have letters, digits, dots, hyphens and, in container networks, underscores. */
const hostForm = /^([\w.-]+|\[[\da-f:.]+\])(:\d{0,5})?$/i

/** Whether the host is named once, and can be one. Node refuses HTTP/1.1 without a host, and HTTP/1.0 needs none. */
function hasGoodHost(rawHeaders: readonly string[], host: string | undefined): boolean {
  if (host === undefined) return true
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts === 1 && hostForm.test(host)
}

export function setCommonHeaders(
  request: FastifyRequest,
  reply: FastifyReply,
  trustedProxies: readonly AddressRange[],
) {
  // In lower case, as Fastify stores names; it would otherwise make a new string for every request.
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

/** The headers that proxies, load balancers and content delivery networks add. */
const forwardingHeader =
  /^(x-forwarded-.+|x-original-forwarded-for|forwarded|via|x-real-ip|(x-|true-|x-cluster-|fastly-|fly-)client-ip|cf-connecting-ip|x-azure-clientip|x-envoy-external-address)$/

/** Browsers use HTTP/1.1; nginx uses HTTP/1.0 unless configured otherwise. */
const isForwarded = ({ raw, headers }: FastifyRequest): boolean =>
  raw.httpVersion !== '1.1' || Object.keys(headers).some((name) => forwardingHeader.test(name))

/**
 * Whether a proxy forwarded the request without naming the client in X-Forwarded-For, or is not trusted: then the
 * client's address is unknown, whatever the address of the connection.
 */
function isOriginHidden(request: FastifyRequest, trustedProxies: readonly AddressRange[]): boolean {
  if (!isForwarded(request)) return false
  return !request.headers['x-forwarded-for'] || !isListed(request.raw.socket.remoteAddress ?? '', trustedProxies)
}

/** Whether the client is on this machine or its private network, as far as that can be known. */
export const isLocalRequest = (request: FastifyRequest, trustedProxies: readonly AddressRange[]): boolean =>
  isLocalAddress(request.ip) && !isOriginHidden(request, trustedProxies)

/**
 * Whether a request surely comes from this machine or its private network, which decides who may set the first password.
 * A request that any proxy forwarded does not, a trusted one included. The Host must be `localhost` or a local address,
 * because an attacker's page can point a name at this server (DNS rebinding). An Origin must be that of the Host.
 */
export function isSurelyLocal(request: FastifyRequest): boolean {
  const { host = '', origin } = request.headers
  return (
    isLocalAddress(request.raw.socket.remoteAddress ?? '') &&
    !isForwarded(request) &&
    isLocalHost(host) &&
    (origin === undefined || origin === `http://${host}` || origin === `https://${host}`)
  )
}

function isLocalHost(host: string): boolean {
  const name = host.replace(/:\d*$/, '').replace(/^\[(.*)\]$/, '$1')
  return name.toLowerCase() === 'localhost' || isLocalAddress(name)
}

/** Pages of any origin may read the response; browsers send no cookies with the request. */
export const allowAnyOrigin = (reply: FastifyReply) => reply.header('access-control-allow-origin', '*')

/** Serves CORS preflights of these paths: any origin may call them. */
export function servePreflights(app: FastifyInstance, paths: readonly string[]) {
  for (const path of paths)
    app.options(path, { config: { access: 'public' } }, async (_, reply) =>
      allowAnyOrigin(reply)
        .header('Access-Control-Allow-Methods', 'GET, POST, PUT, DELETE, OPTIONS')
        .header('Access-Control-Allow-Headers', 'Authorization, *') // the asterisk does not stand for Authorization
        .header('Access-Control-Max-Age', '86400')
        .status(204)
        .send(),
    )
}
