import type { Usage } from '../../domain/pricing/usage.ts'
import { OutboundError } from '../../outbound/agents.ts'
import { type Exchange, NotSent, type Sink, UpstreamTimeout } from '../../outbound/exchange.ts'
import type { ClientError } from '../dialects/dialect.ts'
import type { ChatChunk } from '../forms/chat.ts'
import { UpstreamFailure } from '../forms/failure.ts'
import { EventTooLong, type Frame, type FrameReader } from '../forms/sse.ts'
import type { StreamDecoder } from '../providers/provider.ts'
import type { Meter } from './meter.ts'

/** What becomes of one frame: text or bytes for the client, or nothing. */
export type Emit = (frame: Frame, chunks: ChatChunk[]) => Buffer | string | undefined

/** How long after its last word an answer may still say what it used. */
const closingMs = 5000
/** What is kept back before the first word or after the last one; the event that goes beyond it is the last. */
const keptMax = 1024 * 1024

/** Where the client's bytes go. `write` says whether there is room for more. */
export type Output = { write(data: Buffer | string): boolean }

/** How a stream ended: as it should, or broken by one of the two sides. */
export type StreamEnd = { reason: 'done' } | { reason: 'client_gone' } | { reason: 'failed'; failure: UpstreamFailure }

type Parts = {
  exchange: Exchange
  reader: FrameReader
  decoder: StreamDecoder
  meter: Meter
  emit: Emit
  finish(usage: Usage): string
  fail(error: ClientError): string
}

/**
 * One streamed answer on its way through. Until something worth showing has come nothing is sent, so that an upstream that
 * fails after it said 200 is still a failed attempt. From the moment the answer says it is finished everything is kept back:
 * the last bytes leave only after the charge is safe.
 */
export class UpstreamStream implements Sink {
  /** Resolves with the first thing to show; rejects with the failure when there is none. */
  readonly started: Promise<void>
  readonly ended: Promise<StreamEnd>
  firstByteAt: number | undefined
  readonly #parts: Parts
  readonly #begin = Promise.withResolvers<void>()
  readonly #end = Promise.withResolvers<StreamEnd>()
  #hasStarted = false
  #isOver = false
  #output: Output | undefined
  /** For the client, as soon as what has come in one go was read. */
  #ready: (Buffer | string)[] = []
  #waiting: (Buffer | string)[] = []
  #tail: (Buffer | string)[] = []
  #kept = 0
  #closing: NodeJS.Timeout | undefined

  constructor(parts: Parts) {
    this.#parts = parts
    this.started = this.#begin.promise
    this.ended = this.#end.promise
    this.started.catch(() => {}) // whoever waits for it hears of it; nobody may wait any more
    parts.exchange.pipe(this)
  }

