import { Deadlines, type Timed } from '../../outbound/deadlines.ts'
import { Refusal } from '../entry/refusals.ts'
import type { RelayDeps } from '../entry/relay-deps.ts'
import type { Call, Delivery, Keeper } from './call.ts'
import { holdSeconds, openHold, refusalOfHold } from './hold.ts'

/** Before anything is delivered a hold is renewed long before it expires; during a delivery its charge is kept as well. */
const renewEveryMs = (holdSeconds * 1000) / 5
const checkpointEveryMs = 5000
/** How much of a hold may be used up before it is extended. */
export const usableShare = 0.9

const deadlines = new Deadlines()

/**
 * Keeps the hold of one call from the moment it is taken until the call is settled: renews it, extends it ahead of the
 * charge, and takes it again when it was lost. Every call with a hold has one, whatever its kind.
 */
export class HoldKeeper implements Keeper, Timed {
  index = 0
  readonly #call: Call
  readonly #deps: RelayDeps
  readonly #checkpointMs: number
  #delivery: Delivery | undefined
  #dueAt = performance.now() + renewEveryMs
  #isChecking = false
  #isWanted = false
  #isEnded = false

  constructor(call: Call, deps: RelayDeps, checkpointMs = checkpointEveryMs) {
    this.#call = call
    this.#deps = deps
    this.#checkpointMs = checkpointMs
    deadlines.watch(this)
  }

  watch(delivery: Delivery): void {
    this.#delivery = delivery
    this.#dueAt = performance.now() + this.#checkpointMs
  }

  expireIfDue(now: number): void {
    if (now >= this.#dueAt) this.check()
  }

  /** One check at a time; a check that is wanted meanwhile follows. */
  check(): void {
    if (this.#isEnded) return
    if (this.#isChecking) {
      this.#isWanted = true
      return
    }
    this.#isChecking = true
    this.#dueAt = Number.POSITIVE_INFINITY
    this.#update()
      .catch((error: unknown) => this.#stopAfter(error))
      .finally(() => {
        this.#isChecking = false
        this.#dueAt = performance.now() + (this.#delivery ? this.#checkpointMs : renewEveryMs)
        if (this.#isEnded) return
        this.#delivery?.goOn?.()
        if (!this.#isWanted) return
        this.#isWanted = false
        this.check()
      })
  }

  /** Settlement takes the hold over. An operation that is under way is committed before the settlement. */
  end(): void {
    this.#isEnded = true
    deadlines.forget(this)
  }

  async #update(): Promise<void> {
    const call = this.#call
    const accrued = this.#delivery?.accrued() ?? 0
    if (call.held === 0 && accrued === 0) return
    if (accrued > call.held * usableShare) await this.#extend(accrued)
    if (this.#isEnded || call.held === 0) return
    const outcome = await this.#deps.ledger.checkpoint({
      ...this.#ids,
      accrued: Math.min(accrued, call.held),
      channel_id: this.#delivery?.channel_id ?? 0,
      expires_at: this.#deps.clock() + holdSeconds,
    })
    if (!outcome.ok) await this.#recover(outcome.code, Math.max(call.held, accrued))
  }

  async #extend(accrued: number): Promise<void> {
    const call = this.#call
    // A session of a free model begins without a hold, but its transcripts may have a price.
    if (call.held === 0) return openHold(call, accrued * 2, this.#deps)
    let code: string | undefined
    // Twice as much saves extensions; a balance too small for that may cover a little more.
    for (const amount of [accrued * 2, Math.ceil(accrued * 1.2)]) {
      if (this.#isEnded) return
      const outcome = await this.#deps.ledger.extend({ ...this.#ids, amount, at: this.#deps.clock() })
      if (outcome.ok) {
        call.held = amount
        return
      }
      code = outcome.code
      if (code === 'database_error' || code === 'not_found') return this.#recover(code, amount)
    }
    if (code !== undefined && accrued >= call.held) throw refusalOfHold(code)
  }

  /** A database that is away is waited for, as long as the charge would survive; a lost hold is taken again. */
  async #recover(code: string, amount: number): Promise<void> {
    if (this.#isEnded) return
    if (code === 'not_found') return openHold(this.#call, amount, this.#deps, true)
    if (!(await this.#deps.ledger.canSettle())) throw new Refusal('database_error')
  }

  #stopAfter(error: unknown): void {
    if (this.#isEnded) return
    const refusal = error instanceof Refusal ? error : undefined
    if (!refusal) this.#deps.log.error('hold not kept', { request_id: this.#call.request_id, error })
    this.#delivery?.stop(refusal ?? new Refusal('internal'))
  }

  get #ids() {
    const { request_id, caller } = this.#call
    return { request_id, user_id: caller.user_id, token_id: caller.token_id }
  }
}
