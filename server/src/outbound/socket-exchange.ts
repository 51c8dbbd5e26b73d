import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { type RawData, WebSocket } from 'ws'
import { type Agents, OutboundError } from './agents.ts'
import { type Exchange, type ExchangeLimits, type ExchangeRequest, NotSent, UpstreamTimeout } from './exchange.ts'
import type { LightSignal } from './light-abort-signal.ts'
import { ContainedSink, type Sink } from './sink.ts'

const handshakeMs = 10_000
const messageBytesMax = 64 * 1024 * 1024
const refusalBytesMax = 64 * 1024
const lineEnds = /[\r\n]+/g

/**
 * A request that is the first message on a WebSocket of its own. Every message that comes back is one line of the
 * response, which ends when the upstream closes the connection. A refused handshake is a response with its own status.
 */
export function exchangeBySocket(
  agents: Agents,
  { url, headers, body = '' }: ExchangeRequest,
  limits: ExchangeLimits,
  signal: LightSignal,
): Promise<Exchange> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(new NotSent('aborted'))
    const { 'content-type': _, 'accept-encoding': __, ...sent } = headers
    const socket = new WebSocket(url, {
      headers: sent,
      lookup: agents.lookupFor(new URL(url.replace(/^ws/, 'http'))),
      handshakeTimeout: handshakeMs,
      maxPayload: messageBytesMax,
      perMessageDeflate: false,
      followRedirects: false,
    })
    const unreachable = (cause?: unknown) => {
      signal.removeEventListener('abort', unreachable)
      socket.terminate()
      reject(new NotSent('the upstream could not be reached', { cause }))
    }
    socket.on('error', unreachable)
    signal.addEventListener('abort', unreachable)
    socket.once('unexpected-response', (request: ClientRequest, response: IncomingMessage) => {
      readRefusal(response).then((refusal) => {
        signal.removeEventListener('abort', unreachable)
        request.destroy()
        resolve(refusal)
      }, unreachable)
    })
    socket.once('open', () => {
      socket.off('error', unreachable)
      signal.removeEventListener('abort', unreachable)
      socket.send(body.toString())
      resolve(new SocketExchange(socket, limits, signal))
    })
  })
}

/** Messages that came before the sink, and the sink's pauses, are kept by the socket itself. */
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

  constructor(socket: WebSocket, limits: ExchangeLimits, signal: LightSignal) {
    this.#socket = socket
    this.#limits = limits
    this.#signal = signal
    socket.pause()
    signal.addEventListener('abort', this.#onAbort)
    if (limits.totalMs) this.#total = setTimeout(() => this.#expire(), limits.totalMs)
    socket.on('message', (data) => this.#take(data))
    socket.on('error', (cause) => {
      this.#error ??= new OutboundError('the upstream could not be reached', { cause })
    })
    socket.on('close', () => this.#close())
    this.#watch()
  }

  pipe(receiver: Sink) {
    this.#sink = new ContainedSink(receiver, () => this.abort())
    if (this.#socket.readyState === WebSocket.CLOSED) return this.#finish()
    this.resume()
  }

  resume() {
    this.#watch()
    this.#socket.resume()
  }

  abort(reason: Error = new OutboundError('aborted')) {
    this.#error ??= reason
    this.#socket.terminate()
  }

  #take(data: RawData) {
    this.#hasMessage = true
    this.#watch()
    const line = Buffer.from(`${data.toString().replace(lineEnds, ' ')}\n`)
    if (this.#sink?.data(line)) return
    clearTimeout(this.#idle) // the deadline does not run while a slow client is waited for
    this.#socket.pause()
  }

  #watch() {
    clearTimeout(this.#idle)
    const ms = this.#hasMessage ? this.#limits.idleMs : this.#limits.firstByteMs
    this.#idle = setTimeout(() => this.#expire(), ms)
  }

  #expire() {
    this.abort(new UpstreamTimeout('timeout'))
  }

  #close() {
    clearTimeout(this.#idle)
    clearTimeout(this.#total)
    this.#signal.removeEventListener('abort', this.#onAbort)
    if (this.#sink) this.#finish()
  }

  #finish() {
    if (this.#error) this.#sink?.error(this.#error)
    else this.#sink?.end()
  }
}

/** The answer to a handshake that was refused. */
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
    pipe(sink) {
      for (const chunk of chunks) sink.data(chunk)
      sink.end()
    },
    resume() {},
    abort() {},
  }
}
