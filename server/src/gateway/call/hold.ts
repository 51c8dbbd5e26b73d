import type { Price } from '../../domain/money/pricing/price.ts'
import type { Outcome } from '../../domain/money/wallet/ledger/operations.ts'
import { Refusal, type RefusalCode } from '../entry/errors/refusals.ts'
import type { RelayDeps } from '../entry/relay-deps.ts'
import { billed, type Call } from './call.ts'
import type { Delivery } from './cancellation.ts'
import { expectedTokens, limitsHeld, type Occupied, refusalOfLimit } from './limits.ts'

/** How long a hold outlives a process that died; running calls renew theirs. */
export const holdSeconds = 300

/** An amount that exceeds every possible balance is refused before anything is held or sent. */
export function affordable(amount: () => number): number {
  try {
    return amount()
  } catch (error) {
    if (error instanceof RangeError) throw new Refusal('insufficient_user_quota', { detail: { error } })
    throw error
  }
}

/**
 * `none`: nothing is held yet. `open`: held, and released with the call unless a response settles it. `settling`: a
 * response is delivered, and its settlement captures or releases. `captured`: the charge is being committed, or is
 * committed.
 */
type HoldState = 'none' | 'open' | 'settling' | 'captured' | 'released'

export class Hold {
  state: HoldState = 'none'
  /** 0 when the call is free. */
  amount = 0
  /** The ledger has or had a hold of the call. A free call has a hold only if its limits are counted by it. */
  isTaken = false
  /** Keeps the hold while the call runs; ended by settlement and release. */
  keeper: Keeper | undefined

  /** Whether the settlement owns the hold, or has ended it. */
  get isSettling(): boolean {
    return this.state !== 'none' && this.state !== 'open'
  }

  take(amount: number): void {
    this.amount = amount
    this.isTaken = true
    if (this.state === 'none') this.state = 'open'
  }

  beginSettlement(): void {
    this.state = 'settling'
  }

  beginCapture(): void {
    this.keeper?.end()
    this.state = 'captured'
  }
}

export type Keeper = {
  /** From now on the charge so far is stored with the hold, every few seconds and whenever `check` is called. */
  watch(delivery: Delivery): void
  check(): void
  end(): void
}

/** A call, its hold, and the slot whose limits are counted with the hold. */
export type Held = { readonly call: Call; readonly hold: Hold; readonly slot: Occupied }

/**
 * Takes the hold before any upstream is called. A free call without limits needs none. Request limits do not count a
 * repeated hold again.
 */
export const openHold = (held: Held, amount: number, deps: RelayDeps, isRepeat = false): Promise<void> | undefined =>
  amount > 0 || limitsHeld(held) ? takeHold(held, amount, deps, isRepeat) : undefined

/** Takes a hold; its amount is 0 if only limits are counted by it. */
export async function takeHold(held: Held, amount: number, deps: RelayDeps, isRepeat = false): Promise<void> {
  const at = deps.clock()
  const { call, hold } = held
  const { caller } = call
  const limits = limitsHeld(held)
  const outcome = await deps.ledger.hold({
    ...billed(call),
    amount,
    model_name: call.model,
    group: caller.group,
    price_snapshot: priceSnapshotOf(call.price, call.groupRatio),
    at,
    expires_at: at + holdSeconds,
    ...(isRepeat && { isRepeat, wasReleased: !hold.isTaken }),
    ...(limits && { limits, ...expectedTokens(call) }),
    isLongRunning: call.isLongRunning,
  })
  if (!outcome.ok) throw refusalOfHold(outcome, call, deps)
  hold.take(amount)
}

const snapshotTexts = new WeakMap<Price, { group_ratio: number; text: string }>()

/**
 * The price as stored with the hold. Calls of one model share the price and mostly the ratio, so the text is made once.
 */
function priceSnapshotOf(price: Price, group_ratio: number): string {
  const known = snapshotTexts.get(price)
  if (known?.group_ratio === group_ratio) return known.text
  const text = JSON.stringify({ model: price.model, group_ratio, price: priceFacts(price) })
  snapshotTexts.set(price, { group_ratio, text })
  return text
}

function priceFacts(price: Price) {
  return price.kind === 'call'
    ? { price: price.price }
    : { ratio: price.ratio, completion_ratio: price.completion_ratio }
}

export type Refused = Extract<Outcome, { ok: false }>

/** The refusal of a hold, as the caller may see it. */
export function refusalOfHold(
  { code, reached }: Refused,
  { snapshot }: Pick<Call, 'snapshot'>,
  { clock }: Pick<RelayDeps, 'clock'>,
): Refusal {
  if (reached) return refusalOfLimit(reached, snapshot.options, clock())
  if (code === 'quota_insufficient') return new Refusal('insufficient_user_quota')
  if (code === 'plan_insufficient') return new Refusal('plan_insufficient')
  if (code === 'token_exhausted') return new Refusal('pre_consume_token_quota_failed')
  if (code === 'token_disabled' || code === 'token_invalid') return new Refusal('token_disabled')
  if (code === 'token_expired') return new Refusal('token_expired')
  if (code === 'user_banned' || code === 'user_missing') return new Refusal('user_banned')
  if (code === 'org_member_missing') return new Refusal('org_member_missing')
  return new Refusal('database_error', { detail: { code } })
}

const quotaRefusals: ReadonlySet<RefusalCode> = new Set([
  'insufficient_user_quota',
  'plan_insufficient',
  'pre_consume_token_quota_failed',
  'limit_reached',
])

/** Whether the balance of user or token, or a budget, is too small; otherwise the caller is no longer allowed. */
export const isQuotaRefusal = ({ code }: Refusal): boolean => quotaRefusals.has(code)

/** Releases the hold of a call that ended without a result. */
export async function releaseHold({ call, hold, slot }: Held, deps: RelayDeps): Promise<void> {
  hold.keeper?.end()
  if (!hold.isTaken) return
  await deps.ledger.release({ ...billed(call), at: deps.clock() })
  hold.state = 'released'
  if (slot.occupied) deps.channelQueue.freed(slot.occupied)
}
