import type { Frame, FrameSource } from '../forms/sse.ts'
import { EventBytes } from '../plain-events/event-bytes.ts'
import { PlainReader } from '../plain-events/plain-reader.ts'
import type { StreamDecoder } from '../providers/provider.ts'
import type { Meter } from './meter.ts'
import type { PendingOutput } from './pending-output.ts'
import type { StreamWriter } from './stream-writer.ts'

const noFrame: Frame = { raw: Buffer.alloc(0), event: undefined }

export type PumpParts = StreamWriter & { source: FrameSource; decoder: StreamDecoder; meter: Meter }

/**
 * Takes the events of a stream one by one: decodes, meters and writes each of them for the client. Events that the hold
 * does not cover wait, so output exceeds a hold by at most one event.
 */
export class EventPump {
  /** Output, a finish reason or usage has come. */
  hasStarted = false
  isWaiting = false
  readonly #parts: PumpParts
  readonly #output: PendingOutput
  /** The bytes themselves, if plain events need no parsing. */
  readonly #bytes: EventBytes | undefined
  readonly #plain: PlainReader
  /** The next event, not yet metered: a frame, or the index after a plain event. */
  #frame: Frame | undefined
  #plainEnd = 0

  constructor(parts: PumpParts, output: PendingOutput) {
    this.#parts = parts
    this.#output = output
    this.#bytes = parts.source instanceof EventBytes ? parts.source : undefined
    this.#plain = new PlainReader(parts.decoder.plain, parts.plain === 'bytes')
  }

  /** Takes complete events as far as the hold covers them. */
  run(): void {
    try {
      while (this.#findNext()) {
        this.isWaiting = !this.#isCovered()
        if (this.isWaiting) break
        if (this.#frame) this.#takeFrame(this.#frame)
        else if (this.#bytes) this.#takePlain(this.#bytes)
      }
    } finally {
      this.#sendPassed()
    }
  }

  /** The stream has ended and every event is taken: writes the last chunks of the decoder. */
  finish(): void {
    const { decoder, meter, emit } = this.#parts
    this.seeUsage()
    const last = decoder.end()
    for (const chunk of last) meter.see(chunk)
    if (last.length > 0) this.#send(emit(noFrame, last))
  }

  /** Plain events report their usage when another event is parsed, or when the stream ends. */
  seeUsage(): void {
    const { decoder, meter, emit } = this.#parts
    const chunk = decoder.plain?.usage?.()
    if (!chunk) return
    meter.see(chunk)
    this.#send(emit(noFrame, [chunk]))
  }

  /** Whether a whole event has come. */
  #findNext(): boolean {
    if (this.#frame || this.#plainEnd > 0) return true
    if (this.#findPlain()) return true
    this.#sendPassed()
    this.#frame = this.#parts.source.next()
    return this.#frame !== undefined
  }

  #findPlain(): boolean {
    const events = this.#bytes
    if (!events || !this.hasStarted || this.#parts.meter.isFinished || !this.#plain.isLikely) return false
    if (events.at === events.bytes.length) {
      this.#sendPassed()
      if (!events.hasBytes()) return false
    }
    this.#plainEnd = this.#plain.read(events.bytes, events.at)
    return this.#plainEnd > 0
  }

  /** After the first output, reading stops until the client's connection is attached. */
  #isCovered(): boolean {
    if (this.#parts.meter.isFinished) return true
    const { output } = this.#output
    return output ? output.isCovered() : !this.hasStarted
  }

  #takePlain(events: EventBytes): void {
    const { meter, plain } = this.#parts
    const { bytes } = events
    const { delta } = this.#plain
    this.#plain.take(bytes)
    meter.seePlain(bytes, delta)
    events.at = this.#plainEnd
    this.#plainEnd = 0
    if (typeof plain === 'function') this.#send(plain(bytes, delta))
  }

  #takeFrame(frame: Frame): void {
    this.#frame = undefined
    this.#plain.skip()
    if (!frame.event) return // a comment; keep-alives towards the client are our own
    const { decoder, meter, emit } = this.#parts
    this.seeUsage()
    const chunks = decoder.push(frame.event)
    for (const chunk of chunks) meter.see(chunk)
    this.hasStarted ||= meter.hasOutput || meter.isFinished || meter.usage !== undefined
    this.#send(emit(frame, chunks))
  }

  /** Sends the skipped bytes in one piece. */
  #sendPassed(): void {
    if (!this.#bytes?.hasPassed || this.#parts.plain !== 'bytes') return
    const passed = this.#bytes.takePassed()
    this.#send(this.#parts.passing?.(passed) ?? passed)
  }

  #send(data: Buffer | string | undefined): void {
    this.#output.add(data, this.#parts.meter.isFinished)
  }
}
