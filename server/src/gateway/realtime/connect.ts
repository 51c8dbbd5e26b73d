import type { ClientRequest, IncomingMessage } from 'node:http'
import { WebSocket } from 'ws'
import type { LightSignal } from '../../outbound/light-abort-signal.ts'
import { notSent } from '../call/upstream-failures.ts'
import type { RelayDeps } from '../entry/relay-deps.ts'
import { UpstreamFailure } from '../forms/failure.ts'
import { type Channel, targetOf } from '../routing/channel.ts'
import { eventBytesMax } from './event.ts'

const handshakeMs = 30_000
const errorBodyMax = 64 * 1024

const unreachable = () =>
  new UpstreamFailure('network', { status: 502, message: 'the upstream could not be reached', code: notSent })

/**
 * A line to the upstream, as its provider says. Nothing is read from it until someone listens. Until the line is open
 * nothing was asked, so whatever fails may be tried elsewhere.
 */
export async function connectRealtime(
  channel: Channel,
  model: string,
  signal: LightSignal,
  { agents }: RelayDeps,
): Promise<WebSocket> {
  const { provider } = channel
  const place = provider.realtime?.(targetOf(channel, model))
  if (!place)
    throw new UpstreamFailure('unsupported', {
      status: 501,
      message: 'This channel type does not support this kind of request yet',
      code: 'not_supported',
    })
  const { promise, resolve, reject } = Promise.withResolvers<WebSocket>()
  const giveUp = () => reject(unreachable())
  signal.addEventListener('abort', giveUp)
  let socket: WebSocket | undefined
  try {
    if (signal.aborted) throw unreachable()
    socket = open(place, agents)
    socket.once('open', () => {
      socket?.pause()
      if (socket) resolve(socket)
    })
    socket.once('unexpected-response', (request: ClientRequest, response: IncomingMessage) => {
      readRefusal(response).then((body) => {
        request.destroy()
        const { statusCode = 502 } = response
        reject(statusCode < 400 ? redirected() : provider.failure(statusCode, body, textHeaders(response)))
      }, giveUp)
    })
    socket.on('error', giveUp)
    return await promise
  } catch (error) {
    socket?.terminate()
    throw error instanceof UpstreamFailure ? error : unreachable()
  } finally {
    signal.removeEventListener('abort', giveUp)
  }
}

type Place = { url: string; headers: Record<string, string>; protocols?: string[] }

function open({ url, headers, protocols = [] }: Place, agents: RelayDeps['agents']): WebSocket {
  return new WebSocket(url, protocols, {
    headers: { 'user-agent': 'turnpike', ...headers },
    lookup: agents.lookupFor(new URL(url.replace(/^ws/, 'http'))),
    handshakeTimeout: handshakeMs,
    maxPayload: eventBytesMax,
    perMessageDeflate: false,
    followRedirects: false,
  })
}

const redirected = () =>
  new UpstreamFailure('bad_response', { status: 502, message: 'the upstream sent us elsewhere', code: 'redirect' })

async function readRefusal(response: IncomingMessage): Promise<unknown> {
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
