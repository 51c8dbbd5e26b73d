import type { Pot } from '../wallet/pots/pots.queries.ts'
import { millionthsOf, wholeCents } from './plan-price.ts'
import type { SubscriptionRow } from './subscriptions.queries.ts'

type Paid = Pick<SubscriptionRow, 'paid' | 'period_start' | 'end_time'>
type OpenPot = Pick<Pot, 'amount' | 'quota' | 'held' | 'starts_at' | 'ends_at'>

/** Whether a new plan in a currency can replace a subscription: one that was paid for in it, here or before an import, and that is not renewed. */
export const isReplaceable = (
  { status, source, renews, currency, end_time }: SubscriptionRow,
  planCurrency: string,
  at: number,
): boolean => status === 'active' && end_time > at && source !== 'admin' && renews === 0 && currency === planCurrency

/**
 * What the unused part of a subscription is worth, in millionths, rounded down to cents: what was paid for it, times the
 * smaller of the unused parts of its time and of its money.
 */
export function creditOf({ paid, period_start, end_time }: Paid, pot: OpenPot | undefined, at: number): bigint {
  const length = end_time - period_start
  if (length <= 0) return 0n
  const time = BigInt(Math.min(Math.max(end_time - at, 0), length))
  const money =
    pot && pot.amount > 0 ? unusedMoney(pot, { from: period_start, to: end_time }) : { of: 1n, unused: time }
  const perSecond = money.of * BigInt(length)
  const byTime = time * money.of
  if (byTime <= money.unused) return wholeCents((millionthsOf(paid) * byTime) / perSecond)
  return wholeCents((millionthsOf(paid) * money.unused) / perSecond)
}

/**
 * The unused money as seconds of the period, times the amount of the pot. Pots of later times count as unused, earlier ones
 * as used.
 */
function unusedMoney({ amount, quota, held, starts_at, ends_at }: OpenPot, period: { from: number; to: number }) {
  const from = Math.min(Math.max(starts_at, period.from), period.to)
  const to = Math.min(Math.max(ends_at, period.from), period.to)
  const left = BigInt(Math.max(0, quota - held))
  return { of: BigInt(amount), unused: left * BigInt(to - from) + BigInt(amount) * BigInt(period.to - to) }
}
