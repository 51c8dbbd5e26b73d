import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { subscriptionAdminApi, subscriptionApi } from '@turnpike/contract/money/plans/subscription'
import { databaseKinds } from '../../../../test/harness/databases.ts'
import type { Client } from '../../../../test/harness/harness.ts'
import { codeOf, dataOf, useShop } from '../../../../test/payments/shop.ts'

const dollar = 500_000
const day = 86_400

for (const kind of databaseKinds)
  describe(`upgrades on ${kind}`, () => {
    const on = useShop(kind)
    const { shop, plan, balancePay, quotaOf, subscriptionsOf } = on
    const bought = async (buyer: Client, plan_id: number, replaces?: number) =>
      dataOf(await balancePay(buyer, { plan_id, ...(replaces && { replaces }) })).subscription
    const creditOf = async (buyer: Client, plan_id: number, replaces: number) =>
      dataOf(await buyer.call(subscriptionApi.quote, { query: { plan_id, replaces } })).credit
    const beginAt = (id: number, begin: number, end: number) =>
      shop.open.store
        .updateTable('subscriptions')
        .set({ start_time: begin, period_start: begin, end_time: end })
        .where('id', '=', id)
        .execute()

    test('upgrading back and forth gains nothing', async () => {
      const buyer = await on.givenBuyer(200 * dollar)
      const [small, large] = [await plan(), await plan({ price_amount: 30 })]
      let current = await bought(buyer, small)
      let spent = 10
      for (const [plan_id, due] of [
        [large, 20],
        [small, 0],
        [large, 20],
        [small, 0],
      ] as const) {
        current = await bought(buyer, plan_id, current.id)
        spent += due
        const left = 200 - (await quotaOf(buyer)) / dollar
        assert.ok(left >= spent - 0.01 && left <= spent + 0.2, `${left} of ${spent}`)
      }
      assert.equal((await subscriptionsOf(buyer.userId)).filter(({ status }) => status === 'active').length, 1)
      await on.isBalanced()
    })

    test('time that was given gives no credit, nor does a gift', async () => {
      const buyer = await on.givenBuyer(100 * dollar)
      const unlimited = { total_amount: 0, duration_unit: 'day', duration_value: 30 }
      const small = await bought(buyer, await plan(unlimited))
      const now = shop.server.deps.clock()
      await beginAt(small.id, now - 27 * day, now + 3 * day)
      const large = await plan({ ...unlimited, price_amount: 30 })
      assert.match(await creditOf(buyer, large, small.id), /^(1\.00|0\.99)$/)
      const body = { unit: 'day', value: 300, reason: 'an outage' } as const
      const params = { id: String(small.id) }
      dataOf(await shop.chief.call(subscriptionAdminApi.extend, { params, body }))
      assert.match(await creditOf(buyer, large, small.id), /^(1\.00|0\.99)$/)
      const gift = dataOf(
        await shop.chief.call(subscriptionAdminApi.bind, { body: { user_id: buyer.userId, plan_id: large } }),
      ).subscription
      assert.equal(codeOf(await balancePay(buyer, { plan_id: large, replaces: gift.id })), 'plan_upgrade_impossible')
      await on.isBalanced()
    })

    test('an imported plan gives the credit for what was paid for it at the source', async () => {
      const buyer = await on.givenBuyer(100 * dollar)
      const small = await bought(buyer, await plan())
      await shop.open.store
        .updateTable('subscriptions')
        .set({ source: 'import', paid: '8' })
        .where('id', '=', small.id)
        .execute()
      const large = await plan({ price_amount: 30 })
      assert.match(await creditOf(buyer, large, small.id), /^(8\.00|7\.99)$/)
    })
  })
