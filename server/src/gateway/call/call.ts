import type { Price } from '../../domain/pricing/price.ts'
import type { PromptTokens } from '../counting/chat-tokens.ts'
import type { RelayCaller } from '../entry/authenticate.ts'
import { Refusal } from '../entry/refusals.ts'
import type { RelayDeps } from '../entry/relay-deps.ts'
import type { Snapshot } from '../routing/snapshot.ts'

/** Everything settled about a call before it is sent: who, what, for how much. Prices do not change while it runs. */
export type Call = {
  request_id: string
  caller: RelayCaller
  snapshot: Snapshot
  model: string
  price: Price
  groupRatio: number
  promptTokens: number
  /** The prompt by the rules of its model, for when the upstream does not say; costs more than the estimate. */
  countPrompt: (() => Promise<PromptTokens>) | undefined
  startedAt: number
  /** Channels tried so far, in order. */
  tried: number[]
  /** What is set aside; 0 when the call is free. */
  held: number
  /** Whoever settles it has taken over what was set aside. */
  isSettling: boolean
}

/** A hold outlives its call by at most this much if we die; running calls renew it. */
export const holdSeconds = 300

/** Sets money aside before anyone upstream hears of the call. Free calls set nothing aside. */
export async function openHold(call: Call, amount: number, deps: RelayDeps): Promise<void> {
  if (amount === 0) return
  const at = deps.clock()
  const { caller } = call
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
  })
  if (!outcome.ok) throw refusalOfHold(outcome.code)
  call.held = amount
}

const snapshotTexts = new WeakMap<Price, { group_ratio: number; text: string }>()

/** What a hold remembers of its price. Calls of one model share the price and mostly the ratio, so the text is made once. */
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

/** Why money could not be set aside, as a caller may know it. */
export function refusalOfHold(code: string): Refusal {
  if (code === 'quota_insufficient') return new Refusal('insufficient_user_quota')
  if (code === 'token_exhausted') return new Refusal('pre_consume_token_quota_failed')
  if (code === 'token_disabled' || code === 'token_invalid') return new Refusal('token_disabled')
  if (code === 'token_expired') return new Refusal('token_expired')
  if (code === 'user_banned' || code === 'user_missing') return new Refusal('user_banned')
  return new Refusal('database_error', { detail: { code } })
}

/** Gives back what was set aside for a call that brought nothing. */
export async function releaseHold(call: Call, deps: RelayDeps): Promise<void> {
  if (call.held === 0) return
  const { request_id, caller } = call
  await deps.ledger.release({ request_id, user_id: caller.user_id, token_id: caller.token_id, at: deps.clock() })
}
