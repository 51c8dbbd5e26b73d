import type { IncomingHttpHeaders } from 'node:http'
import { Deadlines, type Timed } from '../light/deadlines.ts'
import type { LightSignal } from '../light/light-abort-signal.ts'
import { type Agents, OutboundError } from './agents.ts'
import type { Connections, Requester } from './connections.ts'
import { type Connection, StaleConnection } from './http/connection.ts'
import { requestBytes } from './http/request-bytes.ts'
import type { ResponseHead } from './http/response-head.ts'
import { ContainedSink, type Sink } from './sink.ts'

export type ExchangeRequest = {
  method: 'GET' | 'POST' | 'DELETE'
  url: string
  headers: Record<string, string>
  body?: string | Buffer
  /** The user of the request. Users share a connection only after it has rested. */
  user?: number | undefined
  /** The call of the request; a request without one may connect for as long as a call. */
  connecting?: Connecting | undefined
  /** The request may be sent a second time, although the upstream may have worked on the first. */
  isRepeatable?: boolean
}
/** The time that a call has spent on connecting, over all of its requests. */
export type Connecting = { connectingMs: number }
export type ExchangeLimits = {
  firstByteMs: number
  idleMs: number
  /** For the whole exchange; without it, or with 0, there is no limit. */
  totalMs?: number
}

export type Exchange = {
  status: number
  headers: IncomingHttpHeaders
  /** Sends the bytes to the sink, including those that arrived before this call. May be called once. */
  pipe(sink: Sink): void
  /**
   * The sink can take more. The first call also says that the response has a reader: from then on a pause means that the
   * reader is slow, and the idle deadline does not run during the pause.
   */
  resume(): void
  /** Ends the exchange now; the upstream sees the connection close. */
  abort(): void
}

/** The upstream missed the deadline for the first byte or for the next one; it may still have done the work. */
export class UpstreamTimeout extends Error {}

/** How long a call may connect in all, however many upstreams and addresses it tries. */
export const connectingMsMax = 10_000

/** The exchange ended before a byte of the request was sent: the upstream cannot have done any work. */
export class NotSent extends OutboundError {}

/**
 * One request and its streamed response, straight from the connection: no stream objects in between, because every
 * relayed chunk passes here. Resolves when the response head has arrived.
 */
export function exchange(
  agents: Agents,
  request: ExchangeRequest,
  limits: ExchangeLimits,
  signal: LightSignal,
): Promise<Exchange> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(new NotSent('aborted'))
    const { connections, path } = agents.destinationOf(request.url)
    const { method, headers, body } = request
    const pieces = requestBytes({ method, path, host: connections.host, headers }, body)
    const repeat = request.isRepeatable ? { connections, pieces } : undefined
    connections.send(pieces, new PendingExchange({ resolve, reject }, request, limits, signal, repeat))
  })
}

type Settle = { resolve(exchange: Exchange): void; reject(error: Error): void }
/** The bytes of a request, to be sent again, and the list that opens a connection for them. */
type Repeat = { connections: Connections; pieces: Buffer[] }

const deadlines = new Deadlines()

class PendingExchange implements Requester, Exchange, Timed {
  status = 0
  headers: IncomingHttpHeaders = {}
  index = 0
  isOver = false
  readonly user: number | undefined
  readonly #settle: Settle
  readonly #connecting: Connecting
  readonly #limits: ExchangeLimits
  readonly #signal: LightSignal
  readonly #onAbort = () => this.abort()
  readonly #endsAt: number
  /** Only while a used connection may turn out to be closed: a request is repeated once, and need not stay in memory. */
  #repeat: Repeat | undefined
  #connectingSince: number
  #isConnecting = true
  /** When the upstream last sent bytes, or reading was resumed. */
  #activeAt = performance.now()
  #isPaused = false
  #hasReader = false
  /** Only while it serves this exchange. */
  #connection: Connection | undefined
  /** At least once: the upstream may have done work. */
  #isSent = false
  #buffered: Buffer[] = []
  #sink: Sink | undefined
  #error: Error | undefined

