import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { databaseKinds } from '../../../../../test/harness/databases.ts'
import { type Client, saveOptions } from '../../../../../test/harness/harness.ts'
import { type Market, marketOf } from '../../../../../test/ledger/agents.ts'
import { epayNotice, type Form, useShop } from '../../../../../test/payments/shop.ts'

for (const kind of databaseKinds)
  describe(`shares of what is bought in the shop on ${kind}`, () => {
    const { shop, upstream, givenBuyer, plan, recurringPrice, ...others } = useShop(kind)
    const { epay, stripe, tellEpay, tellStripe, balancePay, refund, credit, ordersOf, isBalanced } = others
    let market: Market
    before(async () => {
      const { deps } = shop.server
      await saveOptions(deps.store, deps.vault, { AgentsEnabled: 'true' })
      await deps.reload()
      market = marketOf(shop.open.store)
      market.at = deps.clock()
    })

    async function given(): Promise<{ agent: number; buyer: Client }> {
      const agent = await market.agent({ terms: { share: 10, waiting_days: 0 }, active_from: market.at - 1000 })
      const buyer = await givenBuyer()
      await market.store.updateTable('users').set({ inviter_id: agent }).where('id', '=', buyer.userId).execute()
      return { agent, buyer }
    }
    const sharesOf = async (agent: number) => {
      await market.shareAll()
      return (await market.sharesOf(agent)).map(({ reference, base, amount, reversed }) => [
        reference,
        base,
        amount - reversed,
      ])
    }

    test('a plan through Epay brings a share of its worth, and its refund takes it back', async () => {
      const { agent, buyer } = await given()
      const { data } = await epay(buyer, { plan_id: await plan() })
      assert.equal(await tellEpay(epayNotice(data)), 'success')
      const [order] = await ordersOf(buyer.userId)
      assert.ok(order && order.quota > 0)
      assert.deepEqual(await sharesOf(agent), [[order.trade_no, order.quota, Math.floor(order.quota / 10)]])
      assert.equal(await refund(order.trade_no), 'ok')
      assert.deepEqual(await sharesOf(agent), [[order.trade_no, order.quota, 0]])
      await isBalanced()
    })

    test('a plan through Stripe brings a share for its first payment and for each renewal', async () => {
      const { agent, buyer } = await given()
      const stripe_price_id = recurringPrice('price_shared')
      const { session } = await stripe(buyer, { plan_id: await plan({ stripe_price_id }) })
      assert.ok(session)
      for (const event of upstream.buy(session)) await tellStripe(event)
      const subscription = [...upstream.subscriptions.values()].at(-1) ?? assert.fail('no subscription')
      for (let times = 0; times < 2; times++) await tellStripe(upstream.cycle(subscription))
      const orders = await ordersOf(buyer.userId)
      assert.equal(orders.length, 3)
      assert.deepEqual(
        await sharesOf(agent),
        orders.map(({ trade_no, quota }) => [trade_no, quota, Math.floor(quota / 10)]),
      )
      const renewal = orders.at(-1) ?? assert.fail()
      assert.equal(await refund(renewal.trade_no, '2.50'), 'ok')
      assert.deepEqual((await sharesOf(agent)).at(-1)?.at(2), Math.floor((Math.floor(renewal.quota / 10) * 3) / 4))
      await isBalanced()
    })

    test('a top-up brings one, a refund that the provider refuses none of it back, and a plan from the balance nothing', async () => {
      const { agent, buyer } = await given()
      const body = JSON.stringify({ amount: 10, payment_method: 'stripe' })
      await buyer.fetch('/api/user/pay', { method: 'POST', body, headers: { 'content-type': 'application/json' } })
      const session = [...upstream.sessions.values()].at(-1) ?? assert.fail('no checkout')
      for (const event of upstream.buy(session)) await tellStripe(event)
      const [order] = await ordersOf(buyer.userId)
      assert.ok(order)
      const whole = [[order.trade_no, 5_000_000, 500_000]]
      assert.deepEqual(await sharesOf(agent), whole)
      upstream.next.push('refuse')
      assert.equal(await refund(order.trade_no), 'refund_refused')
      assert.deepEqual(await sharesOf(agent), whole)
      await credit(buyer.userId, 100_000_000)
      await balancePay(buyer, { plan_id: await plan() })
      assert.deepEqual(await sharesOf(agent), whole)
      assert.deepEqual(await ordersOf(buyer.userId).then((rows) => rows.length), 1)
      await isBalanced()
    })

    test('an order that is completed by hand brings a share', async () => {
      const { agent, buyer } = await given()
      const body = JSON.stringify({ amount: 4, payment_method: 'zfb' })
      const headers = { 'content-type': 'application/json' }
      const response = await buyer.fetch('/api/user/pay', { method: 'POST', body, headers })
      const { data } = (await response.json()) as { data: Form }
      const trade_no = data.out_trade_no ?? ''
      const complete = await shop.chief.fetch('/api/topup/complete', {
        method: 'POST',
        body: JSON.stringify({ trade_no }),
        headers,
      })
      assert.equal(((await complete.json()) as { success: boolean }).success, true)
      assert.deepEqual(await sharesOf(agent), [[trade_no, 2_000_000, 200_000]])
      await isBalanced()
    })
  })
