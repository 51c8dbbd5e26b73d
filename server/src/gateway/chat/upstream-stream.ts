import type { Usage } from '../../domain/money/pricing/usage.ts'
import type { Exchange } from '../../outbound/exchange.ts'
import type { Sink } from '../../outbound/sink.ts'
import { emptyResponse, failureOfError } from '../call/upstream-failures.ts'
import type { ClientError } from '../dialects/dialect.ts'
import type { Refusal } from '../entry/errors/refusals.ts'
import { UpstreamFailure } from '../forms/failure.ts'
import type { UpstreamRequest } from '../providers/provider.ts'
import { EventPump, type PumpParts } from './event-pump.ts'
import { type Output, PendingOutput } from './pending-output.ts'

/** How long after the last finish reason the upstream may still send usage. */
const closingMs = 5000

/** How a stream ended: complete, or broken by the client, the upstream or the gateway. */
export type StreamEnd =
  | { reason: 'done' }
  | { reason: 'client_gone' }
  | { reason: 'failed'; failure: UpstreamFailure }
  | { reason: 'stopped'; refusal: Refusal }

type Parts = PumpParts & { exchange: Exchange }

/**
 * One streamed response between upstream and client, from its first byte to its end. An EventPump takes its events, and
 * a PendingOutput keeps the bytes for the client. Nothing is sent before the first output, so an upstream that fails
 * after its status 200 is still a failed attempt. After the last finish reason, bytes are kept until the charge is
 * durable.
 */
export class UpstreamStream implements Sink {
  /** Resolves with the first output; rejects with the failure if there is none. */
  readonly started: Promise<void>
  readonly ended: Promise<StreamEnd>
  firstByteAt: number | undefined
  readonly #parts: Parts
  readonly #output = new PendingOutput()
  readonly #pump: EventPump
  readonly #begin = Promise.withResolvers<void>()
  readonly #end = Promise.withResolvers<StreamEnd>()
  #isOver = false
  /** The end of the response. It waits for the unsent events. */
  #conclusion: (() => void) | undefined
  #closing: NodeJS.Timeout | undefined

  constructor(parts: Parts) {
    this.#parts = parts
    this.#pump = new EventPump(parts, this.#output)
    this.started = this.#begin.promise
    this.ended = this.#end.promise
    this.started.catch(() => {}) // openStream awaits it; a rejection after that must not end the process
    parts.exchange.pipe(this)
  }

  /** Sends output to the client from now on, beginning with the kept bytes. */
  attach(output: Output) {
    this.#output.attach(output)
    if (this.#isOver) this.#output.flush()
    else this.resume()
  }

  /** The bytes kept since the last finish reason, and the end of the stream. */
  takeTail(usage: Usage): (Buffer | string)[] {
    return [...this.#output.takeTail(), this.#parts.finish(usage)]
  }

  /** The end of a stream that failed, in the client's dialect. */
  takeFailure(error: ClientError): string {
    return this.#parts.fail(error)
  }

  /** The request that stops the upstream's work, if the upstream has one. */
  stopRequest(sent: UpstreamRequest): UpstreamRequest | undefined {
    return this.#parts.decoder.stop?.(sent)
  }

  data(bytes: Buffer): boolean {
    if (this.#isOver) return true
    this.firstByteAt ??= performance.now()
    return this.#forward(bytes)
  }

  end() {
    if (this.#isOver) return
    this.#parts.source.end()
    this.#forward()
    this.#afterUnsent(() => this.#complete())
  }

  error(error: Error) {
    if (!this.#isOver) this.#afterUnsent(() => this.#fail(failureOfError(error)))
  }

  /** The client hung up: the upstream request is aborted. */
  abandon() {
    if (this.#isOver) return
    this.#breakOff({ reason: 'client_gone' })
    this.#parts.exchange.abort()
    this.#begin.reject(new UpstreamFailure('network', { status: 499, message: 'the client hung up' }))
  }

  /** Ends the stream on our side, for example because the balance is used up. */
  stop(refusal: Refusal) {
    if (this.#isOver || this.#parts.meter.isFinished) return
    this.#breakOff({ reason: 'stopped', refusal })
    this.#parts.exchange.abort()
  }

  /** Continues after the client has room again or the hold was checked. */
  resume() {
    if (this.#isOver || !this.#forward()) return
    if (this.#conclusion) this.#conclusion()
    else this.#parts.exchange.resume()
  }

  /**
   * Sends events as far as the hold covers them, and returns whether to read on. Events read before a failure are still
   * sent: the client pays for them.
   */
  #forward(piece?: Buffer): boolean {
    try {
      if (piece) this.#parts.source.push(piece)
      return this.#sendCovered() && !this.#pump.isWaiting
    } catch (error) {
      this.#fail(failureOfError(error))
      this.#parts.exchange.abort()
      return true
    }
  }

  #sendCovered(): boolean {
    const pump = this.#pump
    const { hasStarted } = pump
    let hasRoom = true
    try {
      pump.run()
    } finally {
      if (!hasStarted && pump.hasStarted) this.#begin.resolve()
      this.#concludeIfOver()
      hasRoom = this.#output.flush()
    }
    return hasRoom
  }

  /** A complete response need not wait for the end of its connection. */
  #concludeIfOver(): void {
    if (this.#isOver) return
    const { decoder, meter } = this.#parts
    if (decoder.isOver?.()) queueMicrotask(() => this.#conclude())
    else if (meter.isFinished) this.#closing ??= setTimeout(() => this.#conclude(), closingMs)
  }

  #conclude() {
    if (this.#isOver) return
    this.end()
    this.#parts.exchange.abort()
  }

  #afterUnsent(conclusion: () => void): void {
    if (!this.#pump.isWaiting) conclusion()
    else this.#conclusion ??= conclusion
  }

  #complete() {
    if (this.#isOver) return
    try {
      this.#pump.finish()
      this.#output.flush()
      if (!this.#pump.hasStarted) throw emptyResponse()
      this.#isOver = true
      clearTimeout(this.#closing)
      this.#end.resolve({ reason: 'done' })
    } catch (error) {
      this.#fail(failureOfError(error))
    }
  }

  #fail(failure: UpstreamFailure) {
    // After the last finish reason the response is complete, however the connection ends.
    this.#breakOff(this.#parts.meter.isFinished ? { reason: 'done' } : { reason: 'failed', failure })
    this.#begin.reject(failure)
  }

  #breakOff(end: StreamEnd) {
    this.#isOver = true
    this.#pump.seeUsage()
    clearTimeout(this.#closing)
    this.#end.resolve(end)
  }
}
