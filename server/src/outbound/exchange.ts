import type { IncomingHttpHeaders } from 'node:http'
import type { Client, Dispatcher } from 'undici'
import { type Agents, OutboundError } from './agents.ts'
import type { Connections } from './connections.ts'
import { Deadlines, type Timed } from './deadlines.ts'
import type { LightSignal } from './light-abort-signal.ts'
import { ContainedSink, type Sink } from './sink.ts'

export type ExchangeRequest = {
  method: 'GET' | 'POST' | 'DELETE'
  url: string
  headers: Record<string, string>
  body?: string | Buffer
}
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
  resume(): void
  /** Ends the exchange now; the upstream sees the connection close. */
  abort(): void
}

/** The upstream missed the deadline for the first byte or for the next one; it may still have done the work. */
export class UpstreamTimeout extends Error {}

/** The exchange ended before a byte of the request was sent: the upstream cannot have done any work. */
export class NotSent extends OutboundError {}

/** A header holds characters that HTTP does not allow; nothing was sent. The message is the header's name. */
export class UnsendableHeader extends Error {}

const unsendableHeader = ({ message, code }: Error & { code?: string }): string | undefined =>
  code === 'UND_ERR_INVALID_ARG' ? /^invalid (\S+) header$/.exec(message)?.[1] : undefined

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
    const { connections, path } = agents.targetOf(request.url)
    const { method, headers, body = null } = request
    const client = connections.take()
    const answer = new ResponseHandler({ resolve, reject, connections, client }, limits, signal)
    // Undici's own timeouts are off: they would be three timers per call.
    client.dispatch({ path, method, headers, body, headersTimeout: 0, bodyTimeout: 0 }, answer)
  })
}

/** The promise of the response, and the connection that carries it. */
type PendingExchange = {
  resolve(exchange: Exchange): void
  reject(error: Error): void
  connections: Connections
  client: Client
}

const deadlines = new Deadlines()

class ResponseHandler implements Dispatcher.DispatchHandler, Exchange, Timed {
  status = 0
  headers: IncomingHttpHeaders = {}
  index = 0
  readonly #pending: PendingExchange
  readonly #limits: ExchangeLimits
  readonly #signal: LightSignal
  readonly #onAbort = () => this.abort()
  readonly #endsAt: number
  /** When the upstream last sent bytes, or reading was resumed. */
  #activeAt = performance.now()
  #isPaused = false
  #controller: Dispatcher.DispatchController | undefined
  #abortReason: Error | undefined
  #buffered: Buffer[] = []
  #sink: Sink | undefined
  #ended = false
  #error: Error | undefined

  constructor(pending: PendingExchange, limits: ExchangeLimits, signal: LightSignal) {
    this.#pending = pending
    this.#limits = limits
    this.#signal = signal
    this.#endsAt = limits.totalMs ? this.#activeAt + limits.totalMs : Number.POSITIVE_INFINITY
    signal.addEventListener('abort', this.#onAbort)
    deadlines.watch(this)
  }

  /** The idle deadline does not run while reading is paused for a slow client. */
  expireIfDue(now: number) {
    const limitMs = this.status === 0 ? this.#limits.firstByteMs : this.#limits.idleMs
    const isSilent = !this.#isPaused && now - this.#activeAt > limitMs
    if (isSilent || now > this.#endsAt) this.abort(new UpstreamTimeout('timeout'))
  }

  onRequestStart(controller: Dispatcher.DispatchController) {
    this.#controller = controller
    if (this.#abortReason) controller.abort(this.#abortReason)
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders) {
    if (status < 200) return // informational heads come before the real one
    this.#activeAt = performance.now()
    this.status = status
    this.headers = headers
    controller.rawHeaders = null // undici would keep their buffers as long as the stream is open
    this.#pending.resolve(this)
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer) {
    this.#activeAt = performance.now()
    if (!this.#sink) this.#buffered.push(chunk)
    else if (!this.#sink.data(chunk)) this.#pause()
  }

  onResponseEnd() {
    this.#close()
    this.#pending.connections.giveBack(this.#pending.client)
    this.#ended = true
    this.#sink?.end()
  }

  onResponseError(_: Dispatcher.DispatchController, cause: Error) {
    this.#close()
    this.#pending.connections.drop(this.#pending.client)
    const error = this.#errorOf(cause)
    this.#error = error
    if (this.status === 0) this.#pending.reject(error)
    else this.#sink?.error(error)
  }

  #errorOf(cause: Error): Error {
    if (cause instanceof UpstreamTimeout) return cause
    const header = unsendableHeader(cause)
    if (header) return new UnsendableHeader(header)
    return this.#controller
      ? new OutboundError('the upstream could not be reached', { cause })
      : new NotSent('the upstream could not be reached', { cause })
  }

  pipe(receiver: Sink) {
    const sink = new ContainedSink(receiver, () => this.abort())
    this.#sink = sink
    const buffered = this.#buffered
    this.#buffered = []
    let hasRoom = true
    for (const chunk of buffered) hasRoom = sink.data(chunk)
    if (this.#error) sink.error(this.#error)
    else if (this.#ended) sink.end()
    else if (!hasRoom) this.#pause()
  }

  #pause() {
    this.#isPaused = true
    this.#controller?.pause()
  }

  resume() {
    this.#isPaused = false
    this.#activeAt = performance.now()
    this.#controller?.resume()
  }

  abort(reason: Error = new OutboundError('aborted')) {
    this.#abortReason = reason
    if (this.#controller) return this.#controller.abort(reason)
    // No connection yet: reject now instead of when it is made.
    this.#close()
    this.#pending.connections.drop(this.#pending.client)
    this.#pending.reject(new NotSent('aborted', { cause: reason }))
  }

  #close() {
    deadlines.forget(this)
    this.#signal.removeEventListener('abort', this.#onAbort)
  }
}

/** Reads a response to its end; throws AnswerTooLarge beyond `bytesMax`. */
export function readAll(answer: Exchange, bytesMax: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    answer.pipe({
      data(chunk) {
        length += chunk.length
        if (length > bytesMax) {
          answer.abort()
          reject(new AnswerTooLarge())
        } else chunks.push(chunk)
        return true
      },
      end: () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)),
      error: reject,
    })
  })
}

export class AnswerTooLarge extends Error {}
