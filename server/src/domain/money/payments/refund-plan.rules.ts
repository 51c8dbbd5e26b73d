import type { Store } from '../../../store/store.ts'
import { endSubscription } from '../plans/life.rules.ts'
import type { OrderedPrice } from '../plans/open-ordered.rules.ts'
import { amountText, millionthsOf } from '../plans/plan-price.ts'
import { changeSubscription, findByOrder, findHeir, type SubscriptionRow } from '../plans/subscriptions.queries.ts'
import { logForBuyer } from './buyer-log.ts'
import { findNewestPaid, type OrderRow } from './orders.queries.ts'
import { centsOf } from './refund-worth.ts'
import { firstTradeNo } from './renewal-trade-no.ts'

/** What an order has paid for: a subscription, and the one that runs now, which may have replaced it for a credit. */
type PaidFor = { subscription: SubscriptionRow; running: SubscriptionRow }

/** Undefined where nothing of it runs. The refund of an earlier period leaves the current one alone. */
async function findPaidFor(transaction: Store, order: OrderRow): Promise<PaidFor | undefined> {
  const subscription = await findByOrder(transaction, firstTradeNo(order.trade_no))
  if (!subscription) return undefined
  const running = subscription.status === 'active' ? subscription : await findHeir(transaction, subscription)
  if (!running) return undefined
  const newest = await findNewestPaid(transaction, subscription)
  return newest?.id === order.id ? { subscription, running } : undefined
}

/** The running plan that was paid in part with what was left of the plan of an order. */
export async function findCredited(transaction: Store, order: OrderRow): Promise<SubscriptionRow | undefined> {
  const { subscription, running } = (await findPaidFor(transaction, order)) ?? {}
  return running?.id === subscription?.id ? undefined : running
}

/**
 * What refunds do to the plan that an order paid for. A full refund ends it. After a part, a plan that replaces it credits
 * only the rest, and so does a plan that has replaced it. A plan that has ended stays so.
 */
export async function applyRefunds(
  transaction: Store,
  order: OrderRow,
  refundedCents: number,
  at: number,
): Promise<void> {
  const found = await findPaidFor(transaction, order)
  if (!found) return
  const { subscription, running } = found
  const all = BigInt(centsOf(order.money))
  const left = all - BigInt(refundedCents)
  if (left <= 0n && running.id === subscription.id) {
    await endSubscription(transaction, subscription, 'cancelled', at)
    return logForBuyer(transaction, order, at, 'plan_ended_by_refund', { plan: subscription.title })
  }
  const { due, credit } = JSON.parse(order.price_snapshot) as OrderedPrice // written by `orderPlan`
  const paid = millionthsOf(credit) + (millionthsOf(due) * left) / all
  const worth = Number((BigInt(order.quota) * left) / all)
  await changeSubscription(transaction, subscription.id, { paid: amountText(paid), worth }, at)
  if (running.id === subscription.id) return
  const rest = millionthsOf(running.paid) + paid - millionthsOf(subscription.paid)
  await changeSubscription(transaction, running.id, { paid: amountText(rest > 0n ? rest : 0n) }, at)
}
