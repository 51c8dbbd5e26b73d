import type { ClientRequest, IncomingMessage } from 'node:http'
import type { WebSocket } from 'ws'
import type { LightSignal } from '../../light/light-abort-signal.ts'
import { connectingMsMax, NotSent } from '../../outbound/exchange.ts'
import { openWebSocket } from '../../outbound/web-socket.ts'
import type { Attempts } from '../call/attempts.ts'
import type { Call } from '../call/call.ts'
import { failureOfError, unsupportedOperation } from '../call/upstream-failures.ts'
import type { RelayDeps } from '../entry/relay-deps.ts'
import { UpstreamFailure } from '../forms/failure.ts'
import { overriddenFor } from '../overrides/override-call.ts'
import { type Channel, resolveUpstream } from '../routing/channel.ts'
import { eventBytesMax } from './event.ts'
import { realtimePath } from './upgrade.ts'

const errorBodyMax = 64 * 1024

const unreachable = (cause?: unknown) => failureOfError(new NotSent('the provider could not be reached', { cause }))

/**
 * Connects to the upstream at the provider's realtime endpoint. The connection is paused until the session listens. Until
 * it is open the upstream has done no work, so any failure may be retried on another channel.
 */
export async function connectRealtime(
  channel: Channel,
  call: Pick<Call, 'model' | 'caller' | 'clientHeaders'>,
  attempts: Attempts,
  signal: LightSignal,
  { agents }: RelayDeps,
): Promise<WebSocket> {
  const { provider, target, proxy } = resolveUpstream(channel, call.model)
  const endpoint = provider.realtime?.(target)
  if (!endpoint) throw unsupportedOperation('this kind of request')
  const handshake = { method: 'GET' as const, url: endpoint.url, headers: endpoint.headers }
  const facts = { call, attempts, path: realtimePath, upstreamModel: target.model }
  const { headers } = overriddenFor(channel, handshake, facts)?.request ?? endpoint
  const { promise, resolve, reject } = Promise.withResolvers<WebSocket>()
  const giveUp = (cause?: unknown) => reject(unreachable(cause))
  const startedAt = performance.now()
  const timer = setTimeout(giveUp, connectingMsMax - attempts.connectingMs)
  signal.addEventListener('abort', giveUp)
  let socket: WebSocket | undefined
  try {
    if (signal.aborted) throw unreachable()
    const { url, protocols = [] } = endpoint
    const sent = { 'user-agent': 'turnpike', ...headers }
    socket = openWebSocket(agents.through(proxy), { url, headers: sent, protocols, messageBytesMax: eventBytesMax })
    socket.once('open', () => {
      socket?.pause()
      if (socket) resolve(socket)
    })
    socket.once('unexpected-response', (request: ClientRequest, response: IncomingMessage) => {
      readRefusalBody(response).then((body) => {
        request.destroy()
        const { statusCode = 502 } = response
        reject(statusCode < 400 ? redirectRefused() : provider.failure(statusCode, body, textHeaders(response)))
      }, giveUp)
    })
    socket.on('error', giveUp)
    return await promise
  } catch (error) {
    socket?.terminate()
    throw error instanceof UpstreamFailure ? error : unreachable()
  } finally {
    clearTimeout(timer)
    attempts.connectingMs += performance.now() - startedAt
    signal.removeEventListener('abort', giveUp)
  }
}

const redirectRefused = () =>
  new UpstreamFailure('bad_response', { status: 502, message: 'the provider sent a redirect', code: 'redirect' })

async function readRefusalBody(response: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response) {
    chunks.push(chunk)
    length += chunk.length
    if (length > errorBodyMax) break
  }
  const text = Buffer.concat(chunks).toString('utf8')
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function textHeaders({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
}
