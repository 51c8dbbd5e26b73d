import { quotaMax } from '@turnpike/contract/quota'
import { elapsedMs, type Moment } from './elapsed.ts'
import type { Slice } from './slice.ts'

/** From the third call on, each of which begins within a second of the last, a user and token count as busy. */
const busyAfterCalls = 3
const busyWithinMs = 1000
/** How long no slice is asked for after one was refused, recalled or of little use. */
const refusedForMs = 5000
/** A slice is asked for with this many times the hold of a call, and with more where that was too little. */
const callsWanted = 64
const callsWantedMax = 4096

/** What the calls of one user and token need, as far as they come in quick succession. */
export class Demand {
  slice: Slice | undefined
  isAsking = false
  #calls = 0
  #begunAt: Moment
  #refusedAt: Moment | undefined
  #factor = callsWanted
  #wasShort = false

  constructor(now: Moment) {
    this.#begunAt = now
  }

  /** A call begins. Says whether it is one of many. */
  begin(now: Moment): boolean {
    this.#calls = elapsedMs(this.#begunAt, now) < busyWithinMs ? this.#calls + 1 : 1
    this.#begunAt = now
    return this.#calls >= busyAfterCalls
  }

  mayAsk(now: Moment): boolean {
    return !this.isAsking && (!this.#refusedAt || elapsedMs(this.#refusedAt, now) >= refusedForMs)
  }

  wanted(amount: number): number {
    if (this.#wasShort) this.#factor = Math.min(this.#factor * 2, callsWantedMax)
    this.#wasShort = false
    return Math.min(quotaMax, amount * this.#factor)
  }

  /** The slice had less left than a call needed: the next one is larger. */
  fellShort(): void {
    this.#wasShort = true
  }

  refuse(now: Moment): void {
    this.#refusedAt = now
  }

  /** Nothing of it need be remembered. */
  isOver(now: Moment): boolean {
    return !this.slice && this.mayAsk(now) && elapsedMs(this.#begunAt, now) >= busyWithinMs
  }
}
