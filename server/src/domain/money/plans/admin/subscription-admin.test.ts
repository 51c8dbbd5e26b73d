import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { orgAdminApi } from '@turnpike/contract/identity/organisation-api'
import { selfApi } from '@turnpike/contract/identity/self'
import { role } from '@turnpike/contract/identity/user'
import { userAdminApi } from '@turnpike/contract/identity/user-admin'
import { planApi } from '@turnpike/contract/money/plans/plan'
import { type Subscription, subscriptionAdminApi, subscriptionApi } from '@turnpike/contract/money/plans/subscription'
import { logApi } from '@turnpike/contract/usage/log'
import { setOptions } from '../../../../../test/harness/accounts.ts'
import { databaseKinds } from '../../../../../test/harness/databases.ts'
import { type Client, type ConsoleResult, useServers } from '../../../../../test/harness/harness.ts'
import { startMailbox } from '../../../../../test/outside/mailbox.ts'
import { runSubscriptions } from '../../../../jobs/run-subscriptions.ts'
import { dataOf, firmOf, person, refusalOf } from '../../../identity/organisations/testing.ts'
import { post } from '../../wallet/ledger/ledger-post.ts'
import { verifyLedger } from '../../wallet/verify/verify.ts'
import { day, spend } from '../testing.ts'

const at = (id: number) => ({ params: { id: String(id) } })
const fiveHours = { every: 'hours', hours: 5, amount: 100 } as const

