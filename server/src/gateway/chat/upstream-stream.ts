import type { Usage } from '../../domain/money/pricing/usage.ts'
import type { Exchange } from '../../outbound/exchange.ts'
import type { Sink } from '../../outbound/sink.ts'
import { emptyResponse, endlessResponse, failureOfError } from '../call/upstream-failures.ts'
import type { ClientError } from '../dialects/dialect.ts'
import type { Refusal } from '../entry/refusals.ts'
import { UpstreamFailure } from '../forms/failure.ts'
import type { FrameSource } from '../forms/frame-source.ts'
import type { Frame } from '../forms/sse.ts'
import { EventBytes } from '../plain-events/event-bytes.ts'
import { PlainDelta } from '../plain-events/plain-delta.ts'
import { PlainOutline } from '../plain-events/plain-outline.ts'
import type { StreamDecoder, UpstreamRequest } from '../providers/provider.ts'
import { joined } from './joined.ts'
import type { Meter } from './meter.ts'
import type { StreamWriter } from './stream-writer.ts'

/** How long after the last finish reason the upstream may still send usage. */
const closingMs = 5000
/** After so many parsed events in turn, one in as many is tried: a stream may have no plain deltas for long, or none. */
const parsedMax = 16
/** Bytes kept before the first output or after the last finish reason; more end the stream. */
const keptMax = 1024 * 1024
const noFrame: Frame = { raw: Buffer.alloc(0), event: undefined }

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

type Parts = StreamWriter & { exchange: Exchange; source: FrameSource; decoder: StreamDecoder; meter: Meter }

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
  /** The bytes themselves, where events with nothing but a plain delta need no parse. */
  readonly #events: EventBytes | undefined
  readonly #delta = new PlainDelta()
  readonly #outline = new PlainOutline()
  /** Events in turn that were parsed after all. */
  #parsed = 0
  /** The next event, not seen by the meter yet: parsed, or the index behind a plain one. */
  #frame: Frame | undefined
  #plainEnd = 0
  /** There is a next event that the hold does not cover. */
  #isWaiting = false
  /** The end of the response, which waits for the events that are not sent yet. */
  #conclusion: (() => void) | undefined
  /** For the client, once every frame of the bytes that came together is read. */
  #ready: (Buffer | string)[] = []
  #waiting: (Buffer | string)[] = []
  #tail: (Buffer | string)[] = []
  #kept = 0
  #closing: NodeJS.Timeout | undefined

  constructor(parts: Parts) {
    this.#parts = parts
    this.#events = parts.source instanceof EventBytes ? parts.source : undefined
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
    return this.#forward(bytes)
  }

  end() {
    if (this.#isOver) return
    this.#parts.source.end()
    this.#forward()
    this.#afterUnsent(() => this.#complete())
  }

  #complete() {
    if (this.#isOver) return
    try {
      this.#seeUsage()
      const last = this.#parts.decoder.end()
      for (const chunk of last) this.#parts.meter.see(chunk)
      if (last.length > 0) this.#send(this.#parts.emit(noFrame, last))
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
    this.#seeUsage()
    clearTimeout(this.#closing)
    this.#parts.exchange.abort()
    this.#begin.reject(new UpstreamFailure('network', { status: 499, message: 'the client hung up' }))
    this.#end.resolve({ reason: 'client_gone' })
  }

  /** Ends the stream on our side, for example because the balance is used up. */
  stop(refusal: Refusal) {
    if (this.#isOver || this.#parts.meter.isFinished) return
    this.#isOver = true
    this.#seeUsage()
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
   * Sends events as far as the hold covers them, and returns whether to read on. Events read before a failure are still
   * sent: the client pays for them.
   */
  #forward(piece?: Buffer): boolean {
    try {
      if (piece) this.#parts.source.push(piece)
      return this.#sendCovered() && !this.#isWaiting
    } catch (error) {
      this.#fail(failureOfError(error))
      this.#parts.exchange.abort()
      return true
    }
  }

  #sendCovered(): boolean {
    let hasRoom = true
    try {
      while (this.#findNext()) {
        this.#isWaiting = !this.#isCovered()
        if (this.#isWaiting) break
        if (this.#frame) this.#takeFrame(this.#frame)
        else if (this.#events) this.#takePlain(this.#events)
      }
    } finally {
      this.#sendPassed()
      hasRoom = this.#flush()
    }
    return hasRoom
  }

  /** Whether a whole event has come. */
  #findNext(): boolean {
    if (this.#frame || this.#plainEnd > 0) return true
    if (this.#readPlain()) return true
    this.#sendPassed()
    this.#frame = this.#parts.source.next()
    return this.#frame !== undefined
  }

  #readPlain(): boolean {
    const events = this.#events
    if (!events || !this.#hasStarted || this.#parts.meter.isFinished) return false
    if (this.#parsed > parsedMax && this.#parsed % parsedMax > 0) return false
    if (events.at === events.bytes.length) {
      this.#sendPassed()
      if (!events.hasBytes()) return false
    }
    const { bytes, at } = events
    const known = this.#outline.read(bytes, at, this.#delta)
    this.#plainEnd = known > 0 ? known : this.#readUnknown(bytes, at)
    return this.#plainEnd > 0
  }

  #readUnknown(bytes: Buffer, at: number): number {
    const { decoder, plain } = this.#parts
    const end = decoder.plain?.read(bytes, at, this.#delta, plain === 'bytes') ?? 0
    if (end > 0) this.#outline.keep(bytes, at, end, this.#delta)
    return end
  }

  #takePlain(events: EventBytes): void {
    const { decoder, meter, plain } = this.#parts
    const { bytes } = events
    decoder.plain?.see?.(this.#delta, bytes)
    meter.seePlain(bytes, this.#delta)
    events.at = this.#plainEnd
    this.#plainEnd = 0
    this.#parsed = 0
    if (typeof plain === 'function') this.#send(plain(bytes, this.#delta))
  }

  /** Sends the bytes that were passed over, in one piece. */
  #sendPassed(): void {
    if (!this.#events?.hasPassed || this.#parts.plain !== 'bytes') return
    const passed = this.#events.takePassed()
    this.#send(this.#parts.passing?.(passed) ?? passed)
  }

  /** Counts matter when something else is read, or nothing more. */
  #seeUsage(): void {
    const { decoder, meter, emit } = this.#parts
    const counts = decoder.plain?.usage?.()
    if (!counts) return
    meter.see(counts)
    this.#send(emit(noFrame, [counts]))
  }

  #takeFrame(frame: Frame): void {
    this.#frame = undefined
    this.#parsed++
    this.#outline.forget()
    this.#take(frame)
  }

  /** Between the first output and the client's connection nothing more is read. */
  #isCovered(): boolean {
    if (this.#parts.meter.isFinished) return true
    return this.#output ? this.#output.isCovered() : !this.#hasStarted
  }

  #afterUnsent(conclusion: () => void): void {
    if (!this.#isWaiting) conclusion()
    else this.#conclusion ??= conclusion
  }

  #take(frame: Frame): void {
    if (!frame.event) return // a comment; keep-alives towards the client are our own
    const { decoder, meter, emit } = this.#parts
    this.#seeUsage()
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
      if (this.#ready.length === 0)
        this.#ready = [data] // an empty list that something is pushed to makes room for 17
      else this.#ready.push(data)
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
    this.#seeUsage()
    clearTimeout(this.#closing)
    this.#begin.reject(failure)
    // After the last finish reason the answer is complete, however the connection ends.
    this.#end.resolve(this.#parts.meter.isFinished ? { reason: 'done' } : { reason: 'failed', failure })
  }
}
