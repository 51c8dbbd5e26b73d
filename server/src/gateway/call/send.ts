import { type JsonSource, writeFromSource } from '../../http/json-source.ts'
import { isForm } from '../../light/is-form.ts'
import type { LightSignal } from '../../light/light-abort-signal.ts'
import { decodedResponse } from '../../outbound/decoded-response.ts'
import { type Connecting, type Exchange, type ExchangeLimits, exchange, readAll } from '../../outbound/exchange.ts'
import type { ChannelProxy } from '../../outbound/proxy.ts'
import { exchangeBySocket } from '../../outbound/socket-exchange.ts'
import type { RelayDeps } from '../entry/relay-deps.ts'
import type { UpstreamRequest } from '../providers/provider.ts'
import type { Recording } from '../record/recording.ts'
import type { Upstream } from '../routing/channel.ts'
import { failureOfError, redirectResponse } from './upstream-failures.ts'

export type SendDeps = Pick<RelayDeps, 'agents' | 'config' | 'clock'>

/** The call that a request is sent for. Requests of the server itself belong to no call. */
type Sending = {
  call?: { readonly caller: { readonly user_id: number } } | undefined
  /** Counts the time of connecting. */
  attempts?: Connecting | undefined
  recording?: Recording | undefined
  /** The request may be sent twice if its kept connection turns out to be closed. A GET always may. */
  isRepeatable?: boolean
}

/** How the upstream speaks, and the proxy on the way to it. */
type Way = Pick<Upstream, 'provider' | 'proxy'>

/** `source`: members of a JSON body that are unchanged are sent as the client's bytes. */
type Sendable = UpstreamRequest & { source?: JsonSource }

const errorBodyMax = 64 * 1024
/** Longer JSON is sent as bytes. */
const jsonTextMax = 16 * 1024

/**
 * Sends a request and returns a response with status 2xx. Any other becomes the provider's UpstreamFailure. A streamed
 * response must begin sooner than a whole one, which begins when it is complete.
 */
export async function send(
  request: Sendable,
  { provider, proxy }: Way,
  signal: LightSignal,
  deps: SendDeps,
  { isStream = false, ...sending }: Sending & { isStream?: boolean } = {},
): Promise<Exchange> {
  const { config } = deps
  const response = await transmit(
    request,
    proxy,
    {
      firstByteMs: 1000 * (isStream ? config.UPSTREAM_FIRST_BYTE_SECONDS : config.UPSTREAM_ANSWER_SECONDS),
      idleMs: config.STREAMING_TIMEOUT * 1000,
      totalMs: config.RELAY_TIMEOUT * 1000,
    },
    signal,
    deps,
    sending,
  )
  if (response.status < 400) return response
  const body = await readAll(response, errorBodyMax).catch(() => Buffer.alloc(0))
  throw provider.failure(response.status, parseLoosely(body), textHeaders(response))
}

/** Sends a request and returns the response of any status but a redirect, which is not followed. */
export async function transmit(
  request: Sendable,
  proxy: ChannelProxy,
  limits: ExchangeLimits,
  signal: LightSignal,
  { agents, clock }: SendDeps,
  { call, attempts, recording, isRepeatable = request.method === 'GET' }: Sending = {},
): Promise<Exchange> {
  const { type, bytes } = isForm(request.body) ? await writeForm(request.body) : write(request.body, request.source)
  const headers: Record<string, string> = {
    'user-agent': 'turnpike',
    'accept-encoding': 'identity',
    ...request.headers,
  }
  // An override may name another type of JSON. The boundary of a form is always its own.
  if (type && !(type === jsonType && headers['content-type'])) headers['content-type'] = type
  const { method } = request
  const signed = request.sign && (await request.sign({ method, url: request.url, headers, body: bytes ?? '' }, clock()))
  if (signed) Object.assign(headers, signed.headers)
  const url = signed?.url ?? request.url
  const sent = { method, url, headers, body: bytes, user: call?.caller.user_id, connecting: attempts, isRepeatable }
  recording?.sent(sent)
  const exchanged = isSocket(url)
    ? exchangeBySocket(agents.through(proxy), sent, limits, signal)
    : exchange(agents.through(proxy), sent, limits, signal)
  const response = decodedResponse(await exchanged.catch(fail))
  if (response.status >= 300 && response.status < 400) {
    response.abort()
    throw redirectResponse()
  }
  return recording?.receive(response) ?? response
}

const jsonType = 'application/json'
type Written = { type?: string; bytes?: string | Buffer }

function fail(error: unknown): never {
  throw failureOfError(error)
}

const isSocket = (url: string): boolean => url.startsWith('ws')

/** The type of a body in bytes is named by the request's headers. */
function write(body: Exclude<UpstreamRequest['body'], FormData>, source?: JsonSource): Written {
  if (body === undefined) return {}
  if (body instanceof Uint8Array) return { bytes: Buffer.from(body.buffer, body.byteOffset, body.byteLength) }
  if (body instanceof URLSearchParams) return { type: 'application/x-www-form-urlencoded', bytes: body.toString() }
  const json = source ? writeFromSource(body, source) : JSON.stringify(body)
  // As bytes, a long request is in memory once. Its text would stay beside them while the upstream works.
  const isLong = typeof json === 'string' && json.length > jsonTextMax
  return { type: jsonType, bytes: isLong ? Buffer.from(json) : json }
}

async function writeForm(body: FormData): Promise<Written> {
  const form = new Response(body)
  const type = form.headers.get('content-type') ?? 'multipart/form-data'
  return { type, bytes: Buffer.from(await form.arrayBuffer()) }
}

/** An error body may have any format; if it is not JSON, it is returned as text. */
export function parseLoosely(body: Buffer): unknown {
  const text = body.toString('utf8')
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

export function textHeaders({ headers }: Exchange): Record<string, string> {
  const plain: Record<string, string> = {}
  for (const name in headers) {
    const value = headers[name]
    if (value !== undefined) plain[name] = Array.isArray(value) ? value.join(', ') : value
  }
  return plain
}