for (const kind of databaseKinds)
  describe(`subscriptions for administrators on ${kind}`, () => {
    const servers = useServers(kind, { one: {} })
    let boss: Client
    let root: Client
    before(async () => {
      boss = await person(servers.one, { role: role.admin })
      root = await person(servers.one, { role: role.root })
    })
    const api = subscriptionAdminApi
    const reason = 'an outage'
    const planOf = async (plan: object = {}) =>
      dataOf(
        await boss.call(planApi.create, {
          body: { plan: { title: 'Pro', price_amount: 20, total_amount: 500, ...plan } },
        }),
      )
    const give = (client: Client, user_id: number, plan_id: number) =>
      client.call(api.bind, { body: { user_id, plan_id } })
    const given = async (user_id: number, plan: object = {}): Promise<Subscription> =>
      dataOf(await give(boss, user_id, (await planOf(plan)).id)).subscription
    const only = (result: ConsoleResult<{ subscription: Subscription }>) => dataOf(result).subscription
    const potOf = (subscription_id: number) =>
      servers.one.deps.store
        .selectFrom('pots')
        .select(['id', 'quota', 'windows', 'ends_at'])
        .where('subscription_id', '=', subscription_id)
        .orderBy('id')
        .executeTakeFirstOrThrow()
    const spendOf = async ({ id, user_id }: Subscription, amount: number) => {
      const { store, clock } = servers.one.deps
      const pot_id = (await potOf(id)).id
      await store.transaction().execute((transaction) => spend(transaction, { user_id, pot_id, amount, at: clock() }))
    }
    const runJob = () => runSubscriptions(servers.one.deps, 'a test')
    const verified = async () => {
      const { store, logStore, clock } = servers.one.deps
      return (await verifyLedger({ store, logStore, dialect: kind }, clock())).drifts
    }

    test('a gift is given again and again, also of a plan that is not on sale', async () => {
      const lin = await person(servers.one)
      const plan = await planOf({ enabled: false, max_purchase_per_user: 1, windows: [fiveHours] })
      const subscription = only(await give(boss, lin.userId, plan.id))
      assert.deepEqual([subscription.source, subscription.status, subscription.paid], ['admin', 'active', '0'])
      const [total, hours] = subscription.windows
      const { end_time: resets_at } = subscription
      assert.deepEqual(total, { every: 'total', amount: 500, used: 0, resets_at })
      assert.deepEqual(hours, { every: 'hours', hours: 5, amount: 100, used: 0, resets_at: 0 })
      const again = await boss.call(api.give, { ...at(lin.userId), body: { plan_id: plan.id } })
      assert.notEqual(only(again).id, subscription.id)
      assert.equal(dataOf(await boss.call(api.ofUser, at(lin.userId))).length, 2)
      assert.equal(refusalOf(await give(boss, lin.userId, 987_654)), 'plan_missing')
      assert.equal(refusalOf(await give(boss, 987_654, plan.id)), 'user_missing')
      const { items } = dataOf(await lin.call(logApi.self, { query: {} }))
      assert.match(items[0]?.content ?? '', /Pro/)
      assert.deepEqual(await verified(), [])
    })

    test('administrators act on accounts below them, and on organisations whose owner is', async () => {
      const plan = await planOf()
      const firm = await firmOf(servers.one, 'Quay')
      const own = await firmOf(servers.one, 'Own')
      const otherAdmin = await person(servers.one, { role: role.admin })
      assert.equal(refusalOf(await give(boss, boss.userId, plan.id)), 'user_update_forbidden')
      assert.equal(refusalOf(await give(boss, otherAdmin.userId, plan.id)), 'user_update_forbidden')
      const ofOrg = only(await give(boss, firm.id, plan.id))
      assert.equal(ofOrg.user_id, firm.id)
      const ofAdmin = only(await give(root, otherAdmin.userId, plan.id))
      const body = { reason }
      assert.equal(refusalOf(await boss.call(api.invalidate, { ...at(ofAdmin.id), body })), 'user_update_forbidden')
      const { store } = servers.one.deps
      const seat = { org_id: own.id, user_id: boss.userId, role: 'viewer', limits: '', joined_at: 1 } as const
      await store.insertInto('organisation_members').values(seat).execute()
      assert.equal(refusalOf(await give(boss, own.id, plan.id)), 'org_update_forbidden')
      const outcome = dataOf(await boss.call(api.resetOfPlan, { ...at(plan.id), body: {} }))
      assert.deepEqual(outcome, {
        ...{ plan_id: plan.id, matched_count: 2, reset_count: 1, user_count: 1, advance_reset_time: true },
      })
    })

    test('they are listed by name, plan, status, source and end', async () => {
      const lin = await person(servers.one, { username: `Listed-${kind}` })
      const firm = await firmOf(servers.one, `Listed ${kind} Quay`)
      const plan = await planOf()
      const first = only(await give(boss, lin.userId, plan.id))
      const second = only(await give(boss, firm.id, plan.id))
      const list = async (query: object) => dataOf(await boss.call(api.list, { query }))
      const ids = async (query: object) => (await list(query)).items.map(({ id }) => id)
      assert.deepEqual(await ids({ keyword: `listed` }), [second.id, first.id])
      assert.deepEqual(await ids({ keyword: `listed ${kind}` }), [second.id])
      assert.deepEqual(await ids({ plan_id: plan.id, page_size: '1', p: '2' }), [first.id])
      const { items, total } = await list({ plan_id: plan.id })
      assert.equal(total, 2)
      assert.deepEqual(
        items.map(({ username, account_id, account }) => [username, account_id, account]),
        [
          ['', firm.id, `Listed ${kind} Quay`],
          [`Listed-${kind}`, 0, ''],
        ],
      )
      assert.deepEqual(await ids({ plan_id: plan.id, source: 'order' }), [])
      assert.deepEqual(await ids({ plan_id: plan.id, ends_before: first.end_time - 1 }), [])
      only(await boss.call(api.invalidate, { ...at(first.id), body: undefined }))
      assert.deepEqual(await ids({ plan_id: plan.id, status: 'cancelled' }), [first.id])
      assert.deepEqual(await ids({ plan_id: plan.id, status: 'active' }), [second.id])
    })

    test('one window is unused again, or all of a plan', async () => {
      const lin = await person(servers.one)
      const subscription = await given(lin.userId, { windows: [fiveHours] })
      await spendOf(subscription, 60)
      const shown = async () => {
        const [{ subscription: own } = {}] = dataOf(await lin.call(subscriptionApi.self)).subscriptions
        return own?.windows.map(({ used }) => used)
      }
      const now = servers.one.deps.clock()
      const used = [{ ...fiveHours, used: 60, from: now, to: now + 5 * 3600 }]
      const use = () =>
        servers.one.deps.store
          .updateTable('pots')
          .set({ windows: JSON.stringify(used) })
          .where('subscription_id', '=', subscription.id)
          .execute()
      await use()
      assert.deepEqual(await shown(), [60, 60])
      const reset = (window: number) => boss.call(api.resetWindow, { ...at(subscription.id), body: { window, reason } })
      assert.deepEqual(
        only(await reset(1)).windows.map((each) => each.used),
        [60, 0],
      )
      assert.equal(refusalOf(await reset(2)), 'invalid_field')
      await use()
      const body = { plan_id: subscription.plan_id }
      const outcome = dataOf(await boss.call(api.resetOfUser, { ...at(lin.userId), body }))
      assert.deepEqual([outcome.matched_count, outcome.reset_count, outcome.user_count], [1, 1, 1])
      assert.deepEqual(await shown(), [0, 0])
      const audit = await servers.one.deps.store
        .selectFrom('audit')
        .select(['action', 'detail'])
        .where('target', 'like', `#${subscription.id} %`)
        .orderBy('id')
        .execute()
      assert.deepEqual(
        audit.map(({ action, detail }) => [action, detail && JSON.parse(detail)]),
        [
          ['subscription.give', ''],
          ['subscription.reset_window', { window: 1, reason }],
          ['subscription.reset', ''],
        ],
      )
      assert.deepEqual(await verified(), [])
    })

    test('a reset without advance_reset_time leaves the time of the next reset', async () => {
      const lin = await person(servers.one)
      const subscription = await given(lin.userId, { windows: [fiveHours], quota_reset_period: 'monthly' })
      const { store, clock } = servers.one.deps
      const used = [{ ...fiveHours, used: 60, from: clock() - 60, to: clock() - 60 + 5 * 3600 }]
      const use = () =>
        store
          .updateTable('pots')
          .set({ windows: JSON.stringify(used) })
          .where('subscription_id', '=', subscription.id)
          .execute()
      const shown = async () => {
        const [{ subscription: own } = assert.fail('no plan')] = dataOf(await boss.call(api.ofUser, at(lin.userId)))
        return { next: own.next_reset_time, used: own.windows.map((each) => each.used), at: own.windows[1]?.resets_at }
      }
      const { plan_id } = subscription
      const resetUser = (how: object) => boss.call(api.resetOfUser, { ...at(lin.userId), body: { plan_id, ...how } })
      const resetPlan = (how: object) => boss.call(api.resetOfPlan, { ...at(plan_id), body: how })
      for (const reset of [resetUser, resetPlan]) {
        await use()
        await spendOf(subscription, 30)
        const { next, at: resets_at } = await shown()
        assert.equal(dataOf(await reset({ advance_reset_time: false })).advance_reset_time, false)
        assert.deepEqual(await shown(), { next, used: [0, 0], at: resets_at })
        assert.equal(resets_at, used[0]?.to)
        await use()
        assert.equal(dataOf(await reset({})).advance_reset_time, true)
        assert.deepEqual(await shown(), { next, used: [0, 0], at: 0 }, 'it begins with the next use')
      }
      assert.deepEqual(await verified(), [])
    })

    test('a request that is refunded after a reset leaves a plan unused, with the amount that was sold and not more', async () => {
      const lin = await person(servers.one)
      const subscription = await given(lin.userId)
      await spendOf(subscription, 60)
      const { store, clock } = servers.one.deps
      const charge = await store
        .selectFrom('ledger')
        .select('reference')
        .where('user_id', '=', lin.userId)
        .where('kind', '=', 'charge')
        .executeTakeFirstOrThrow()
      dataOf(await boss.call(api.resetOfUser, { ...at(lin.userId), body: { plan_id: subscription.plan_id } }))
      const refund = { ...charge, user_id: lin.userId, kind: 'manual_refund', amount: 60, at: clock() } as const
      await store.transaction().execute((transaction) => post(transaction, refund))
      const [shown] = dataOf(await boss.call(api.ofUser, at(lin.userId)))
      assert.deepEqual([shown?.subscription.amount_used, shown?.subscription.windows[0]?.used], [0, 0])
      assert.equal((await potOf(subscription.id)).quota, 500)
      assert.deepEqual(await verified(), [])
    })

    test('an extension moves the end, and needs a reason', async () => {
      const lin = await person(servers.one)
      const { id, end_time } = await given(lin.userId)
      const extend = (body: object) =>
        boss.call(api.extend, { ...at(id), body: { unit: 'day', value: 3, reason, ...body } } as never)
      assert.equal(refusalOf(await extend({ reason: '' })), 'reason_missing')
      assert.equal(refusalOf(await extend({ value: 0 })), 'invalid_field')
      const extended = only((await extend({})) as never)
      assert.equal(extended.end_time, end_time + 3 * day)
      assert.equal((await potOf(id)).ends_at, extended.end_time)
      assert.equal(
        refusalOf(await boss.call(api.extend, { ...at(987_654), body: { unit: 'day', value: 3, reason } })),
        'subscription_missing',
      )
    })

    test('an invalidated subscription is over, and its group is taken back', async () => {
      const lin = await person(servers.one)
      const subscription = await given(lin.userId, { upgrade_group: 'vip' })
      const groupOf = async () => dataOf(await boss.call(userAdminApi.get, at(lin.userId))).group
      assert.equal(await groupOf(), 'vip')
      const ended = only(await boss.call(api.invalidate, { ...at(subscription.id), body: { reason } }))
      assert.deepEqual([ended.status, ended.windows], ['cancelled', []])
      assert.equal(await groupOf(), 'default')
      assert.equal(refusalOf(await boss.call(api.remove, at(subscription.id))), 'subscription_over')
      const second = await given(lin.userId)
      dataOf(await boss.call(api.remove, at(second.id)))
      const { subscriptions, all_subscriptions } = dataOf(await lin.call(subscriptionApi.self))
      assert.deepEqual([subscriptions.length, all_subscriptions.length], [0, 2])
      assert.deepEqual(await verified(), [])
    })

    test('the plans of deleted users and organisations end', async () => {
      const [gone, leaving] = [await person(servers.one), await person(servers.one)]
      const firm = await firmOf(servers.one)
      const plan = await planOf()
      for (const id of [gone.userId, leaving.userId, firm.id]) only(await give(boss, id, plan.id))
      dataOf(await boss.call(userAdminApi.remove, at(gone.userId)))
      dataOf(await leaving.call(selfApi.remove, { body: {} }))
      dataOf(await boss.call(orgAdminApi.remove, { ...at(firm.id), body: { reason } }))
      const rows = await servers.one.deps.store
        .selectFrom('subscriptions')
        .innerJoin('pots', 'pots.subscription_id', 'subscriptions.id')
        .select(['status', 'quota'])
        .where('plan_id', '=', plan.id)
        .execute()
      assert.deepEqual(rows, Array(3).fill({ status: 'cancelled', quota: 0 }))
      assert.equal(refusalOf(await give(boss, gone.userId, plan.id)), 'user_missing')
      assert.deepEqual(await verified(), [])
    })

    test('revenue by plan: what was sold and renewed, less refunds, and how much of it was used', async () => {
      const { store, clock } = servers.one.deps
      const lin = await person(servers.one)
      const plan = await planOf({ title: 'Sold' })
      const now = clock()
      const span = { start_timestamp: String(now - 100), end_timestamp: String(now + 100) }
      const revenue = async (query = span) =>
        dataOf(await boss.call(api.revenue, { query })).find(({ plan_id }) => plan_id === plan.id)
      const [bought, ordered] = [
        only(await give(boss, lin.userId, plan.id)),
        only(await give(boss, lin.userId, plan.id)),
      ]
      await store.transaction().execute(async (transaction) => {
        const credit = { user_id: lin.userId, kind: 'grant', reference: `r-${kind}`, amount: 900, at: now } as const
        await post(transaction, credit)
        const purchase = { kind: 'plan_purchase', reference: `plan ${bought.id}`, amount: 700, at: now } as const
        await post(transaction, { user_id: lin.userId, ...purchase })
      })
      const order = (trade_no: string, money: string, currency: string, complete_time = now) =>
        store
          .insertInto('top_ups')
          .values({
            ...{
              user_id: lin.userId,
              trade_no,
              provider: 'epay',
              payment_method: 'alipay',
              amount: 1,
              money,
              quota: 1,
            },
            ...{ price_snapshot: '{}', status: 'success', create_time: now, complete_time, currency, plan_id: plan.id },
          })
          .execute()
      const first = `first-${kind}`
      await store.updateTable('subscriptions').set({ trade_no: first }).where('id', '=', ordered.id).execute()
      await order(first, '20.00', 'CNY')
      await order(`again-${kind}`, '20.00', 'CNY')
      await order(`usd-${kind}`, '3.10', 'USD')
      await order(`old-${kind}`, '50.00', 'CNY', now - 5000)
      const refund = {
        trade_no: `again-${kind}`,
        user_id: lin.userId,
        quota: 0,
        reason,
        created_by: 'boss',
        created_at: now,
      }
      await store
        .insertInto('order_refunds')
        .values([
          { ...refund, status: 'done', cents: 550 },
          { ...refund, status: 'failed', cents: 100 },
        ])
        .execute()
      await spendOf(bought, 120)
      assert.deepEqual(await revenue(), {
        ...{ plan_id: plan.id, title: 'Sold', sold: 2, renewed: 2, from_balance: 700 },
        paid: [
          { currency: 'CNY', money: '34.50' },
          { currency: 'USD', money: '3.10' },
        ],
        ...{ granted: 1000, used: 120, running: 2 },
      })
      const later = await revenue({ start_timestamp: String(now + 200), end_timestamp: String(now + 300) })
      assert.deepEqual([later?.sold, later?.paid, later?.granted, later?.used], [0, [], 0, 0])
      // Orders without a subscription of their own would not verify.
      await store.deleteFrom('order_refunds').where('trade_no', '=', refund.trade_no).execute()
      await store.deleteFrom('top_ups').where('plan_id', '=', plan.id).execute()
    })

    test('when a plan ends, the user and the payers of an organisation are told', async () => {
      const { one } = servers
      const mailbox = await startMailbox()
      await setOptions(one, { ...mailbox.options, ServerAddress: 'https://console.example.org' })
      const lin = await person(one, { username: `told-${kind}`, email: `told-${kind}@x.org` })
      const quiet = await person(one, { username: `quiet-${kind}`, email: `quiet-${kind}@x.org` })
      const setting = JSON.stringify({ notification: { events: ['quota_low'], known: ['plan_ended'] } })
      const { store } = one.deps
      await store.updateTable('users').set({ setting }).where('id', '=', quiet.userId).execute()
      const firm = await firmOf(one)
      await store
        .updateTable('users')
        .set({ email: `owner-${kind}@x.org` })
        .where('id', '=', firm.owner.userId)
        .execute()
      const plan = await planOf({ title: 'Hourly', duration_unit: 'hour' })
      for (const id of [lin.userId, firm.id, quiet.userId]) only(await give(boss, id, plan.id))
      one.moveTime(3601)
      await runJob()
      assert.match((await mailbox.next(`told-${kind}@x.org`)).text, /The plan "Hourly" has ended/)
      const mail = await mailbox.next(`owner-${kind}@x.org`)
      assert.match(mail.text, /The plan "Hourly" has ended/)
      assert.match(mail.text, new RegExp(`/topup\\?org=${firm.id}`))
      assert.deepEqual(mailbox.mails.map(({ to }) => to.join()).sort(), [`owner-${kind}@x.org`, `told-${kind}@x.org`])
      await mailbox.stop()
    })
  })