  constructor(
    settle: Settle,
    request: ExchangeRequest,
    limits: ExchangeLimits,
    signal: LightSignal,
    repeat: Repeat | undefined,
  ) {
    this.#settle = settle
    this.user = request.user
    this.#connecting = request.connecting ?? { connectingMs: 0 }
    this.#limits = limits
    this.#signal = signal
    this.#repeat = repeat
    this.#connectingSince = this.#activeAt
    this.#endsAt = limits.totalMs ? this.#activeAt + limits.totalMs : Number.POSITIVE_INFINITY
    signal.addEventListener('abort', this.#onAbort)
    deadlines.watch(this)
  }

  /** The idle deadline does not run while a slow reader pauses. It runs until reading has begun. */
  expireIfDue(now: number) {
    if (this.#isConnecting && this.#connecting.connectingMs + now - this.#connectingSince > connectingMsMax)
      return this.abort(new OutboundError('no connection in time'))
    const limitMs = this.status === 0 ? this.#limits.firstByteMs : this.#limits.idleMs
    const isSilent = !(this.#isPaused && this.#hasReader) && now - this.#activeAt > limitMs
    if (isSilent || now > this.#endsAt) this.abort(new UpstreamTimeout('timeout'))
  }

  take(connection: Connection) {
    this.#connection = connection
    if (!connection.hasServed) this.#repeat = undefined
  }

  sent() {
    this.#endConnecting()
    this.#isSent = true
  }

  #endConnecting() {
    if (!this.#isConnecting) return
    this.#isConnecting = false
    this.#connecting.connectingMs += performance.now() - this.#connectingSince
  }

  head({ status, headers }: ResponseHead) {
    this.#activeAt = performance.now()
    this.#repeat = undefined
    this.status = status
    this.headers = headers
    this.#settle.resolve(this)
  }

  data(chunk: Buffer) {
    this.#activeAt = performance.now()
    if (!this.#sink) this.#buffered.push(chunk)
    else if (!this.#sink.data(chunk)) this.#pause()
  }

  end() {
    this.#finish()
    this.#sink?.end()
  }

  error(cause: Error) {
    const repeat = this.#repeat
    if (repeat && cause instanceof StaleConnection) return this.#sendAgain(repeat)
    this.#endConnecting()
    this.#finish()
    const error = this.#errorOf(cause)
    this.#error = error
    if (this.status === 0) this.#settle.reject(error)
    else this.#sink?.error(error)
  }

  /** The deadline for the first byte is still the one of the first connection. */
  #sendAgain({ connections, pieces }: Repeat) {
    this.#isConnecting = true
    this.#connectingSince = performance.now()
    connections.sendOnNew(pieces, this)
  }

  #errorOf(cause: Error): Error {
    if (!this.#isSent) return new NotSent('the provider could not be reached', { cause })
    return cause instanceof UpstreamTimeout ? cause : new OutboundError('the provider could not be reached', { cause })
  }

  pipe(receiver: Sink) {
    const sink = new ContainedSink(receiver, () => this.abort())
    this.#sink = sink
    const buffered = this.#buffered
    this.#buffered = []
    let hasRoom = true
    for (const chunk of buffered) hasRoom = sink.data(chunk)
    if (this.#error) sink.error(this.#error)
    else if (this.isOver) sink.end()
    else if (!hasRoom) this.#pause()
  }

  #pause() {
    this.#isPaused = true
    this.#connection?.pause()
  }

  resume() {
    this.#hasReader = true
    this.#isPaused = false
    this.#activeAt = performance.now()
    this.#connection?.resume()
  }

  abort(reason: Error = new OutboundError('aborted')) {
    if (this.isOver) return
    if (this.#connection) this.#connection.abort(reason)
    else this.error(reason)
  }

  #finish() {
    this.isOver = true
    this.#repeat = undefined
    this.#connection = undefined
    deadlines.forget(this)
    this.#signal.removeEventListener('abort', this.#onAbort)
  }
}

/** Reads a response to its end; throws ResponseTooLarge beyond `bytesMax`. */
export function readAll(response: Exchange, bytesMax: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    response.pipe({
      data(chunk) {
        length += chunk.length
        if (length > bytesMax) {
          response.abort()
          reject(new ResponseTooLarge())
        } else chunks.push(chunk)
        return true
      },
      end: () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)),
      error: reject,
    })
  })
}

export class ResponseTooLarge extends Error {}
