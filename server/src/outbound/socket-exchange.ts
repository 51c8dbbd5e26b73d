import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { RawData, WebSocket } from 'ws'
import type { LightSignal } from '../light/light-abort-signal.ts'
import { type Agents, OutboundError } from './agents.ts'
import {
  connectingMsMax,
  type Exchange,
  type ExchangeLimits,
  type ExchangeRequest,
  NotSent,
  UpstreamTimeout,
} from './exchange.ts'
import { UnsendableHeader } from './http/request-bytes.ts'
import { ContainedSink, type Sink } from './sink.ts'
import { openWebSocket } from './web-socket.ts'

const openingMs = 5000
const messageBytesMax = 64 * 1024 * 1024
const refusalBytesMax = 64 * 1024
const lineEnds = /[\r\n]+/g

/**
 * A request that is the first message on its own WebSocket. Every received message is one line of the response, which
 * ends when the upstream closes the connection. A refused handshake is a response with its own status.
 */
export function exchangeBySocket(
  agents: Agents,
  { url, headers, body = '', connecting = { connectingMs: 0 } }: ExchangeRequest,
  limits: ExchangeLimits,
  signal: LightSignal,
): Promise<Exchange> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(new NotSent('aborted'))
    const socket = openSocket(agents, url, headers)
    const startedAt = performance.now()
    const unreachable = (cause?: unknown) => {
      stopWaiting()
      socket.terminate()
      reject(new NotSent('the provider could not be reached', { cause }))
    }
    // Covers the body of a refusal too.
    const leftMs = connectingMsMax - connecting.connectingMs
    const opening = setTimeout(unreachable, Math.min(openingMs, limits.firstByteMs, leftMs))
    const stopWaiting = () => {
      connecting.connectingMs += performance.now() - startedAt
      clearTimeout(opening)
      signal.removeEventListener('abort', unreachable)
    }
    // Not removed: a connection that is given up emits one more error.
    socket.on('error', unreachable)
    signal.addEventListener('abort', unreachable)
    socket.once('unexpected-response', (request: ClientRequest, response: IncomingMessage) => {
      readRefusal(response).then((refusal) => {
        stopWaiting()
        resolve(refusal)
        request.destroy()
      }, unreachable)
    })
    socket.once('open', () => {
      stopWaiting()
      socket.off('error', unreachable)
      const exchange = new SocketExchange(socket, limits, signal)
      socket.send(body.toString())
      resolve(exchange)
    })
  })
}

/** Throws for a target that the policy does not allow, and for a header that cannot be sent. */
function openSocket(agents: Agents, url: string, headers: Record<string, string>): WebSocket {
  const { 'content-type': _, 'accept-encoding': __, ...sent } = headers
  try {
    return openWebSocket(agents, { url, headers: sent, messageBytesMax })
  } catch (error) {
    const header = unsendableHeader(error)
    throw header === undefined ? error : new UnsendableHeader(header)
  }
}

const unsendableHeader = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && error.code === 'ERR_INVALID_CHAR'
    ? /\["([^"]+)"\]/.exec(error.message)?.[1]
    : undefined

/** Codes with which a connection is closed as planned. Any other, and a connection that just ends, is a failure. */
const plannedCloses: ReadonlySet<number> = new Set([1000, 1001, 1005])

/** Messages that came before the sink, and the sink's pauses, are kept by the paused connection itself. */
class SocketExchange implements Exchange {
  readonly status = 200
  readonly headers: IncomingHttpHeaders = { 'content-type': 'application/x-ndjson' }
  readonly #socket: WebSocket
  readonly #limits: ExchangeLimits
  readonly #signal: LightSignal
  readonly #onAbort = () => this.abort()
  #sink: Sink | undefined
  #idle: NodeJS.Timeout | undefined
  readonly #total: NodeJS.Timeout | undefined
  #error: Error | undefined
  #hasMessage = false
  #isClosed = false

  constructor(socket: WebSocket, limits: ExchangeLimits, signal: LightSignal) {
    this.#socket = socket
    this.#limits = limits
    this.#signal = signal
    socket.pause()
    signal.addEventListener('abort', this.#onAbort)
    if (limits.totalMs) this.#total = setTimeout(() => this.#expire(), limits.totalMs)
    socket.on('message', (data) => this.#take(data))
    socket.on('error', (cause) => {
      this.#error ??= new OutboundError('the provider could not be reached', { cause })
    })
    socket.on('close', (code) => this.#close(code))
    this.#watch()
  }

  pipe(receiver: Sink) {
    this.#sink = new ContainedSink(receiver, () => this.abort())
    if (this.#isClosed) this.#finish()
    else this.resume()
  }

  resume() {
    if (this.#isClosed) return
    this.#watch()
    this.#socket.resume()
  }

  abort(reason: Error = new OutboundError('aborted')) {
    this.#error ??= reason
    this.#socket.terminate()
  }

  #take(data: RawData) {
    if (this.#error) return
    this.#hasMessage = true
    const line = Buffer.from(`${data.toString().replace(lineEnds, ' ')}\n`)
    if (this.#sink?.data(line)) this.#watch()
    else this.#pause()
  }

  /** The idle deadline does not run while reading is paused for a slow client. */
  #pause() {
    clearTimeout(this.#idle)
    this.#socket.pause()
  }

  #watch() {
    clearTimeout(this.#idle)
    if (this.#isClosed) return
    const ms = this.#hasMessage ? this.#limits.idleMs : this.#limits.firstByteMs
    this.#idle = setTimeout(() => this.#expire(), ms)
  }

  #expire() {
    this.abort(new UpstreamTimeout('timeout'))
  }

  #close(code: number) {
    this.#isClosed = true
    clearTimeout(this.#idle)
    clearTimeout(this.#total)
    this.#signal.removeEventListener('abort', this.#onAbort)
    if (!plannedCloses.has(code)) this.#error ??= new OutboundError('the provider closed the connection')
    if (this.#sink) this.#finish()
  }

  #finish() {
    if (this.#error) this.#sink?.error(this.#error)
    else this.#sink?.end()
  }
}

async function readRefusal(response: IncomingMessage): Promise<Exchange> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response) {
    chunks.push(chunk)
    length += chunk.length
    if (length > refusalBytesMax) break
  }
  const { statusCode: status = 502, headers } = response
  return {
    status,
    headers,
    pipe(receiver) {
      const sink = new ContainedSink(receiver, () => {})
      for (const chunk of chunks) sink.data(chunk)
      sink.end()
    },
    resume() {},
    abort() {},
  }
}
