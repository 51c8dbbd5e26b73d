import type { Price } from '../../domain/money/pricing/price.ts'
import type { Outcome } from '../../domain/money/wallet/ledger/operations.ts'
import { Refusal, type RefusalCode } from '../entry/refusals.ts'
import type { RelayDeps } from '../entry/relay-deps.ts'
import type { Call } from './call.ts'
import { expectedTokens, limitsHeld, refusalOfLimit } from './limits.ts'

/** How long a hold outlives a process that died; running calls renew theirs. */
export const holdSeconds = 300

/** An amount that no balance can hold is more than the caller has: refused before anything is held or sent. */
export function affordable(amount: () => number): number {
  try {
    return amount()
  } catch (error) {
    if (error instanceof RangeError) throw new Refusal('insufficient_user_quota', { detail: { error } })
    throw error
  }
}

/**
 * Takes the hold before any upstream is asked. A free call without limits needs none. One that had a hold before is not
 * counted again by limits of requests.
 */
export const openHold = (call: Call, amount: number, deps: RelayDeps, isRepeat = false): Promise<void> | undefined =>
  amount > 0 || limitsHeld(call) ? takeHold(call, amount, deps, isRepeat) : undefined

/** Takes a hold, of 0 where only limits are counted by it. */
export async function takeHold(call: Call, amount: number, deps: RelayDeps, isRepeat = false): Promise<void> {
  const at = deps.clock()
  const { caller } = call
  const limits = limitsHeld(call)
  const outcome = await deps.ledger.hold({
    request_id: call.request_id,
    user_id: caller.user_id,
    token_id: caller.token_id,
    amount,
    model_name: call.model,
    group: caller.group,
    price_snapshot: priceSnapshotOf(call.price, call.groupRatio),
    at,
    expires_at: at + holdSeconds,
    ...(isRepeat && { isRepeat, wasReleased: !call.hasHold }),
    ...(limits && { limits, ...expectedTokens(call) }),
    isLongRunning: call.isLongRunning,
  })
  if (!outcome.ok) throw refusalOfHold(outcome, call, deps)
  call.held = amount
  call.hasHold = true
}

const snapshotTexts = new WeakMap<Price, { group_ratio: number; text: string }>()

/** The price as the hold's row keeps it. Calls of one model share the price and mostly the ratio, so the text is made once. */
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

/** Why a hold was refused, as the caller may know it. */
export function refusalOfHold(
  { code, reached }: Refused,
  { snapshot }: Pick<Call, 'snapshot'>,
  { clock }: Pick<RelayDeps, 'clock'>,
): Refusal {
  if (reached) return refusalOfLimit(reached, snapshot.options, clock())
  if (code === 'quota_insufficient') return new Refusal('insufficient_user_quota')
  if (code === 'token_exhausted') return new Refusal('pre_consume_token_quota_failed')
  if (code === 'token_disabled' || code === 'token_invalid') return new Refusal('token_disabled')
  if (code === 'token_expired') return new Refusal('token_expired')
  if (code === 'user_banned' || code === 'user_missing') return new Refusal('user_banned')
  return new Refusal('database_error', { detail: { code } })
}

const quotaRefusals: ReadonlySet<RefusalCode> = new Set([
  'insufficient_user_quota',
  'pre_consume_token_quota_failed',
  'limit_reached',
])

/** Whether the balance of user or token, or a budget, is too small, rather than the caller no longer allowed. */
export const isQuotaRefusal = ({ code }: Refusal): boolean => quotaRefusals.has(code)

/** Gives the hold of a call without a result back. */
export async function releaseHold(call: Call, deps: RelayDeps): Promise<void> {
  call.keeper?.end()
  if (!call.hasHold) return
  const { request_id, caller } = call
  await deps.ledger.release({ request_id, user_id: caller.user_id, token_id: caller.token_id, at: deps.clock() })
  if (call.occupied) deps.channelQueue.freed(call.occupied)
}
