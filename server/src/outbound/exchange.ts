import type { IncomingHttpHeaders } from 'node:http'
import type { Client, Dispatcher } from 'undici'
import { type Agents, OutboundError } from './agents.ts'
import type { Connections } from './connections.ts'
import { Deadlines, type Timed } from './deadlines.ts'
import type { LightSignal } from './light-abort-signal.ts'

export type ExchangeRequest = {
  method: 'GET' | 'POST'
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

/** Who takes the bytes of an answer. `data` says whether it can take more; if not, `resume` is called later. */
export type Sink = { data(chunk: Buffer): boolean; end(): void; error(error: Error): void }

export type Exchange = {
  status: number
  headers: IncomingHttpHeaders
  /** Hands over the bytes, those that came before this call included. Once. */
  pipe(sink: Sink): void
  resume(): void
  /** Ends it now, whatever is still to come; the upstream sees the connection close. */
  abort(): void
}

/** The upstream took too long to begin or to go on: it may have done the work all the same. */
export class UpstreamTimeout extends Error {}

/** It ended before a byte of the request was on its way: the upstream cannot have done anything. */
export class NotSent extends OutboundError {}

/** A header holds characters that HTTP has no place for; nothing was sent. The message is its name. */
export class UnsendableHeader extends Error {}

const unsendableHeader = ({ message, code }: Error & { code?: string }): string | undefined =>
  code === 'UND_ERR_INVALID_ARG' ? /^invalid (\S+) header$/.exec(message)?.[1] : undefined

/**
 * One request and its streamed answer, straight from the connection: no stream objects in between, because every
 * relayed chunk passes here. Resolves when the head has arrived.
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
    const answer = new Answer({ resolve, reject, connections, client }, limits, signal)
    // Its own timeouts are off: they would be three timers per call.
    client.dispatch({ path, method, headers, body, headersTimeout: 0, bodyTimeout: 0 }, answer)
  })
}

/** Who waits for the answer, and the line it comes on. */
type Line = {
  resolve(exchange: Exchange): void
  reject(error: Error): void
  connections: Connections
  client: Client
}

const deadlines = new Deadlines()

class Answer implements Dispatcher.DispatchHandler, Exchange, Timed {
  status = 0
  headers: IncomingHttpHeaders = {}
  place = 0
  readonly #line: Line
  readonly #limits: ExchangeLimits
  readonly #signal: LightSignal
  readonly #stop = () => this.abort()
  readonly #endsAt: number
  /** When the other side last gave a sign of life, or was told that we take more. */
  #since = performance.now()
  #isPaused = false
  #controller: Dispatcher.DispatchController | undefined
  #abortReason: Error | undefined
  #early: Buffer[] = []
  #sink: Sink | undefined
  #ended = false
  #error: Error | undefined

  constructor(line: Line, limits: ExchangeLimits, signal: LightSignal) {
    this.#line = line
    this.#limits = limits
    this.#signal = signal
    this.#endsAt = limits.totalMs ? this.#since + limits.totalMs : Number.POSITIVE_INFINITY
    signal.addEventListener('abort', this.#stop)
    deadlines.watch(this)
  }

  /** Whoever waits for a slow client cannot be late. */
  expireIfDue(now: number) {
    const limitMs = this.status === 0 ? this.#limits.firstByteMs : this.#limits.idleMs
    const isSilent = !this.#isPaused && now - this.#since > limitMs
    if (isSilent || now > this.#endsAt) this.abort(new UpstreamTimeout('timeout'))
  }

  onRequestStart(controller: Dispatcher.DispatchController) {
    this.#controller = controller
    if (this.#abortReason) controller.abort(this.#abortReason)
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders) {
    if (status < 200) return // informational heads come before the real one
    this.#since = performance.now()
    this.status = status
    this.headers = headers
    this.#line.resolve(this)
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer) {
    this.#since = performance.now()
    if (!this.#sink) this.#early.push(chunk)
    else if (!this.#sink.data(chunk)) this.#pause()
  }

  onResponseEnd() {
    this.#close()
    this.#line.connections.giveBack(this.#line.client)
    this.#ended = true
    this.#sink?.end()
  }

  onResponseError(_: Dispatcher.DispatchController, cause: Error) {
    this.#close()
    this.#line.connections.drop(this.#line.client)
    const error = this.#errorOf(cause)
    this.#error = error
    if (this.status === 0) this.#line.reject(error)
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

  pipe(sink: Sink) {
    this.#sink = sink
    const early = this.#early
    this.#early = []
    let hasRoom = true
    for (const chunk of early) hasRoom = sink.data(chunk)
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
    this.#since = performance.now()
    this.#controller?.resume()
  }

  abort(reason: Error = new OutboundError('aborted')) {
    this.#abortReason = reason
    if (this.#controller) return this.#controller.abort(reason)
    // Still waiting for a connection: nobody need wait with it.
    this.#close()
    this.#line.connections.drop(this.#line.client)
    this.#line.reject(new NotSent('aborted', { cause: reason }))
  }

  #close() {
    deadlines.forget(this)
    this.#signal.removeEventListener('abort', this.#stop)
  }
}

/** Reads an answer to its end. More than `bytesMax` is given up. */
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
