import type { IncomingHttpHeaders } from 'node:http'
import type { Dispatcher } from 'undici'
import { type Agents, OutboundError } from './agents.ts'

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

/**
 * One request and its streamed answer, straight from the connection: no stream objects in between, because every
 * relayed chunk passes here. Resolves when the head has arrived.
 */
export function exchange(
  agents: Agents,
  request: ExchangeRequest,
  limits: ExchangeLimits,
  signal: AbortSignal,
): Promise<Exchange> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(new NotSent('aborted'))
    const { agent, origin, path } = agents.targetOf(request.url)
    const answer = new Answer(resolve, reject)
    const abort = () => answer.abort()
    const timer = limits.totalMs && setTimeout(() => answer.abort(new UpstreamTimeout('timeout')), limits.totalMs)
    signal.addEventListener('abort', abort, { once: true })
    answer.onClose = () => {
      clearTimeout(timer || undefined)
      signal.removeEventListener('abort', abort)
    }
    agent.dispatch(
      {
        origin,
        path,
        method: request.method,
        headers: request.headers,
        body: request.body ?? null,
        headersTimeout: limits.firstByteMs,
        bodyTimeout: limits.idleMs,
      },
      answer,
    )
  })
}

class Answer implements Dispatcher.DispatchHandler, Exchange {
  status = 0
  headers: IncomingHttpHeaders = {}
  onClose: () => void = () => {}
  #controller: Dispatcher.DispatchController | undefined
  #abortReason: Error | undefined
  #early: Buffer[] = []
  #sink: Sink | undefined
  #ended = false
  #error: Error | undefined
  readonly #resolve: (exchange: Exchange) => void
  readonly #reject: (error: Error) => void

  constructor(resolve: (exchange: Exchange) => void, reject: (error: Error) => void) {
    this.#resolve = resolve
    this.#reject = reject
  }

  onRequestStart(controller: Dispatcher.DispatchController) {
    this.#controller = controller
    if (this.#abortReason) controller.abort(this.#abortReason)
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders) {
    if (status < 200) return // informational heads come before the real one
    this.status = status
    this.headers = headers
    this.#resolve(this)
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer) {
    if (!this.#sink) this.#early.push(chunk)
    else if (!this.#sink.data(chunk)) controller.pause()
  }

  onResponseEnd() {
    this.onClose()
    this.#ended = true
    this.#sink?.end()
  }

  onResponseError(_: Dispatcher.DispatchController, cause: Error) {
    this.onClose()
    const error = this.#errorOf(cause)
    this.#error = error
    if (this.status === 0) this.#reject(error)
    else this.#sink?.error(error)
  }

  #errorOf(cause: Error): Error {
    if (cause instanceof UpstreamTimeout) return cause
    if (!this.#controller) return new NotSent('the upstream could not be reached', { cause })
    const isTimeout = /timeout/i.test((cause as { code?: string }).code ?? '')
    return isTimeout
      ? new UpstreamTimeout('timeout', { cause })
      : new OutboundError('the upstream could not be reached', { cause })
  }

  pipe(sink: Sink) {
    this.#sink = sink
    const early = this.#early
    this.#early = []
    let hasRoom = true
    for (const chunk of early) hasRoom = sink.data(chunk)
    if (this.#error) sink.error(this.#error)
    else if (this.#ended) sink.end()
    else if (!hasRoom) this.#controller?.pause()
  }

  resume() {
    this.#controller?.resume()
  }

  abort(reason: Error = new OutboundError('aborted')) {
    this.#abortReason = reason
    if (this.#controller) return this.#controller.abort(reason)
    // Still waiting for a connection: nobody need wait with it.
    this.onClose()
    this.#reject(new NotSent('aborted', { cause: reason }))
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
