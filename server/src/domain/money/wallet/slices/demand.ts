import { quotaMax } from '@turnpike/contract/quota'
import { elapsedMs, type Moment } from './elapsed.ts'
import type { Slice } from './slice.ts'

/** A user and token are busy from the third call on, if each begins within a second of the last. */
const busyAfterCalls = 3
const busyWithinMs = 1000
/** How long no slice is requested after one was refused, recalled or of little use. */
const refusedForMs = 5000
/** The amount of a requested slice, in holds of the current call. It doubles after a slice that was too small. */
const callsWanted = 64
const callsWantedMax = 4096

/** How often one user and token call, and the slice that covers their calls. */
export class Demand {
  slice: Slice | undefined
  isRequesting = false
  #calls = 0
  #begunAt: Moment
  #refusedAt: Moment | undefined
  #factor = callsWanted
  #wasShort = false

  constructor(now: Moment) {
    this.#begunAt = now
  }

  /** Notes the start of a call. Returns whether the user and token are busy. */
  begin(now: Moment): boolean {
    this.#calls = elapsedMs(this.#begunAt, now) < busyWithinMs ? this.#calls + 1 : 1
    this.#begunAt = now
    return this.#calls >= busyAfterCalls
  }

  mayRequest(now: Moment): boolean {
    return !this.isRequesting && (!this.#refusedAt || elapsedMs(this.#refusedAt, now) >= refusedForMs)
  }

  wanted(amount: number): number {
    if (this.#wasShort) this.#factor = Math.min(this.#factor * 2, callsWantedMax)
    this.#wasShort = false
    return Math.min(quotaMax, amount * this.#factor)
  }

  /** Notes that the slice had less left than a call needed: the next one is larger. */
  fellShort(): void {
    this.#wasShort = true
  }

  refuse(now: Moment): void {
    this.#refusedAt = now
  }

  /** Whether it can be forgotten. */
  isOver(now: Moment): boolean {
    return !this.slice && this.mayRequest(now) && elapsedMs(this.#begunAt, now) >= busyWithinMs
  }
}
