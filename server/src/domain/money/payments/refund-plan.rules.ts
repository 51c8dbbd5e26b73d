import type { Store } from '../../../store/store.ts'
import { endSubscription } from '../plans/life.rules.ts'
import type { OrderedPrice } from '../plans/open-ordered.rules.ts'
import { amountText, millionthsOf } from '../plans/plan-price.ts'
import { changeSubscription, findByOrder } from '../plans/subscriptions.queries.ts'
import { logForBuyer } from './buyer-log.ts'
import { findNewestPaid, type OrderRow } from './orders.queries.ts'
import { centsOf } from './refund-worth.ts'
import { firstTradeNo } from './renewal-trade-no.ts'

/**
 * What refunds do to the plan that an order paid for. A full refund ends it. After a part, a plan that replaces it credits
 * only the rest. The refund of an earlier period leaves the current one alone, and a plan that has ended stays so.
 */
export async function applyRefunds(
  transaction: Store,
  order: OrderRow,
  refundedCents: number,
  at: number,
): Promise<void> {
  const subscription = await findByOrder(transaction, firstTradeNo(order.trade_no))
  if (subscription?.status !== 'active') return
  const newest = await findNewestPaid(transaction, subscription)
  if (newest?.id !== order.id) return
  const all = BigInt(centsOf(order.money))
  const left = all - BigInt(refundedCents)
  if (left <= 0n) {
    await endSubscription(transaction, subscription, 'cancelled', at)
    return logForBuyer(transaction, order, at, 'plan_ended_by_refund', { plan: subscription.title })
  }
  const { due, credit } = JSON.parse(order.price_snapshot) as OrderedPrice // written by `orderPlan`
  const paid = amountText(millionthsOf(credit) + (millionthsOf(due) * left) / all)
  const worth = Number((BigInt(order.quota) * left) / all)
  await changeSubscription(transaction, subscription.id, { paid, worth }, at)
}
