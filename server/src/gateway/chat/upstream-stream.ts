import type { Usage } from '../../domain/pricing/usage.ts'
import type { Exchange } from '../../outbound/exchange.ts'
import type { Sink } from '../../outbound/sink.ts'
import { emptyResponse, endlessResponse, failureOfError } from '../call/upstream-failures.ts'
import type { ClientError } from '../dialects/dialect.ts'
import type { Refusal } from '../entry/refusals.ts'
import { UpstreamFailure } from '../forms/failure.ts'
import type { Frame, FrameReader } from '../forms/sse.ts'
import type { StreamDecoder, UpstreamRequest } from '../providers/provider.ts'
import type { Meter } from './meter.ts'
import type { StreamWriter } from './stream-writer.ts'

/** How long after the last finish reason the upstream may still send usage. */
const closingMs = 5000
/** Bytes kept before the first output or after the last finish reason; more end the stream. */
const keptMax = 1024 * 1024

/**
 * The client's connection. `write` returns whether there is room for more; `isCovered` whether the hold covers more
 * output than has come.
 */
export type Output = { write(data: Buffer | string): boolean; isCovered(): boolean }

/** How a stream ended: complete, or broken by the client, the upstream or the gateway. */
export type StreamEnd =
  | { reason: 'done' }
  | { reason: 'client_gone' }
  | { reason: 'failed'; failure: UpstreamFailure }
  | { reason: 'stopped'; refusal: Refusal }

type Parts = StreamWriter & { exchange: Exchange; reader: FrameReader; decoder: StreamDecoder; meter: Meter }

/**
 * One streamed answer between upstream and client. Nothing is sent before the first output, so that an upstream that fails
 * after its status 200 is still a failed attempt. Of events that came together, those that the hold does not cover wait,
 * so that output goes beyond a hold by one event at most. From the last finish reason on, bytes are kept until the charge
 * is durable.
 */
export class UpstreamStream implements Sink {
  /** Resolves with the first output; rejects with the failure when there is none. */
  readonly started: Promise<void>
  readonly ended: Promise<StreamEnd>
  firstByteAt: number | undefined
  readonly #parts: Parts
  readonly #begin = Promise.withResolvers<void>()
  readonly #end = Promise.withResolvers<StreamEnd>()
  #hasStarted = false
  #isOver = false
  #output: Output | undefined
  /** Read from the connection, and not seen by the meter yet. */
  #unsent: Frame[] = []
  /** The end of the response, which waits for the unsent frames. */
  #conclusion: (() => void) | undefined
  /** For the client, once every frame of the bytes that came together is read. */
  #ready: (Buffer | string)[] = []
  #waiting: (Buffer | string)[] = []
  #tail: (Buffer | string)[] = []
  #kept = 0
  #closing: NodeJS.Timeout | undefined

  constructor(parts: Parts) {
    this.#parts = parts
    this.started = this.#begin.promise
    this.ended = this.#end.promise
    this.started.catch(() => {}) // openStream awaits it; a rejection after that must not end the process
    parts.exchange.pipe(this)
  }

