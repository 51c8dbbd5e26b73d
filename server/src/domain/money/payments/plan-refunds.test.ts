import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { databaseKinds } from '../../../../test/harness/databases.ts'
import { codeOf, dataOf, epayNotice, useShop } from '../../../../test/payments/shop.ts'
import { subscribersOf } from '../../../../test/payments/subscribers.ts'

const dollar = 500_000

for (const kind of databaseKinds)
  describe(`refunds of plans on ${kind}`, () => {
    const on = useShop(kind)
    const { plan, epay, tellEpay, tellStripe, newestNotice, balancePay, quotaOf, subscriptionsOf, potsOf } = on
    const { upstream } = on
    const { subscribed, runJob, chargeOf } = subscribersOf(on)
    const remoteOf = (id: string) => upstream.subscriptions.get(id) ?? assert.fail('no subscription')
    const refundsOf = (trade_no: string) =>
      on.shop.open.store.selectFrom('order_refunds').select('status').where('trade_no', '=', trade_no).execute()

    test('a refund that the provider refuses changes nothing: the plan runs and is renewed', async () => {
      const { remote, current, trade_no } = await subscribed()
      const before = await current()
      upstream.next.push('refuse')
      assert.equal(await on.refund(trade_no), 'refund_refused')
      const { status, renews, end_time, paid } = await current()
      assert.deepEqual([status, renews, end_time, paid], ['active', 1, before.end_time, before.paid])
      assert.deepEqual(
        (await potsOf(before.id)).map(({ quota }) => quota),
        [1000],
      )
      await runJob()
      assert.equal(remoteOf(remote.id).status, 'active')
      assert.equal(await on.refund(trade_no), 'ok')
      assert.deepEqual([(await current()).status, remoteOf(remote.id).status], ['cancelled', 'canceled'])
      await on.isBalanced()
    })

    for (const how of ['lost', 'away'] as const)
      test(`a refund without the response of the provider (${how}) ends the plan as soon as it is confirmed`, async () => {
        const { remote, current, trade_no } = await subscribed()
        upstream.next.push(how)
        assert.equal(await on.refund(trade_no), 'ok')
        assert.deepEqual([(await current()).status, await refundsOf(trade_no)], ['active', [{ status: 'pending' }]])
        await runJob()
        assert.deepEqual([(await current()).status, await refundsOf(trade_no)], ['cancelled', [{ status: 'done' }]])
        await runJob(600)
        assert.equal(remoteOf(remote.id).status, 'canceled')
        await on.isBalanced()
      })

    test('a notice confirms a refund whose response was lost, and ends the plan', async () => {
      const { session, current, trade_no } = await subscribed()
      upstream.next.push('lost')
      await on.refund(trade_no)
      await tellStripe(await chargeOf(session.invoice, 1000))
      assert.deepEqual([(await current()).status, await refundsOf(trade_no)], ['cancelled', [{ status: 'done' }]])
      assert.equal((await newestNotice()).effect, 'repeated')
      await on.isBalanced()
    })

    test('a refund that is told before its payment takes back what went to the balance, because the credit was gone', async () => {
      const buyer = await on.givenBuyer(10 * dollar)
      const small = dataOf(await balancePay(buyer, { plan_id: await plan() })).subscription
      const wanted = { plan_id: await plan({ price_amount: 30 }), replaces: small.id }
      const [first, late] = [await epay(buyer, wanted), await on.stripe(buyer, wanted)]
      assert.equal(await tellEpay(epayNotice(first.data)), 'success')
      const before = await quotaOf(buyer)
      const session = late.session ?? assert.fail(late.link)
      upstream.buy(session)
      const { payment_intent, currency, amount_total } = session
      const object = { payment_intent, currency, livemode: false, amount_refunded: amount_total }
      await tellStripe({ type: 'charge.refunded', object })
      assert.equal((await newestNotice()).effect, 'refunded')
      assert.equal(await quotaOf(buyer), before)
      await on.isBalanced()
    })

    test('a lost dispute takes the payment back, once: the plan ends and is not renewed', async () => {
      const { session, remote, current, trade_no } = await subscribed()
      const dispute = (status: string, amount = 1000, id = 'dp_1') => {
        const object = { id, payment_intent: `pi_${String(session.invoice)}`, amount, currency: 'usd', livemode: false }
        return tellStripe({ type: 'charge.dispute.closed', object: { ...object, status } })
      }
      await dispute('won')
      assert.deepEqual([(await newestNotice()).effect, (await current()).status], ['dispute_won', 'active'])
      await dispute('lost', 400)
      await dispute('lost', 400)
      assert.deepEqual([(await newestNotice()).effect, (await current()).paid], ['repeated', '6.00'])
      await dispute('lost', 600, 'dp_2')
      assert.deepEqual([(await newestNotice()).effect, (await current()).status], ['refunded', 'cancelled'])
      assert.deepEqual(await refundsOf(trade_no), [{ status: 'done' }, { status: 'done' }])
      await runJob()
      assert.equal(remoteOf(remote.id).status, 'canceled')
      await on.isBalanced()
    })

    test('an order that a running plan was paid with in part is refunded after that plan', async () => {
      const buyer = await on.givenBuyer(20 * dollar)
      const { data, trade_no = '' } = await epay(buyer, { plan_id: await plan() })
      await tellEpay(epayNotice(data))
      const [small] = await subscriptionsOf(buyer.userId)
      const upgrade = { plan_id: await plan({ price_amount: 20 }), replaces: small?.id ?? 0 }
      const middle = dataOf(await balancePay(buyer, upgrade)).subscription
      assert.equal(await on.refund(trade_no), 'refund_credited')
      const largest = { plan_id: await plan({ price_amount: 25 }), replaces: middle.id }
      const large = dataOf(await balancePay(buyer, largest)).subscription
      assert.equal(await on.refund(trade_no), 'refund_credited')
      await on.endNow(large.id)
      assert.equal(await on.refund(trade_no), 'ok')
      await on.isBalanced()
    })

    test('a refund that was made at Stripe lowers the credit of the plan that replaced the refunded one', async () => {
      const buyer = await on.givenBuyer(20 * dollar)
      const ordered = await on.stripe(buyer, { plan_id: await plan() })
      const session = ordered.session ?? assert.fail(ordered.link)
      const [event] = upstream.buy(session)
      await tellStripe(event ?? assert.fail('no event'))
      const [small] = await subscriptionsOf(buyer.userId)
      const upgrade = { plan_id: await plan({ price_amount: 20 }), replaces: small?.id ?? 0 }
      assert.equal(codeOf(await balancePay(buyer, upgrade)), 'ok')
      const { payment_intent, currency, amount_total } = session
      const refunded = (amount_refunded: unknown) =>
        tellStripe({ type: 'charge.refunded', object: { payment_intent, currency, livemode: false, amount_refunded } })
      const paidNow = async () => (await subscriptionsOf(buyer.userId)).at(-1)?.paid
      await refunded(Number(amount_total) / 2)
      assert.equal(await paidNow(), '15.00')
      await refunded(amount_total)
      await refunded(amount_total)
      assert.equal(await paidNow(), '10.00')
      await on.isBalanced()
    })
  })
