import { endlessResponse } from '../call/upstream-failures.ts'
import { joined } from './chunks.ts'

/** The most bytes kept before the first output or after the last finish reason. A stream with more ends. */
const keptMax = 1024 * 1024

/**
 * The client's connection. `write` returns whether there is room for more; `isCovered` whether the hold covers more
 * output than has come.
 */
export type Output = { write(data: Buffer | string): boolean; isCovered(): boolean }

/**
 * Bytes of a stream that were not sent yet. They are kept until the client's connection is attached, and after the last
 * finish reason until the charge is durable. In between, every flush sends them.
 */
export class PendingOutput {
  /** Absent until the first output has come. */
  output: Output | undefined
  /** For the next write. */
  #ready: (Buffer | string)[] = []
  /** Until the client's connection is attached. */
  #early: (Buffer | string)[] = []
  /** From the last finish reason on. */
  #tail: (Buffer | string)[] = []
  #kept = 0

  attach(output: Output): void {
    this.output = output
    this.#kept = 0
    this.#ready = this.#early
    this.#early = []
  }

  /** `isFinished`: the last finish reason has come. */
  add(data: Buffer | string | undefined, isFinished: boolean): void {
    if (!data || data.length === 0) return
    if (this.output && !isFinished) {
      if (this.#ready.length === 0)
        this.#ready = [data] // a push to an empty array would allocate room for 17 items
      else this.#ready.push(data)
      return
    }
    if (this.#kept > keptMax) throw endlessResponse()
    this.#kept += data.length
    if (isFinished) this.#tail.push(data)
    else this.#early.push(data)
  }

  /**
   * Sends events that arrived together in one write: a write costs more than reading an event. Returns whether there is
   * room.
   */
  flush(): boolean {
    if (this.#ready.length === 0) return true
    const data = joined(this.#ready)
    this.#ready = []
    return this.output?.write(data) ?? true
  }

  takeTail(): (Buffer | string)[] {
    return this.#tail.splice(0)
  }
}
