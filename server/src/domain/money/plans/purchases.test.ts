import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { role } from '@turnpike/contract/identity/user'
import { paymentApi } from '@turnpike/contract/money/payment'
import { planApi } from '@turnpike/contract/money/plans/plan'
import { subscriptionApi } from '@turnpike/contract/money/plans/subscription'
import { databaseKinds } from '../../../../test/harness/databases.ts'
import type { Client } from '../../../../test/harness/harness.ts'
import { driftsOf } from '../../../../test/harness/ledger.ts'
import { clientOf, givenMember, givenOrganisation } from '../../../../test/ledger/organisations.ts'
import { codeOf, dataOf, epayNotice, type Form, useShop } from '../../../../test/payments/shop.ts'
import { buyFromBalance } from './purchase.rules.ts'

const dollar = 500_000

for (const kind of databaseKinds)
  describe(`buying plans on ${kind}`, () => {
    const on = useShop(kind)
    const { shop, plan, epay, tellEpay, balancePay, quotaOf, subscriptionsOf, ordersOf, potsOf, logOf } = on
    const quote = (client: Client, query: object) => client.call(subscriptionApi.quote, { query })
    const entriesOf = (user_id: number, kindOfEntry: 'plan_purchase' | 'top_up') =>
      shop.open.store
        .selectFrom('ledger')
        .select(['caller_id', 'reference', 'amount'])
        .where('user_id', '=', user_id)
        .where('kind', '=', kindOfEntry)
        .execute()
    const disable = (id: number) =>
      shop.chief.call(planApi.enable, { params: { id: String(id) }, body: { enabled: false } })

    test('a quote names the price by each way to pay', async () => {
      const buyer = await on.givenBuyer(3 * dollar)
      const plan_id = await plan({ price_amount: 9.99 })
      assert.deepEqual(dataOf(await quote(buyer, { plan_id })), {
        ...{ price: '9.99', credit: '0.00', currency: 'USD', due: '9.99' },
        balance: { quota: 4_995_000, available: 3 * dollar },
        methods: [
          { method: 'zfb', money: '72.93', currency: 'CNY', renews: false },
          { method: 'wx', money: '72.93', currency: 'CNY', renews: false },
          { method: 'stripe', money: '9.19', currency: 'EUR', renews: false },
        ],
      })
      const yuan = dataOf(await quote(buyer, { plan_id: await plan({ price_amount: 20, currency: 'CNY' }) }))
      assert.equal(yuan.balance, undefined)
      assert.deepEqual(
        yuan.methods.map(({ method, money }) => [method, money]),
        [
          ['zfb', '20.00'],
          ['wx', '20.00'],
        ],
      )
      const stripe_price_id = on.recurringPrice('price_quoted')
      const renewing = dataOf(await quote(buyer, { plan_id: await plan({ stripe_price_id }) }))
      assert.deepEqual(renewing.methods.at(-1), { method: 'stripe', money: '10.00', currency: 'USD', renews: true })
    })

    test('a plan is bought from the balance: one entry, one subscription with its pot, one log row', async () => {
      const buyer = await on.givenBuyer(15 * dollar)
      const plan_id = await plan()
      const { subscription } = dataOf(await balancePay(buyer, { plan_id }))
      assert.deepEqual(
        [subscription.status, subscription.source, subscription.paid, subscription.amount_total],
        ['active', 'balance', '10.00', 1000],
      )
      assert.equal(await quotaOf(buyer), 5 * dollar)
      assert.deepEqual(await entriesOf(buyer.userId, 'plan_purchase'), [
        { caller_id: 0, reference: `plan ${subscription.id}`, amount: 10 * dollar },
      ])
      assert.deepEqual(
        (await potsOf(subscription.id)).map(({ quota }) => quota),
        [1000],
      )
      assert.deepEqual(await logOf(buyer.userId), ['使用余额购买套餐 Month，扣除 ＄10.000000'])
      const records = dataOf(await buyer.call(paymentApi.records, { query: {} })).items
      assert.deepEqual(
        records.map(({ kind: each, amount }) => [each, amount]),
        [
          ['plan_purchase', -10 * dollar],
          ['grant', 15 * dollar],
        ],
      )
      await on.isBalanced()
    })

    test('what cannot be bought is refused with its reason, and nothing changes', async () => {
      const buyer = await on.givenBuyer(10 * dollar)
      const disabled = await plan()
      await disable(disabled)
      const refusals: [number, string][] = [
        [999_999, 'plan_missing'],
        [disabled, 'plan_disabled'],
        [await plan({ price_amount: 10.01 }), 'quota_insufficient'],
        [await plan({ currency: 'CNY' }), 'plan_balance_forbidden'],
        [await plan({ allow_balance_pay: false }), 'plan_balance_forbidden'],
      ]
      for (const [plan_id, code] of refusals) assert.equal(codeOf(await balancePay(buyer, { plan_id })), code)
      const held = shop.open.store.updateTable('users').where('id', '=', buyer.userId)
      await held.set({ held: 1 }).execute()
      assert.equal(codeOf(await balancePay(buyer, { plan_id: await plan() })), 'quota_insufficient')
      await held.set({ held: 0 }).execute()
      assert.deepEqual([await quotaOf(buyer), await subscriptionsOf(buyer.userId)], [10 * dollar, []])
      for (const [plan_id] of refusals.slice(0, 2)) {
        assert.equal((await epay(buyer, { plan_id })).message, 'error')
        assert.equal((await on.stripe(buyer, { plan_id })).message, 'error')
      }
      const free = await plan({ price_amount: 0 })
      assert.equal((await epay(buyer, { plan_id: free })).data as unknown, '该套餐不支持这种支付方式')
      assert.equal((await epay(buyer, { plan_id: free, payment_method: 'stripe' })).data as unknown, '支付方式不存在')
      assert.deepEqual(await ordersOf(buyer.userId), [])
    })

    test('a plan for nothing is opened without an entry', async () => {
      const buyer = await on.givenBuyer()
      const { subscription } = dataOf(await balancePay(buyer, { plan_id: await plan({ price_amount: 0 }) }))
      assert.equal(subscription.status, 'active')
      assert.deepEqual(await entriesOf(buyer.userId, 'plan_purchase'), [])
      await on.isBalanced()
    })

    test('of several purchases at once, as many succeed as the plan allows', async () => {
      const buyer = await on.givenBuyer(100 * dollar)
      const plan_id = await plan({ max_purchase_per_user: 2 })
      const codes = await Promise.all(
        Array.from({ length: 5 }, async () => codeOf(await balancePay(buyer, { plan_id }))),
      )
      assert.deepEqual(codes.sort(), ['ok', 'ok', ...Array(3).fill('plan_bought_up')])
      assert.equal(await quotaOf(buyer), 80 * dollar)
      assert.equal((await subscriptionsOf(buyer.userId)).length, 2)
      assert.equal(codeOf(await quote(buyer, { plan_id })), 'plan_bought_up')
      assert.equal((await epay(buyer, { plan_id })).message, 'error')
      await on.isBalanced()
    })

    test('of several orders that are paid at once, as many open as the plan allows; the other payments go to the balance', async () => {
      const buyer = await on.givenBuyer(10 * dollar)
      const plan_id = await plan({ max_purchase_per_user: 2 })
      const orders = [await epay(buyer, { plan_id }), await epay(buyer, { plan_id }), await epay(buyer, { plan_id })]
      dataOf(await balancePay(buyer, { plan_id }))
      await Promise.all(orders.map(async ({ data }) => assert.equal(await tellEpay(epayNotice(data)), 'success')))
      assert.equal((await subscriptionsOf(buyer.userId)).length, 2)
      assert.equal(await quotaOf(buyer), 20 * dollar)
      const rows = await ordersOf(buyer.userId)
      assert.deepEqual(rows.map((order) => [order.status, order.plan_id > 0]).sort(), [
        ['success', false],
        ['success', false],
        ['success', true],
      ])
      await on.isBalanced()
    })

    test('a plan that was changed since the buyer has seen it is not bought', async () => {
      const buyer = await on.givenBuyer(100 * dollar)
      const plan_id = await plan()
      const [{ plan: seen } = assert.fail('no plan')] = dataOf(await buyer.call(planApi.offered)).filter(
        ({ plan: { id } }) => id === plan_id,
      )
      shop.server.moveTime(5)
      const changed = { title: 'Month', price_amount: 90, total_amount: 10 }
      const updated = await shop.chief.call(planApi.update, {
        params: { id: String(plan_id) },
        body: { plan: changed as never },
      })
      const body = { plan_id, updated_at: seen.updated_at }
      assert.equal(codeOf(await balancePay(buyer, body)), 'plan_changed')
      assert.equal((await epay(buyer, body)).data as unknown, '套餐已更新，请查看后再购买')
      assert.equal((await on.stripe(buyer, body)).link, '套餐已更新，请查看后再购买')
      assert.deepEqual([await quotaOf(buyer), await ordersOf(buyer.userId)], [100 * dollar, []])
      const { updated_at } = dataOf(updated)
      assert.equal(codeOf(await balancePay(buyer, { plan_id, updated_at })), 'ok')
    })

    test('an upgrade credits the unused part of what was paid, once, and ends the plan that it replaces', async () => {
      const buyer = await on.givenBuyer(100 * dollar)
      const small = dataOf(await balancePay(buyer, { plan_id: await plan() })).subscription
      const [pot] = await potsOf(small.id)
      await shop.open.store
        .updateTable('pots')
        .set({ held: 400 })
        .where('id', '=', pot?.id ?? 0)
        .execute()
      const plan_id = await plan({ title: 'Large', price_amount: 30 })
      const wanted = { plan_id, replaces: small.id }
      const { credit, due, methods } = dataOf(await quote(buyer, wanted))
      assert.deepEqual([credit, due, methods.length], ['6.00', '24.00', 3])
      await shop.open.store
        .updateTable('pots')
        .set({ held: 0 })
        .where('id', '=', pot?.id ?? 0)
        .execute()
      const other = await on.givenBuyer(100 * dollar)
      assert.equal(codeOf(await balancePay(other, wanted)), 'plan_upgrade_impossible')
      const yuan = await plan({ currency: 'CNY' })
      assert.equal(codeOf(await quote(buyer, { plan_id: yuan, replaces: small.id })), 'plan_upgrade_impossible')
      const large = dataOf(await balancePay(buyer, wanted)).subscription
      assert.equal(large.title, 'Large')
      assert.equal(codeOf(await balancePay(buyer, wanted)), 'plan_upgrade_impossible', 'it is replaced already')
      const [before, after] = await subscriptionsOf(buyer.userId)
      assert.deepEqual([before?.status, after?.status], ['cancelled', 'active'])
      assert.equal(await quotaOf(buyer), 100 * dollar - 10 * dollar - (after?.worth ?? 0))
      assert.equal(large.paid, '30.00', 'the credit was paid with the first one')
      const largest = { plan_id: await plan({ price_amount: 50 }), replaces: large.id }
      assert.match(dataOf(await quote(buyer, largest)).credit, /^(30\.00|29\.9\d)$/)
      await on.isBalanced()
    })

    test('a paid order opens its plan once, however often it is told, and adds nothing to the balance', async () => {
      const buyer = await on.givenBuyer()
      const plan_id = await plan()
      const { data, url, trade_no } = await epay(buyer, { plan_id })
      assert.deepEqual([data.name, data.money, url], ['Month', '73.00', 'https://pay.example.com/submit.php'])
      const late = (await epay(buyer, { plan_id })).data
      const lies: Form[] = [{ money: '0.01' }, { pid: '1002' }, { type: 'wxpay' }]
      for (const lie of lies) assert.equal(await tellEpay(epayNotice(data, lie)), 'fail')
      assert.deepEqual(await subscriptionsOf(buyer.userId), [])
      const told = await Promise.all(Array.from({ length: 20 }, () => tellEpay(epayNotice(data))))
      assert.deepEqual(new Set(told), new Set(['success']))
      const [subscription, ...others] = await subscriptionsOf(buyer.userId)
      assert.deepEqual(others, [])
      assert.deepEqual(
        [subscription?.source, subscription?.trade_no, subscription?.paid, subscription?.worth],
        ['order', trade_no, '10.00', 10 * dollar],
      )
      assert.equal(await quotaOf(buyer), 0)
      assert.deepEqual(await logOf(buyer.userId), ['购买套餐 Month，支付金额：73.00 CNY'])
      await disable(plan_id)
      shop.server.moveTime(5 * 86_400)
      assert.equal(await tellEpay(epayNotice(late)), 'success', 'late, and no longer sold')
      assert.equal((await subscriptionsOf(buyer.userId)).length, 2)
      await on.isBalanced()
    })

    test('methods may have the names of the provider, as clients of the family know them', async () => {
      const buyer = await on.givenBuyer()
      const { data } = await epay(buyer, { plan_id: await plan(), payment_method: 'wxpay' })
      assert.equal(data.type, 'wxpay')
      assert.equal(await tellEpay(epayNotice(data)), 'success')
      const [order] = await ordersOf(buyer.userId)
      assert.deepEqual([order?.payment_method, order?.status], ['wx', 'success'])
    })

    test('lists, sums and files of orders know plans, whose quota is not credited', async () => {
      const buyer = await on.givenBuyer()
      const { data, trade_no = '' } = await epay(buyer, { plan_id: await plan({ title: 'Listed' }) })
      await tellEpay(epayNotice(data))
      const [order] = dataOf(await buyer.call(paymentApi.own, { query: {} })).items
      assert.deepEqual([order?.plan, order?.status, order?.money], ['Listed', 'success', '73.00'])
      const totals = dataOf(await shop.chief.call(paymentApi.totals, { query: { keyword: trade_no } }))
      assert.deepEqual(totals, {
        ...{ orders: 1, credited: 1, quota: 0 },
        currencies: [{ currency: 'CNY', paid: '73.00', refunded: '0.00' }],
      })
      const file = await (await shop.chief.fetch(`/api/topup/export?keyword=${trade_no}`)).text()
      const [head = '', line = ''] = file.trim().split('\r\n')
      const cell = (name: string) => line.split(',')[head.split(',').indexOf(name)]
      assert.deepEqual([cell('credited_quota'), cell('plan')], ['0', 'Listed'])
      assert.deepEqual(await entriesOf(buyer.userId, 'top_up'), [])
    })

    test('the verification finds a paid order without its plan, and an open order with one', async () => {
      const buyer = await on.givenBuyer()
      const [paid, open] = [await epay(buyer, { plan_id: await plan() }), await epay(buyer, { plan_id: await plan() })]
      await tellEpay(epayNotice(paid.data))
      const { store } = shop.open
      const set = (trade_no: string | undefined, status: string) =>
        store
          .updateTable('top_ups')
          .set({ status })
          .where('trade_no', '=', trade_no ?? '')
          .execute()
      await on.isBalanced()
      await set(paid.trade_no, 'pending')
      await set(open.trade_no, 'success')
      const drifts = await driftsOf(shop.open)
      assert.equal(drifts.filter(({ what }) => what.includes('order of a plan')).length, 2, JSON.stringify(drifts))
      await set(paid.trade_no, 'success')
      await set(open.trade_no, 'pending')
    })

    test('an order is completed by hand', async () => {
      const buyer = await on.givenBuyer()
      const { data, trade_no = '' } = await epay(buyer, { plan_id: await plan() })
      const complete = async () => codeOf(await shop.chief.call(paymentApi.complete, { body: { trade_no } }))
      assert.deepEqual([await complete(), await complete()], ['ok', 'order_completed'])
      assert.equal(await tellEpay(epayNotice(data)), 'success')
      assert.equal((await subscriptionsOf(buyer.userId)).length, 1)
      assert.deepEqual(await logOf(buyer.userId), [`超级管理员手动完成订单 ${trade_no}，已开通套餐 Month`])
    })

    test('a credit is used once: a second payment with the same credit adds to the balance', async () => {
      const buyer = await on.givenBuyer(10 * dollar)
      const small = dataOf(await balancePay(buyer, { plan_id: await plan() })).subscription
      const wanted = { plan_id: await plan({ title: 'Large', price_amount: 30 }), replaces: small.id }
      const orders = [await epay(buyer, wanted), await epay(buyer, wanted)]
      for (const { data } of orders) assert.equal(await tellEpay(epayNotice(data)), 'success')
      const [replaced, large, ...others] = await subscriptionsOf(buyer.userId)
      assert.deepEqual([replaced?.status, large?.title, others], ['cancelled', 'Large', []])
      const [, second] = await ordersOf(buyer.userId)
      assert.deepEqual([second?.plan_id, second?.terms, second?.status], [0, '', 'success'])
      assert.equal(await quotaOf(buyer), second?.quota)
      assert.ok((second?.quota ?? 0) >= 20 * dollar && (second?.quota ?? 0) < 20.1 * dollar)
      await on.isBalanced()
    })

    test('a plan that was used up after the order is not replaced for its old credit', async () => {
      const buyer = await on.givenBuyer(10 * dollar)
      const small = dataOf(await balancePay(buyer, { plan_id: await plan() })).subscription
      const { data } = await epay(buyer, { plan_id: await plan({ price_amount: 30 }), replaces: small.id })
      await shop.open.store.updateTable('pots').set({ held: 600 }).where('subscription_id', '=', small.id).execute()
      assert.equal(await tellEpay(epayNotice(data)), 'success')
      const [kept, ...others] = await subscriptionsOf(buyer.userId)
      assert.deepEqual([kept?.status, others], ['active', []])
      assert.ok((await quotaOf(buyer)) >= 20 * dollar)
      await shop.open.store.updateTable('pots').set({ held: 0 }).where('subscription_id', '=', small.id).execute()
      await on.isBalanced()
    })

    test('a refund takes nothing from the balance; a part lowers the later credit, and the whole ends the plan', async () => {
      const buyer = await on.givenBuyer(dollar)
      const { data, trade_no = '' } = await epay(buyer, { plan_id: await plan() })
      await tellEpay(epayNotice(data))
      assert.equal(await on.refund(trade_no, '36.50'), 'ok')
      const [half] = await subscriptionsOf(buyer.userId)
      assert.deepEqual([half?.status, half?.paid, half?.worth], ['active', '5.00', 5 * dollar])
      assert.equal(await on.refund(trade_no, undefined, '36.50'), 'ok')
      const [ended] = await subscriptionsOf(buyer.userId)
      assert.deepEqual([ended?.status, await quotaOf(buyer)], ['cancelled', dollar])
      assert.deepEqual(
        (await potsOf(ended?.id ?? 0)).map(({ quota }) => quota),
        [0],
      )
      assert.deepEqual((await logOf(buyer.userId)).slice(1), [
        `套餐订单 ${trade_no} 已退款 36.50 CNY，原因：A mistake`,
        `套餐订单 ${trade_no} 已退款 36.50 CNY，原因：A mistake`,
        '套餐 Month 已因退款终止',
      ])
      await on.isBalanced()
    })

    describe('for an organisation', () => {
      let acme: number
      const by = {} as Record<'ann' | 'bill' | 'ben', Client> // filled before any test runs
      before(async () => {
        const { given, deps } = shop.server
        const ids = { ann: 0, bill: 0, ben: 0 }
        for (const name of ['ann', 'bill', 'ben'] as const) ids[name] = await given.user({ username: name })
        acme = await givenOrganisation(deps.store, ids.ann, { quota: 50 * dollar })
        await givenMember(deps.store, acme, ids.bill, 'billing')
        await givenMember(deps.store, acme, ids.ben)
        for (const name of ['ann', 'bill', 'ben'] as const) by[name] = await clientOf(shop.server, name, acme)
      })

      test('its balance or an order of a member pays, and the member is named', async () => {
        const plan_id = await plan()
        dataOf(await balancePay(by.bill, { plan_id }))
        const { data } = await epay(by.bill, { plan_id })
        await tellEpay(epayNotice(data))
        const rows = await subscriptionsOf(acme)
        assert.deepEqual(
          rows.map(({ caller_id, source }) => [caller_id, source]),
          [
            [by.bill.userId, 'balance'],
            [by.bill.userId, 'order'],
          ],
        )
        assert.equal(await quotaOf({ userId: acme }), 40 * dollar)
        const [entry] = await entriesOf(acme, 'plan_purchase')
        assert.equal(entry?.caller_id, by.bill.userId)
        assert.deepEqual(await subscriptionsOf(by.bill.userId), [])
        await on.isBalanced()
      })

      test('a member who has just left buys nothing', async () => {
        const caller = {
          ...{ id: by.bill.userId, username: 'bill', role: role.ordinary, status: 1, group: 'default', limits: '' },
          org: {
            ...{ id: acme, role: 'billing' as const, name: 'Acme', group: 'default', limits: '' },
            member: { limits: '', models: '', groups: '' },
          },
        }
        const plan_id = await plan({ price_amount: 1 })
        const { store } = shop.open
        await store
          .updateTable('organisation_members')
          .set({ role: 'member' })
          .where('user_id', '=', caller.id)
          .execute()
        await assert.rejects(buyFromBalance(shop.server.deps, caller, { plan_id }), { code: 'org_forbidden' })
        await store
          .updateTable('organisation_members')
          .set({ role: 'billing' })
          .where('user_id', '=', caller.id)
          .execute()
      })

      test('members who may not pay buy nothing', async () => {
        const plan_id = await plan()
        assert.equal(codeOf(await balancePay(by.ben, { plan_id })), 'org_forbidden')
        assert.equal(codeOf(await quote(by.ben, { plan_id })), 'org_forbidden')
        assert.equal(((await epay(by.ben, { plan_id })) as { code?: string }).code, 'org_forbidden')
      })
    })
  })
