import { Deadlines, type Timed } from '../../light/deadlines.ts'
import { Refusal } from '../entry/errors/refusals.ts'
import type { RelayDeps } from '../entry/relay-deps.ts'
import { billed } from './call.ts'
import type { Delivery } from './cancellation.ts'
import {
  affordable,
  type Held,
  holdSeconds,
  isQuotaRefusal,
  type Keeper,
  openHold,
  type Refused,
  refusalOfHold,
} from './hold.ts'

/**
 * A hold is renewed long before it expires, by the clock of its expiry. During a delivery its charge is stored as well.
 */
const renewEverySeconds = holdSeconds / 5
const checkpointEveryMs = 5000
/** The share of a hold that may be used before it is extended. */
export const usableShare = 0.9

const deadlines = new Deadlines()

/**
 * Keeps the hold of one call from the moment it is taken until the call is settled: renews it, extends it ahead of the
 * charge, and takes it again if it was lost. Every call with a hold has a keeper.
 */
export class HoldKeeper implements Keeper, Timed {
  index = 0
  readonly #held: Held
  readonly #deps: RelayDeps
  readonly #checkpointMs: number
  #delivery: Delivery | undefined
  /**
   * When the charge so far is stored next, by the monotonic clock, and when the hold is renewed, by the database's
   * clock.
   */
  #checkpointAt = Number.POSITIVE_INFINITY
  #renewAt: number
  #isChecking = false
  #isWanted = false
  #isEnded = false
  /** The database was unavailable at the last check. */
  #isUnheld = false

  constructor(held: Held, deps: RelayDeps, checkpointMs = checkpointEveryMs) {
    this.#held = held
    this.#deps = deps
    this.#checkpointMs = checkpointMs
    this.#renewAt = deps.clock() + renewEverySeconds
    deadlines.watch(this)
  }

  watch(delivery: Delivery): void {
    this.#delivery = delivery
    this.#checkpointAt = performance.now() + this.#checkpointMs
  }

  expireIfDue(now: number): void {
    if (!this.#isChecking && (now >= this.#checkpointAt || this.#deps.clock() >= this.#renewAt)) this.check()
  }

  /** Runs one check at a time. A check requested during another one follows it. */
  check(): void {
    if (this.#isEnded) return
    if (this.#isChecking) {
      this.#isWanted = true
      return
    }
    this.#isChecking = true
    this.#isUnheld = false
    this.#update()
      .catch((error: unknown) => this.#stopAfter(error))
      .finally(() => {
        this.#isChecking = false
        if (this.#delivery) this.#checkpointAt = performance.now() + this.#checkpointMs
        this.#renewAt = this.#deps.clock() + renewEverySeconds
        if (this.#isEnded) return
        this.#delivery?.goOn?.(this.#isUnheld)
        if (!this.#isWanted) return
        this.#isWanted = false
        this.check()
      })
  }

  /** Settlement takes over the hold. A running operation is committed before the settlement. */
  end(): void {
    this.#isEnded = true
    deadlines.forget(this)
  }

  async #update(): Promise<void> {
    const { hold } = this.#held
    const accrued = affordable(() => this.#delivery?.accrued() ?? 0)
    if (!hold.isTaken && accrued === 0) return
    if (this.#needsMore(accrued)) await this.#extend(accrued)
    if (this.#isEnded || !hold.isTaken) return
    const outcome = await this.#deps.ledger.checkpoint({
      ...this.#ids,
      accrued: Math.min(accrued, hold.amount),
      channel_id: this.#delivery?.channel_id ?? 0,
      expires_at: this.#deps.clock() + holdSeconds,
    })
    if (!outcome.ok) await this.#recover(outcome.code, accrued)
  }

  /** The hold does not cover the delivered output, or is nearly used up by a charge that can exceed it. */
  #needsMore(accrued: number): boolean {
    const { amount } = this.#held.hold
    return accrued > amount || (accrued > amount * usableShare && this.#most(accrued) > amount)
  }

  /** After an upstream exceeds the bound of its charge, there is no other bound. */
  #most(accrued: number): number {
    const most = this.#delivery?.most?.() ?? Number.MAX_SAFE_INTEGER
    return accrued > most ? Number.MAX_SAFE_INTEGER : most
  }

  async #extend(accrued: number): Promise<void> {
    const { call, hold } = this.#held
    // A session of a free model begins without a hold, but its transcripts may have a price.
    if (!hold.isTaken) return openHold(this.#held, accrued * 2, this.#deps)
    let refused: Refused | undefined
    // Twice as much saves extensions; a balance too small for that may cover a little more.
    const most = this.#most(accrued)
    for (const amount of [accrued * 2, Math.ceil(accrued * 1.2)].map((each) => Math.min(each, most))) {
      if (this.#isEnded) return
      const at = this.#deps.clock()
      const outcome = await this.#deps.ledger.extend({ ...this.#ids, amount, at, limits: call.limits })
      if (outcome.ok) {
        hold.amount = amount
        return
      }
      refused = outcome
      const { code } = outcome
      if (code === 'database_error' || code === 'not_found') return this.#recover(code, accrued)
    }
    if (refused && accrued >= hold.amount) throw refusalOfHold(refused, call, this.#deps)
  }

  /** Waits for an unavailable database, as long as the charge would survive. Takes a lost hold again. */
  async #recover(code: string, accrued: number): Promise<void> {
    if (this.#isEnded) return
    if (code === 'not_found') return this.#takeAgain(accrued)
    if (!(await this.#deps.ledger.canSettle())) throw new Refusal('database_error')
    this.#isUnheld = true
  }

  /**
   * Other calls may have used a part of the balance meanwhile. The hold then covers the delivered output and a little
   * more.
   */
  async #takeAgain(accrued: number): Promise<void> {
    let refusal: unknown
    const most = this.#most(accrued)
    const amounts = [Math.max(this.#held.hold.amount, accrued * 2), Math.ceil(accrued * 1.2), accrued]
    for (const amount of amounts.map((each) => Math.min(each, most))) {
      if (this.#isEnded || (refusal && amount === 0)) break
      try {
        return await openHold(this.#held, amount, this.#deps, true)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        if (error.code === 'database_error') return this.#recover(error.code, accrued)
        if (!isQuotaRefusal(error)) throw error
        refusal = error
      }
    }
    if (refusal) throw refusal
  }

  #stopAfter(error: unknown): void {
    if (this.#isEnded) return
    const refusal = error instanceof Refusal ? error : undefined
    if (!refusal) this.#deps.log.error('hold not kept', { request_id: this.#held.call.request_id, error })
    this.#delivery?.stop(refusal ?? new Refusal('internal'))
  }

  get #ids() {
    return billed(this.#held.call)
  }
}
