import { PlainDelta } from './plain-delta.ts'
import type { PlainEvents } from './plain-events.ts'
import { PlainOutline } from './plain-outline.ts'

/** After 16 parsed events in a row, only every 16th is tried as plain: a stream may have no plain events for long, or none. */
const parsedMax = 16

/** Reads the plain events of one stream: by the outline of the event before, or else as the decoder does. */
export class PlainReader {
  /** The event that was read last. */
  readonly delta = new PlainDelta()
  readonly #events: PlainEvents | undefined
  readonly #passes: boolean
  readonly #outline = new PlainOutline()
  /** Events in a row that were parsed. */
  #parsed = 0

  /** `passes`: the bytes of plain events are forwarded unchanged. */
  constructor(events: PlainEvents | undefined, passes: boolean) {
    this.#events = events
    this.#passes = passes
  }

  /** Whether to try the next event. */
  get isLikely(): boolean {
    return this.#parsed <= parsedMax || this.#parsed % parsedMax === 0
  }

  /** The index behind the event that begins at `at`; 0: it must be parsed. */
  read(bytes: Buffer, at: number): number {
    const known = this.#outline.read(bytes, at, this.delta)
    if (known > 0) return known
    const end = this.#events?.read(bytes, at, this.delta, this.#passes) ?? 0
    if (end > 0) this.#outline.keep(bytes, at, end, this.delta)
    return end
  }

  /** The event that was read is taken. */
  take(bytes: Buffer): void {
    this.#events?.see?.(this.delta, bytes)
    this.#parsed = 0
  }

  /** The next event is parsed: it may change the decoder, so that the outline is no longer enough. */
  skip(): void {
    this.#parsed++
    this.#outline.forget()
  }
}
