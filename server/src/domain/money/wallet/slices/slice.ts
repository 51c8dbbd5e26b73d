import type { HoldInput } from '../ledger/ledger.ts'
import type { BilledCall, Outcome, SlicePart } from '../ledger/operations.ts'
import { elapsedMs, later, type Moment } from './elapsed.ts'

/**
 * The life of a slice. It covers new calls until 10 s before its end: another process may have a clock that is ahead.
 */
export const sliceSeconds = 60
const givesForMs = (sliceSeconds - 10) * 1000
/** How long a slice covers calls after a commit that confirmed it. The next commit sees what has changed since. */
const trustedForMs = 1000
/** How long an unused slice is kept. */
const idleAfterMs = 1000
/** A slice that covers fewer calls costs more than it saves. */
export const callsWorthwhile = 4
/** A slice with less than this share left is replaced. */
const lowPart = 1 / 4

/** A call that a slice covers. */
export type SlicedCall = {
  readonly slice: Slice
  /** The hold that the call would have without the slice. */
  readonly hold: HoldInput
  readonly since: Moment
  /** Present while the call gets a hold of its own. */
  cutting: Promise<Outcome> | undefined
  /** The call may have a hold of its own: the outcome of `cut` is unknown. */
  isUncertain: boolean
  isSettling: boolean
}

/** A slice of this process. */
export class Slice {
  readonly id: string
  readonly user_id: number
  readonly caller_id: number | undefined
  readonly token_id: number
  readonly sources: BilledCall['sources']
  readonly expires_at: number
  /** The covered calls, oldest first. */
  readonly calls = new Map<string, SlicedCall>()
  /** Covers no further call. */
  isClosed = false
  /** The outcome of an operation on it is unknown: its row is left to expire. */
  isUncertain = false
  /** The amount of its row, and the part of it that covers calls. */
  #amount: number
  #given = 0
  #covered = 0
  readonly #granted: number
  readonly #since: Moment
  /** The time before the last commit that confirmed it was requested. */
  #seenAt: Moment
  #usedAt: Moment
  readonly #ended = Promise.withResolvers<void>()

  constructor(
    { user_id, caller_id, token_id, sources, request_id, expires_at }: BilledCall & { expires_at: number },
    amount: number,
    requested: Moment,
  ) {
    this.id = request_id
    this.user_id = user_id
    this.caller_id = caller_id
    this.token_id = token_id
    this.sources = sources
    this.expires_at = expires_at
    this.#amount = amount
    this.#granted = amount
    this.#since = requested
    this.#seenAt = requested
    this.#usedAt = requested
  }

  /** Whether it may cover calls, now or after a commit that confirms it. */
  mayGoOn(now: Moment): boolean {
    return !this.isClosed && !this.isOld(now)
  }

  isTrusted(now: Moment): boolean {
    return elapsedMs(this.#seenAt, now) < trustedForMs
  }

  isOld(now: Moment): boolean {
    return elapsedMs(this.#since, now) >= givesForMs
  }

  isIdle(now: Moment): boolean {
    return elapsedMs(this.#usedAt, now) >= idleAfterMs
  }

  get isLow(): boolean {
    return this.#amount - this.#given < this.#granted * lowPart
  }

  has(amount: number): boolean {
    return this.#amount - this.#given >= amount
  }

  give(hold: HoldInput, now: Moment): SlicedCall {
    const call = { slice: this, hold, since: now, cutting: undefined, isUncertain: false, isSettling: false }
    this.#given += hold.amount
    this.#covered += 1
    this.#usedAt = now
    this.calls.set(hold.request_id, call)
    return call
  }

  /**
   * The part of a call, for an operation on the slice. Without an amount, the operation only asks whether the slice may
   * go on.
   */
  part(amount = 0): SlicePart {
    return { id: this.id, amount, expires_at: this.expires_at }
  }

  get wasWorthwhile(): boolean {
    return this.#covered >= callsWorthwhile
  }

  /**
   * Frees the part of a call that has ended or has a hold of its own, except the amount that the row has lost by it.
   */
  takeBack({ hold }: SlicedCall, lost: number, now: Moment): void {
    if (!this.calls.delete(hold.request_id)) return
    this.#given -= hold.amount
    this.#amount -= lost
    this.#usedAt = now
  }

  /** Leaves the part of a call to its settlement, which is not committed yet. */
  leaveTo({ hold }: SlicedCall): void {
    this.calls.delete(hold.request_id)
    this.doubt()
  }

  doubt(): void {
    this.isClosed = true
    this.isUncertain = true
  }

  /** Notes that a commit, requested after `asked`, has confirmed the slice. */
  seen(requested: Moment): void {
    this.#seenAt = later(this.#seenAt, requested)
  }

  /** Resolves when its row is deleted, or left to expire. */
  get ended(): Promise<void> {
    return this.#ended.promise
  }

  end(): void {
    this.#ended.resolve()
  }
}
