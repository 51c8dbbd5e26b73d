import { AppError } from '../../../http/app-error.ts'
import type { Store } from '../../../store/store.ts'
import type { OrderRow } from '../payments/orders.queries.ts'
import { periodFrom } from '../wallet/pots/periods.ts'
import { isRunning } from '../wallet/pots/pot.ts'
import { readOpenPots } from '../wallet/pots/pots.queries.ts'
import { creditOf, isReplaceable } from './credit.ts'
import { isGone, keepUnopened, openSubscription, type Sold } from './life.rules.ts'
import { readOrderedPlan, readTerms } from './ordered-plan.ts'
import { amountText, millionthsOf } from './plan-price.ts'
import { findPlan } from './plans.queries.ts'
import { countOfPlan, findSubscription, type SubscriptionRow } from './subscriptions.queries.ts'

/** How the price of an ordered plan came about: decimal texts in the currency of the plan. */
export type OrderedPrice = {
  due: string
  credit: string
  /** Whether the provider will renew it. */
  renews?: boolean
}

/** An order is paid within this time as a rule. Time that passes later makes the replaced plan worth less. */
const patienceSeconds = 86_400
/** The part of the credit that may be used between the order and its payment. */
const usedMeanwhile = 20n

type Completion = { at: number; by?: object | undefined; renewed_by?: string | undefined }

/**
 * Opens the plan of a paid order, even if it is no longer sold. Undefined if the plan that it replaces is not worth the
 * credit any more, as it has been used up or replaced since the order was made, or if the buyer has bought the plan as often
 * as it allows by now. What was paid for a deleted account, and what the provider renews although it could not be opened,
 * is kept without being opened: a job stops the renewal.
 */
export async function openOrdered(
  transaction: Store,
  order: OrderRow,
  { at, by, renewed_by = '' }: Completion,
): Promise<SubscriptionRow | undefined> {
  const { user_id, caller_id, trade_no, quota: worth, subscription_id: replaces, create_time } = order
  const { due, credit, renews = false } = JSON.parse(order.price_snapshot) as OrderedPrice // written by `orderPlan`
  const gone = await isGone(transaction, user_id)
  if (gone && by) throw new AppError('user_missing')
  const plan = readOrderedPlan(order.terms)
  const promised = millionthsOf(credit)
  // The credit was paid with the plan that is replaced.
  const paid = { paid: amountText(millionthsOf(due) + promised), worth, source: 'order' as const, trade_no }
  const renewal = { provider_ref: renewed_by, renews: renewed_by !== '' }
  const sold: Sold = { user_id, caller_id, plan, ...paid, ...renewal, replaces, hasCredit: promised > 0n }
  if (gone) return keepUnopened(transaction, sold, at)
  if (await isBoughtUp(transaction, user_id, order.plan_id)) {
    if (renews) await keepUnopened(transaction, { ...sold, paid: '0', worth: 0 }, at)
    return undefined
  }
  if (promised > 0n) {
    const countedAt = Math.max(create_time, at - patienceSeconds)
    const worthNow = await creditFor(transaction, { user_id, replaces, currency: plan.currency }, at, countedAt)
    if (worthNow === undefined || (promised - worthNow) * usedMeanwhile > promised) return undefined
  }
  return openSubscription(transaction, sold, at)
}

/** Whether an account has had a plan as often as it allows. */
export async function isBoughtUp(store: Store, user_id: number, plan_id: number): Promise<boolean> {
  const { max_purchase_per_user: most = 0 } = (await findPlan(store, plan_id)) ?? {}
  return most > 0 && (await countOfPlan(store, user_id, plan_id)) >= most
}

type Replaced = { user_id: number; replaces: number; currency: string }

/**
 * The credit for a subscription that a plan in a currency replaces; undefined where it cannot. `countedAt`: the time until
 * which its time counts as used.
 */
export async function creditFor(
  store: Store,
  { user_id, replaces, currency }: Replaced,
  at: number,
  countedAt = at,
): Promise<bigint | undefined> {
  const replaced = await findSubscription(store, replaces)
  if (replaced?.user_id !== user_id || !isReplaceable(replaced, currency, at)) return undefined
  const pots = await readOpenPots(store, [replaces], at)
  return creditOf(
    { ...replaced, end_time: paidUntil(replaced) },
    pots.find((pot) => isRunning(pot, at)),
    countedAt,
  )
}

/** Time that was given beyond the paid period gives no credit. */
const paidUntil = ({ period_start, start_time, end_time, terms }: SubscriptionRow): number =>
  Math.min(end_time, periodFrom(period_start, start_time, readTerms(terms)).end)
