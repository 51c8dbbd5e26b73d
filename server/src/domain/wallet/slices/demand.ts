import { quotaMax } from '@turnpike/contract/quota'
import { elapsedMs, later, type Moment } from './elapsed.ts'
import type { Slice } from './slice.ts'

/** From the third call on, each within a second of the last, a user and token count as busy. */
const busyAfterCalls = 3
const busyWithinMs = 1000
/** How long no slice is asked for after one was refused or recalled. */
const refusedForMs = 5000
/** A slice is asked for with this many times the hold of a call, and with more where that was too little. */
const callsWanted = 64
const callsWantedMax = 4096

/** What the calls of one user and token ask for, as far as they come close together. */
export class Demand {
  slice: Slice | undefined
  isAsking = false
  #calls = 0
  #usedAt: Moment
  #refusedAt: Moment | undefined
  #factor = callsWanted
  #wasShort = false

  constructor(now: Moment) {
    this.#usedAt = now
  }

  /** A call began or ended. */
  used(now: Moment): void {
    this.#usedAt = later(this.#usedAt, now)
  }

  /** Asked for each call that no slice covered. */
  isBusy(now: Moment): boolean {
    this.#calls = elapsedMs(this.#usedAt, now) < busyWithinMs ? this.#calls + 1 : 1
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
    return !this.slice && this.mayAsk(now) && elapsedMs(this.#usedAt, now) >= busyWithinMs
  }
}
