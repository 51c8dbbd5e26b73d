import type { ClientRequest, IncomingMessage } from 'node:http'
import { WebSocket } from 'ws'
import type { LightSignal } from '../../light/light-abort-signal.ts'
import { connectingMsMax } from '../../outbound/exchange.ts'
import type { Attempts } from '../call/attempts.ts'
import type { Call } from '../call/call.ts'
import { notSent, unsupportedOperation } from '../call/upstream-failures.ts'
import type { RelayDeps } from '../entry/relay-deps.ts'
import { UpstreamFailure } from '../forms/failure.ts'
import { overriddenFor } from '../overrides/override-call.ts'
import { type Channel, resolveUpstream } from '../routing/channel.ts'
import { eventBytesMax } from './event.ts'
import { realtimePath } from './upgrade.ts'

const errorBodyMax = 64 * 1024

const unreachable = () =>
  new UpstreamFailure('network', { status: 502, message: 'the upstream could not be reached', code: notSent })

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
  const { provider, target } = resolveUpstream(channel, call.model)
  const endpoint = provider.realtime?.(target)
  if (!endpoint) throw unsupportedOperation('this kind of request')
  const handshake = { method: 'GET' as const, url: endpoint.url, headers: endpoint.headers }
  const facts = { call, attempts, path: realtimePath, upstreamModel: target.model }
  const { headers } = overriddenFor(channel, handshake, facts)?.request ?? endpoint
  const { promise, resolve, reject } = Promise.withResolvers<WebSocket>()
  const giveUp = () => reject(unreachable())
  const startedAt = performance.now()
  const timer = setTimeout(giveUp, connectingMsMax - attempts.connectingMs)
  signal.addEventListener('abort', giveUp)
  let socket: WebSocket | undefined
  try {
    if (signal.aborted) throw unreachable()
    socket = openSocket({ ...endpoint, headers }, agents)
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

type RealtimeEndpoint = { url: string; headers: Record<string, string>; protocols?: string[] }

function openSocket({ url, headers, protocols = [] }: RealtimeEndpoint, agents: RelayDeps['agents']): WebSocket {
  return new WebSocket(url, protocols, {
    headers: { 'user-agent': 'turnpike', ...headers },
    lookup: agents.lookupFor(new URL(url.replace(/^ws/, 'http'))),
    maxPayload: eventBytesMax,
    perMessageDeflate: false,
    followRedirects: false,
  })
}

const redirectRefused = () =>
  new UpstreamFailure('bad_response', { status: 502, message: 'the upstream sent us elsewhere', code: 'redirect' })

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
