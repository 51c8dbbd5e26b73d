import { type Exchange, exchange, readAll } from '../../outbound/exchange.ts'
import type { LightSignal } from '../../outbound/light-abort-signal.ts'
import type { RelayDeps } from '../entry/relay-deps.ts'
import type { Provider, UpstreamRequest } from '../providers/provider.ts'
import { failureOfError, redirectResponse } from './upstream-failures.ts'

export type SendDeps = Pick<RelayDeps, 'agents' | 'config'>

const errorBodyMax = 64 * 1024

/** Sends a request and returns the response when its status is 2xx. Any other becomes the provider's UpstreamFailure. */
export async function send(
  request: UpstreamRequest,
  provider: Provider,
  signal: LightSignal,
  deps: SendDeps,
): Promise<Exchange> {
  const body = request.body instanceof FormData ? await writeForm(request.body) : writeJson(request.body)
  const answer = await dispatch(request, body, signal, deps).catch(fail)
  if (answer.status >= 200 && answer.status < 300) return answer
  if (answer.status < 400) {
    answer.abort()
    throw redirectResponse()
  }
  const said = await readAll(answer, errorBodyMax).catch(() => Buffer.alloc(0))
  throw provider.failure(answer.status, parseLoosely(said), textHeaders(answer))
}

type Written = { type?: string; bytes?: string | Buffer }

function dispatch(
  { method, url, headers }: UpstreamRequest,
  { type, bytes }: Written,
  signal: LightSignal,
  { agents, config }: SendDeps,
): Promise<Exchange> {
  const sent: Record<string, string> = { 'user-agent': 'turnpike', 'accept-encoding': 'identity', ...headers }
  if (type) sent['content-type'] = type
  const limits = {
    firstByteMs: config.UPSTREAM_FIRST_BYTE_SECONDS * 1000,
    idleMs: config.STREAMING_TIMEOUT * 1000,
    totalMs: config.RELAY_TIMEOUT * 1000,
  }
  return exchange(agents, { method, url, headers: sent, ...(bytes !== undefined && { body: bytes }) }, limits, signal)
}

function fail(error: unknown): never {
  throw failureOfError(error)
}

const writeJson = (body: object | undefined): Written =>
  body === undefined ? {} : { type: 'application/json', bytes: JSON.stringify(body) }

async function writeForm(body: FormData): Promise<Written> {
  const form = new Response(body)
  const type = form.headers.get('content-type') ?? 'multipart/form-data'
  return { type, bytes: Buffer.from(await form.arrayBuffer()) }
}

/** An error body may be anything; one that is not JSON is a text. */
function parseLoosely(body: Buffer): unknown {
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
