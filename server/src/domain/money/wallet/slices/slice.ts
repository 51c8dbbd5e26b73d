import type { HoldInput } from '../ledger/ledger.ts'
import type { BilledCall, Outcome, SlicePart } from '../ledger/operations.ts'
import { elapsedMs, later, type Moment } from './elapsed.ts'

/** How long a slice lives, and until when it gives: its row may be expired by a clock that is a few seconds ahead. */
export const sliceSeconds = 60
const givesForMs = (sliceSeconds - 10) * 1000
/** How long after a commit that saw the slice in order it gives: what has changed since is seen by the next one. */
const trustedForMs = 1000
/** How long an unused slice is kept. */
const idleAfterMs = 1000
/** A slice that covers fewer calls costs more than it saves. */
export const callsWorthwhile = 4
/** A slice of which less than this part is left is replaced. */
const lowPart = 1 / 4

/** A call that a slice covers. */
export type SlicedCall = {
  readonly slice: Slice
  /** What it would hold without. */
  readonly hold: HoldInput
  readonly since: Moment
  /** Present while it gets a hold of its own. */
  cutting: Promise<Outcome> | undefined
  /** A hold of its own may be there. */
  isUncertain: boolean
  isSettling: boolean
}

/** What this process knows of one of its slices. */
export class Slice {
  readonly id: string
  readonly user_id: number
  readonly token_id: number
  readonly expires_at: number
  /** The calls that it covers, oldest first. */
  readonly calls = new Map<string, SlicedCall>()
  /** Gives to no further call. */
  isClosed = false
  /** An operation on it has an unknown outcome: its row is left to expire. */
  isUncertain = false
  /** What its row has, and how much of that its calls were given. */
  #amount: number
  #given = 0
  #covered = 0
  readonly #granted: number
  readonly #since: Moment
  /** Before the last commit was asked for that saw it in order. */
  #seenAt: Moment
  #usedAt: Moment
  readonly #ended = Promise.withResolvers<void>()

  constructor(
    { user_id, token_id, request_id, expires_at }: BilledCall & { expires_at: number },
    amount: number,
    asked: Moment,
  ) {
    this.id = request_id
    this.user_id = user_id
    this.token_id = token_id
    this.expires_at = expires_at
    this.#amount = amount
    this.#granted = amount
    this.#since = asked
    this.#seenAt = asked
    this.#usedAt = asked
  }

  /** Whether calls may still be given something from it, now or after a commit that sees it. */
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

  /** The part of a call, or none, for an operation that tells how the slice stands. */
  part(amount = 0): SlicePart {
    return { id: this.id, amount, expires_at: this.expires_at }
  }

  get wasWorthwhile(): boolean {
    return this.#covered >= callsWorthwhile
  }

  /** The call is over, or has a hold of its own: its part is free, except what its row has lost by it. */
  takeBack({ hold }: SlicedCall, lost: number, now: Moment): void {
    if (!this.calls.delete(hold.request_id)) return
    this.#given -= hold.amount
    this.#amount -= lost
    this.#usedAt = now
  }

  /** The part of a call whose settlement is not committed stays with it. */
  leaveTo({ hold }: SlicedCall): void {
    this.calls.delete(hold.request_id)
    this.doubt()
  }

  doubt(): void {
    this.isClosed = true
    this.isUncertain = true
  }

  /** A commit that was asked for after `asked` has seen it in order. */
  seen(asked: Moment): void {
    this.#seenAt = later(this.#seenAt, asked)
  }

  /** Resolves when its row is gone, or is left to expire. */
  get ended(): Promise<void> {
    return this.#ended.promise
  }

  end(): void {
    this.#ended.resolve()
  }
}
