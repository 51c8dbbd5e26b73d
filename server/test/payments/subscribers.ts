import assert from 'node:assert/strict'
import { paymentProviders } from '../../src/domain/money/payments/payment-providers.ts'
import { checkOpenOrders } from '../../src/jobs/check-open-orders.ts'
import type { Client } from '../harness/harness.ts'
import type { useShop } from './shop.ts'
import type { StripeEvent } from './stripe-server.ts'

/** Buyers of a shop whose plans Stripe renews. */
export function subscribersOf(on: ReturnType<typeof useShop>) {
  const { shop, upstream, plan, recurringPrice, tellStripe, subscriptionsOf } = on
  let prices = 0
  const recurringPlan = (form: object = {}, price: object = {}) =>
    plan({ stripe_price_id: recurringPrice(`price_${++prices}`, price), ...form })
  const priceOfLast = () => `price_${prices}`
  const order = async (buyer: Client, plan_id?: number) => {
    const { session, link } = await on.stripe(buyer, { plan_id: plan_id ?? (await recurringPlan()) })
    return session ?? assert.fail(link)
  }
  const now = () => shop.server.deps.clock()
  /** A buyer whose plan is renewed by a subscription at Stripe. */
  const subscribed = async (by?: Client, account?: number) => {
    const buyer = by ?? (await on.givenBuyer())
    const session = await order(buyer)
    for (const event of upstream.buy(session)) assert.equal(await tellStripe(event), 200)
    const remote = upstream.subscriptions.get(String(session.subscription)) ?? assert.fail('no subscription')
    const current = async () => (await subscriptionsOf(account ?? buyer.userId)).at(-1) ?? assert.fail('no plan')
    const trade_no = String(session.client_reference_id)
    const ended = { type: 'customer.subscription.deleted', object: { ...remote, status: 'canceled' } }
    return { buyer, session, remote, current, trade_no, ended }
  }
  const endAt = (id: number, end_time: number) =>
    shop.open.store.updateTable('subscriptions').set({ end_time }).where('id', '=', id).execute()
  /** Runs the job that asks the payment providers, as if some time had passed. */
  const runJob = (ahead = 300) => {
    const later = { ...shop.server.deps, clock: () => now() + ahead }
    return checkOpenOrders(later, paymentProviders(shop.server.deps), 'test')
  }
  const chargeOf = async (invoice: unknown, amount_refunded: number): Promise<StripeEvent> => {
    const object = { payment_intent: `pi_${String(invoice)}`, currency: 'usd', livemode: false, amount_refunded }
    return { type: 'charge.refunded', object }
  }
  return { recurringPlan, priceOfLast, order, now, subscribed, endAt, runJob, chargeOf }
}
