import { type Exchange, exchange, readAll } from '../outbound/exchange.ts'
import { UpstreamFailure } from './failure.ts'
import type { Provider, UpstreamRequest } from './providers/provider.ts'
import type { RelayDeps } from './relay-deps.ts'
import { failureOfError } from './upstream-stream.ts'

export type SendDeps = Pick<RelayDeps, 'agents' | 'config'>

const errorBodyMax = 64 * 1024

/** Sends a request and gives the answer once its head says it is one. Anything else becomes the provider's UpstreamFailure. */
export async function send(
  request: UpstreamRequest,
  provider: Provider,
  signal: AbortSignal,
  deps: SendDeps,
): Promise<Exchange> {
  const answer = await dispatch(request, signal, deps)
  if (answer.status >= 200 && answer.status < 300) return answer
  if (answer.status < 400) {
    answer.abort()
    throw new UpstreamFailure('bad_response', {
      status: 502,
      message: 'the upstream sent us elsewhere',
      code: 'redirect',
    })
  }
  const body = await readAll(answer, errorBodyMax).catch(() => Buffer.alloc(0))
  throw provider.failure(answer.status, parseLoosely(body), textHeaders(answer))
}

async function dispatch(
  { method, url, headers, body }: UpstreamRequest,
  signal: AbortSignal,
  { agents, config }: SendDeps,
): Promise<Exchange> {
  const limits = {
    firstByteMs: config.UPSTREAM_FIRST_BYTE_SECONDS * 1000,
    idleMs: config.STREAMING_TIMEOUT * 1000,
    totalMs: config.RELAY_TIMEOUT * 1000,
  }
  try {
    const encoded = await encodeBody(body)
    const sent = { 'user-agent': 'turnpike', 'accept-encoding': 'identity', ...headers, ...encoded.headers }
    for (const [name, value] of Object.entries(sent)) if (/[^\t\x20-\x7e\x80-\xff]/.test(value)) throw badHeader(name)
    return await exchange(agents, { method, url, headers: sent, body: encoded.body }, limits, signal)
  } catch (error) {
    throw failureOfError(error)
  }
}

const badHeader = (name: string) =>
  new UpstreamFailure('bad_key', {
    status: 502,
    message: `the channel's ${name} header holds characters that cannot be sent`,
  })

async function encodeBody(
  body: UpstreamRequest['body'],
): Promise<{ body?: string | Buffer; headers: Record<string, string> }> {
  if (body === undefined) return { headers: {} }
  if (!(body instanceof FormData))
    return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  const form = new Response(body)
  const type = form.headers.get('content-type') ?? 'multipart/form-data'
  return { body: Buffer.from(await form.arrayBuffer()), headers: { 'content-type': type } }
}

/** An error body may be anything; what is not JSON is a text. */
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