  /** From now on output goes to the client, beginning with what was kept. */
  attach(output: Output) {
    this.#output = output
    this.#kept = 0
    this.#ready = this.#waiting
    this.#waiting = []
    if (this.#isOver) this.#flush()
    else this.resume()
  }

  /** The bytes kept since the last finish reason, and the end of the stream. */
  takeTail(usage: Usage): (Buffer | string)[] {
    return [...this.#tail.splice(0), this.#parts.finish(usage)]
  }

  /** The end of a stream that failed, in the client's dialect. */
  takeFailure(error: ClientError): string {
    return this.#parts.fail(error)
  }

  /** The request that stops the upstream's work on what was sent, where it takes one. */
  stopRequest(sent: UpstreamRequest): UpstreamRequest | undefined {
    return this.#parts.decoder.stop?.(sent)
  }

  data(bytes: Buffer): boolean {
    if (this.#isOver) return true
    this.firstByteAt ??= performance.now()
    return this.#forward(() => this.#parts.reader.push(bytes))
  }

  end() {
    if (this.#isOver) return
    this.#forward(() => this.#parts.reader.end())
    this.#afterUnsent(() => this.#complete())
  }

  #complete() {
    if (this.#isOver) return
    try {
      const last = this.#parts.decoder.end()
      for (const chunk of last) this.#parts.meter.see(chunk)
      if (last.length > 0) this.#send(this.#parts.emit({ raw: Buffer.alloc(0), event: undefined }, last))
      this.#flush()
      if (!this.#hasStarted) throw emptyResponse()
      this.#isOver = true
      clearTimeout(this.#closing)
      this.#end.resolve({ reason: 'done' })
    } catch (error) {
      this.#fail(failureOfError(error))
    }
  }

  error(error: Error) {
    if (!this.#isOver) this.#afterUnsent(() => this.#fail(failureOfError(error)))
  }

  /** The client hung up: the upstream request is aborted. */
  abandon() {
    if (this.#isOver) return
    this.#isOver = true
    clearTimeout(this.#closing)
    this.#parts.exchange.abort()
    this.#begin.reject(new UpstreamFailure('network', { status: 499, message: 'the client hung up' }))
    this.#end.resolve({ reason: 'client_gone' })
  }

  /** Ends the stream on our side, for example because the balance is used up. */
  stop(refusal: Refusal) {
    if (this.#isOver || this.#parts.meter.isFinished) return
    this.#isOver = true
    clearTimeout(this.#closing)
    this.#parts.exchange.abort()
    this.#end.resolve({ reason: 'stopped', refusal })
  }

  /** The client has room again, or the hold was checked. */
  resume() {
    if (this.#isOver || !this.#forward()) return
    if (this.#conclusion) this.#conclusion()
    else this.#parts.exchange.resume()
  }

  /**
   * Sends frames as far as the hold covers them, and returns whether to read on. Frames read before a failure are still
   * sent: the client pays for them.
   */
  #forward(read: () => Frame[] = () => []): boolean {
    try {
      const frames = read()
      this.#unsent = this.#unsent.length === 0 ? frames : this.#unsent.concat(frames)
      return this.#sendCovered() && this.#unsent.length === 0
    } catch (error) {
      this.#fail(failureOfError(error))
      this.#parts.exchange.abort()
      return true
    }
  }

  #sendCovered(): boolean {
    let sent = 0
    let hasRoom = true
    try {
      for (const frame of this.#unsent) {
        if (!this.#isCovered()) break
        sent++
        this.#take(frame)
      }
    } finally {
      this.#unsent = this.#unsent.slice(sent)
      hasRoom = this.#flush()
    }
    return hasRoom
  }

  /** Between the first output and the client's connection nothing more is read. */
  #isCovered(): boolean {
    if (this.#parts.meter.isFinished) return true
    return this.#output ? this.#output.isCovered() : !this.#hasStarted
  }

  #afterUnsent(conclusion: () => void): void {
    if (this.#unsent.length === 0) conclusion()
    else this.#conclusion ??= conclusion
  }

  #take(frame: Frame): void {
    if (!frame.event) return // a comment; keep-alives towards the client are our own
    const { decoder, meter, emit } = this.#parts
    const chunks = decoder.push(frame.event)
    for (const chunk of chunks) meter.see(chunk)
    if (!this.#hasStarted && (meter.hasOutput || meter.isFinished || meter.usage)) {
      this.#hasStarted = true
      this.#begin.resolve()
    }
    this.#send(emit(frame, chunks))
    if (decoder.isOver?.())
      queueMicrotask(() => this.#conclude()) // frames that came with this one are read first
    else if (meter.isFinished) this.#closing ??= setTimeout(() => this.#conclude(), closingMs)
  }

  #send(data: Buffer | string | undefined): void {
    if (!data || data.length === 0) return
    const { isFinished } = this.#parts.meter
    if (this.#output && !isFinished) {
      this.#ready.push(data)
      return
    }
    if (this.#kept > keptMax) throw endlessResponse()
    this.#kept += data.length
    if (isFinished) this.#tail.push(data)
    else this.#waiting.push(data)
  }

  /** Events that came together leave in one write: a write costs more than reading an event. */
  #flush(): boolean {
    if (this.#ready.length === 0) return true
    const data = joined(this.#ready)
    this.#ready = []
    return this.#output?.write(data) ?? true
  }

  /** The answer is complete but the upstream keeps the connection open. */
  #conclude() {
    if (this.#isOver) return
    this.end()
    this.#parts.exchange.abort()
  }

  #fail(failure: UpstreamFailure) {
    this.#isOver = true
    clearTimeout(this.#closing)
    this.#begin.reject(failure)
    // After the last finish reason the answer is complete, however the connection ends.
    this.#end.resolve(this.#parts.meter.isFinished ? { reason: 'done' } : { reason: 'failed', failure })
  }
}

function joined(pieces: (Buffer | string)[]): Buffer | string {
  const [first = ''] = pieces
  if (pieces.length === 1) return first
  if (pieces.every((piece) => typeof piece === 'string')) return pieces.join('')
  return Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)))
}