  /** From now on what comes goes to the client, beginning with what has come already. */
  attach(output: Output) {
    this.#output = output
    this.#kept = 0
    if (this.#waiting.length > 0) output.write(joined(this.#waiting))
    this.#waiting = []
  }

  /** What was kept back, and the end of the answer behind it. */
  takeTail(usage: Usage): (Buffer | string)[] {
    return [...this.#tail.splice(0), this.#parts.finish(usage)]
  }

  /** The end of an answer that broke off, in the client's words. */
  takeFailure(error: ClientError): string {
    return this.#parts.fail(error)
  }

  data(bytes: Buffer): boolean {
    if (this.#isOver) return true
    this.firstByteAt ??= performance.now()
    try {
      return this.#forward(this.#parts.reader.push(bytes))
    } catch (error) {
      this.#fail(failureOfError(error))
      this.#parts.exchange.abort()
      return true
    }
  }

  end() {
    if (this.#isOver) return
    try {
      this.#forward(this.#parts.reader.end())
      const last = this.#parts.decoder.end()
      for (const chunk of last) this.#parts.meter.see(chunk)
      if (last.length > 0) this.#send(this.#parts.emit({ raw: Buffer.alloc(0), event: undefined }, last))
      this.#flush()
      if (!this.#hasStarted) throw emptyAnswer()
      this.#isOver = true
      clearTimeout(this.#closing)
      this.#end.resolve({ reason: 'done' })
    } catch (error) {
      this.#fail(failureOfError(error))
    }
  }

  error(error: Error) {
    if (!this.#isOver) this.#fail(failureOfError(error))
  }

  /** The client hung up: nobody will read on, so the upstream need not write on. */
  abandon() {
    if (this.#isOver) return
    this.#isOver = true
    clearTimeout(this.#closing)
    this.#parts.exchange.abort()
    this.#begin.reject(new UpstreamFailure('network', { status: 499, message: 'the client is gone' }))
    this.#end.resolve({ reason: 'client_gone' })
  }

  /** We end it ourselves, for example because the money has run out. */
  stop(failure: UpstreamFailure) {
    if (this.#isOver) return
    this.#fail(failure)
    this.#parts.exchange.abort()
  }

  resume() {
    this.#parts.exchange.resume()
  }

  /** What was read before something went wrong is the client's, and leaves all the same. */
  #forward(frames: Frame[]): boolean {
    let hasRoom = true
    try {
      for (const frame of frames) this.#take(frame)
    } finally {
      hasRoom = this.#flush()
    }
    return hasRoom
  }

  #take(frame: Frame): void {
    if (!frame.event) return // comments keep connections alive, ours is kept by us
    const { decoder, meter, emit } = this.#parts
    const chunks = decoder.push(frame.event)
    for (const chunk of chunks) meter.see(chunk)
    if (!this.#hasStarted && (meter.hasOutput || meter.isFinished || meter.usage)) {
      this.#hasStarted = true
      this.#begin.resolve()
    }
    this.#send(emit(frame, chunks))
    if (meter.isFinished) this.#closing ??= setTimeout(() => this.#conclude(), closingMs)
  }

  #send(data: Buffer | string | undefined): void {
    if (!data || data.length === 0) return
    const { isFinished } = this.#parts.meter
    if (this.#output && !isFinished) {
      this.#ready.push(data)
      return
    }
    if (this.#kept > keptMax) throw endlessAnswer()
    this.#kept += data.length
    if (isFinished) this.#tail.push(data)
    else this.#waiting.push(data)
  }

  /** Many events may come in one go; each write costs more than reading an event does, so they leave in one go as well. */
  #flush(): boolean {
    if (this.#ready.length === 0) return true
    const data = joined(this.#ready)
    this.#ready = []
    return this.#output?.write(data) ?? true
  }

  /** The answer is whole but the upstream does not hang up: usage had its chance to come. */
  #conclude() {
    if (this.#isOver) return
    this.end()
    this.#parts.exchange.abort()
  }

  #fail(failure: UpstreamFailure) {
    this.#isOver = true
    clearTimeout(this.#closing)
    this.#begin.reject(failure)
    // After its last word an answer is whole, however the connection ends.
    this.#end.resolve(this.#parts.meter.isFinished ? { reason: 'done' } : { reason: 'failed', failure })
  }
}

function joined(pieces: (Buffer | string)[]): Buffer | string {
  const [first = ''] = pieces
  if (pieces.length === 1) return first
  if (pieces.every((piece) => typeof piece === 'string')) return pieces.join('')
  return Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)))
}

export const emptyAnswer = () =>
  new UpstreamFailure('bad_response', {
    status: 502,
    message: 'the upstream sent an empty answer',
    code: 'empty_response',
  })

const endlessAnswer = () =>
  new UpstreamFailure('bad_response', { status: 502, message: 'the upstream sent too much that says nothing' })

/** The code of a failure that cannot have cost anything: the request never left us. */
export const notSent = 'do_request_failed'

export function failureOfError(error: unknown): UpstreamFailure {
  if (error instanceof UpstreamFailure) return error
  if (error instanceof UpstreamTimeout)
    return new UpstreamFailure('timeout', { status: 504, message: 'the upstream took too long' })
  if (error instanceof NotSent)
    return new UpstreamFailure('network', {
      status: 502,
      message: 'the upstream could not be reached',
      code: notSent,
    })
  if (error instanceof OutboundError)
    return new UpstreamFailure('network', { status: 502, message: 'the upstream could not be reached' })
  if (error instanceof EventTooLong)
    return new UpstreamFailure('bad_response', { status: 502, message: 'the upstream sent too long an event' })
  return new UpstreamFailure('bad_response', {
    status: 502,
    message: 'the upstream sent an answer that cannot be read',
  })
}
