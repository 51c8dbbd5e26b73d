import type { PaymentNotice } from '@turnpike/contract/money/payment'
import type { OptionValues } from '@turnpike/contract/options'
import type { Store } from '../../../store/store.ts'
import { lockAccount } from '../../identity/user-admin/user-admin.queries.ts'
import { beginGrace, endSubscription, renewSubscription } from '../plans/life.rules.ts'
import { readOrderedPlan } from '../plans/ordered-plan.ts'
import { amountText, millionthsOf } from '../plans/plan-price.ts'
import { changeSubscription, findByOrder, type SubscriptionRow } from '../plans/subscriptions.queries.ts'
import { logForBuyer } from './buyer-log.ts'
import { creditOrder, creditQuota, paidText } from './credit-order.ts'
import { findOrder, insertPaidOrder, type OrderRow } from './orders.queries.ts'
import type { Claim, MarkedClaim } from './payment-provider.ts'
import { renewalTradeNo } from './renewal-trade-no.ts'

type Outcome = { effect: PaymentNotice['effect']; reason: string }

/**
 * What a notification about a subscription at the provider changes, in the caller's transaction. The order is that of the
 * first payment.
 */
export async function applyRenewal(
  transaction: Store,
  order: OrderRow,
  claim: MarkedClaim & Required<Pick<Claim, 'renewal'>>,
  at: number,
  settings: OptionValues,
): Promise<Outcome> {
  const { renewal, renewed_by, payer_mark } = claim
  if (renewal.state === 'other') return { effect: 'refused', reason: 'unknown_invoice' }
  // A later payment of a subscription proves that the first one was made.
  if (renewal.state === 'paid') await creditOrder(transaction, order.trade_no, { at, renewed_by, payer_mark }, settings)
  await lockAccount(transaction, order.user_id)
  const subscription = await findByOrder(transaction, order.trade_no)
  if (!subscription) return { effect: 'refused', reason: 'wrong_order' }
  if (subscription.provider_ref !== '' && subscription.provider_ref !== renewed_by)
    return { effect: 'refused', reason: 'wrong_subscription' }
  if (renewal.state === 'ended') return { effect: await end(transaction, subscription, at), reason: '' }
  const trade_no = renewalTradeNo(order.trade_no, renewal.payment)
  if (await findOrder(transaction, trade_no)) return { effect: 'repeated', reason: '' }
  if (subscription.status !== 'active') {
    await noteRenewedBy(transaction, subscription, claim, at)
    if (renewal.state !== 'paid') return { effect: 'ignored', reason: 'not_paid' }
    // The provider has charged what it was still to stop: the balance gets it, and the order can be refunded.
    const paid = await insertPaidOrder(transaction, {
      ...paidOrderOf(order, trade_no, claim, at),
      plan_id: 0,
      terms: '',
    })
    await creditQuota(transaction, paid, { at }, settings)
    return { effect: 'credited', reason: '' }
  }
  if (renewal.state === 'paid') return renew(transaction, { order, subscription, trade_no, claim }, at)
  // Before the end, the subscription needs no grace. A job begins it at the end.
  if (subscription.end_time <= at) await beginGrace(transaction, subscription, at)
  return { effect: 'renewal_failed', reason: '' }
}

/** The order of a renewal that was paid, like the order of the first payment. */
function paidOrderOf(order: OrderRow, trade_no: string, { renewal, payer_mark }: MarkedClaim, at: number) {
  const { user_id, caller_id, quota, plan_id, terms } = order
  const { provider, payment_method, merchant, money, currency, price_snapshot } = order
  return {
    ...{ user_id, caller_id, trade_no, provider, payment_method, merchant, money, currency, price_snapshot },
    ...{ amount: 0, quota, plan_id, terms, create_time: at, complete_time: at, payer_mark },
    provider_ref: renewal && 'payment' in renewal ? renewal.payment : '',
  }
}

type Renewed = { order: OrderRow; subscription: SubscriptionRow; trade_no: string; claim: MarkedClaim }

async function renew(
  transaction: Store,
  { order, subscription, trade_no, claim }: Renewed,
  at: number,
): Promise<Outcome> {
  const { quota } = order
  const paid = paidOrderOf(order, trade_no, claim, at)
  await insertPaidOrder(transaction, { ...paid, subscription_id: subscription.id })
  const { price, title } = readOrderedPlan(order.terms)
  // A renewal that was cancelled after the provider had charged it is still the last one.
  const renews = subscription.renews === 1 || subscription.provider_ref === ''
  await renewSubscription(
    transaction,
    subscription,
    { paid: amountText(millionthsOf(price)), worth: quota, renews },
    at,
  )
  await noteRenewedBy(transaction, subscription, claim, at)
  await logForBuyer(transaction, order, at, 'plan_renewed', { plan: title, money: paidText(order) })
  return { effect: 'credited', reason: '' }
}

/** An order that was completed by hand does not know yet by what it is renewed. What has ended meanwhile is stopped there. */
export async function noteRenewedBy(
  transaction: Store,
  { id, status, provider_ref }: SubscriptionRow,
  { renewed_by = '' }: Claim,
  at: number,
): Promise<void> {
  if (provider_ref !== '' || renewed_by === '') return
  await changeSubscription(transaction, id, { provider_ref: renewed_by, renews: status === 'active' ? 1 : 0 }, at)
}

/** The provider renews no more. A subscription whose time is over ends; another one runs until its end. */
async function end(
  transaction: Store,
  subscription: SubscriptionRow,
  at: number,
): Promise<'renewal_ended' | 'repeated'> {
  const { id, status, renews, end_time } = subscription
  if (status !== 'active' || renews === 0) return 'repeated'
  if (end_time <= at) await endSubscription(transaction, subscription, 'expired', at)
  else await changeSubscription(transaction, id, { renews: 0 }, at)
  return 'renewal_ended'
}
