import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { role } from '@turnpike/contract/identity/user'
import { planApi } from '@turnpike/contract/money/plans/plan'
import { subscriptionAdminApi, subscriptionApi } from '@turnpike/contract/money/plans/subscription'
import { databaseKinds } from '../../../../test/harness/databases.ts'
import { type Client, useServers } from '../../../../test/harness/harness.ts'
import { clientOf } from '../../../../test/ledger/organisations.ts'
import { dataOf, firmOf, person, refusalOf } from '../../identity/organisations/testing.ts'

const at = (id: number) => ({ params: { id: String(id) } })
const form = { title: 'Pro', price_amount: 20, total_amount: 5_000_000 }

for (const kind of databaseKinds)
  describe(`plans on ${kind}`, () => {
    const servers = useServers(kind, { one: {} })
    let boss: Client
    before(async () => {
      boss = await person(servers.one, { role: role.admin })
    })
    const create = (plan: object) => boss.call(planApi.create, { body: { plan: { ...form, ...plan } } })
    const made = async (plan: object = {}) => dataOf(await create(plan))
    const offered = async (client = servers.one.client()) =>
      dataOf(await client.call(planApi.offered)).map(({ plan }) => plan.title)
    const listed = async () => dataOf(await boss.call(planApi.all))

    test('a plan has the usual values where the form leaves them out', async () => {
      const { id, created_at, updated_at, ...plan } = await made()
      assert.deepEqual(plan, {
        ...{ title: 'Pro', subtitle: '', price_amount: 20, currency: 'USD', enabled: true, sort_order: 0 },
        ...{ duration_unit: 'month', duration_value: 1, custom_seconds: 0 },
        ...{ total_amount: 5_000_000, quota_reset_period: 'never', quota_reset_custom_seconds: 0, windows: [] },
        ...{ models: [], groups: [], time_zone: 'UTC', allow_wallet_overflow: true, allow_balance_pay: true },
        ...{ upgrade_group: '', downgrade_group: '', max_purchase_per_user: 0, stripe_price_id: '' },
      })
      assert.ok(created_at > 0 && updated_at === created_at)
      dataOf(await boss.call(planApi.remove, at(id)))
    })

    test('a price is kept exactly', async () => {
      for (const price_amount of [0, 0.000001, 19.99, 9999]) {
        const { id } = await made({ price_amount })
        const row = (await listed()).find(({ plan }) => plan.id === id)
        assert.equal(row?.plan.price_amount, price_amount)
        dataOf(await boss.call(planApi.remove, at(id)))
      }
    })

    test('bad input is refused with its reason, and changes nothing', async () => {
      const before = await listed()
      const window = { every: 'hours', hours: 5, amount: 10 }
      const refused: [plan: object, code: string][] = [
        [{ title: '' }, 'plan_title_invalid'],
        [{ title: 'a\nb' }, 'plan_title_invalid'],
        [{ price_amount: -1 }, 'plan_price_invalid'],
        [{ price_amount: 10_000 }, 'plan_price_invalid'],
        [{ price_amount: 0.0000001 }, 'plan_price_invalid'],
        [{ price_amount: '20' }, 'plan_price_invalid'],
        [{ duration_unit: 'custom' }, 'plan_seconds_missing'],
        [{ quota_reset_period: 'custom' }, 'plan_seconds_missing'],
        [{ windows: [window, { ...window, amount: 20 }] }, 'plan_window_repeated'],
        [{ upgrade_group: 'nowhere' }, 'plan_group_unknown'],
        [{ downgrade_group: 'nowhere' }, 'plan_group_unknown'],
        [{ time_zone: 'Mars/Base' }, 'time_zone_unknown'],
        [{ currency: 'EURO' }, 'invalid_field'],
        [{ total_amount: 1.5 }, 'invalid_field'],
      ]
      const { id } = await made()
      for (const [plan, code] of refused) {
        assert.equal(refusalOf(await create(plan)), code, JSON.stringify(plan))
        const body = { plan: { ...form, ...plan } }
        assert.equal(refusalOf(await boss.call(planApi.update, { ...at(id), body })), code, JSON.stringify(plan))
      }
      dataOf(await boss.call(planApi.remove, at(id)))
      assert.deepEqual(await listed(), before)
    })

    test('guests see what is on sale, those that come first above the newer ones', async () => {
      const [first, second, third] = [
        await made({ title: 'A' }),
        await made({ title: 'B', sort_order: 5 }),
        await made({ title: 'C' }),
      ]
      assert.deepEqual(await offered(), ['B', 'C', 'A'])
      const off = await boss.call(planApi.enable, { ...at(third.id), body: { enabled: false } })
      assert.equal(dataOf(off).enabled, false)
      assert.deepEqual(await offered(), ['B', 'A'])
      assert.equal((await listed()).length, 3)
      for (const { id } of [first, second, third]) dataOf(await boss.call(planApi.remove, at(id)))
      assert.deepEqual([await offered(), await listed()], [[], []])
      for (const call of [
        () => boss.call(planApi.remove, at(first.id)),
        () => boss.call(planApi.enable, { ...at(first.id), body: { enabled: true } }),
        () => boss.call(planApi.update, { ...at(first.id), body: { plan: form } }),
      ])
        assert.equal(refusalOf(await call()), 'plan_missing')
    })

    test('a change binds purchases from then on; who has the plan keeps the terms of that day', async () => {
      const { id } = await made({ title: 'Old', upgrade_group: 'vip' })
      const lin = await person(servers.one)
      dataOf(await boss.call(subscriptionAdminApi.bind, { body: { user_id: lin.userId, plan_id: id } }))
      const body = { plan: { ...form, title: 'New', total_amount: 7 } }
      assert.equal(dataOf(await boss.call(planApi.update, { ...at(id), body })).upgrade_group, '')
      const { subscriptions, all_subscriptions, billing_preference } = dataOf(await lin.call(subscriptionApi.self))
      assert.deepEqual(subscriptions, all_subscriptions)
      const [{ subscription } = {}] = subscriptions
      assert.deepEqual(
        [subscription?.title, subscription?.amount_total, subscription?.amount_used, subscription?.upgrade_group],
        ['Old', 5_000_000, 0, 'vip'],
      )
      assert.equal(billing_preference, 'subscription_first')
      const row = (await listed()).find(({ plan }) => plan.id === id)
      assert.deepEqual([row?.running, row?.sold, row?.plan.title], [1, 1, 'New'])
      const audit = await servers.one.deps.store
        .selectFrom('audit')
        .select(['action', 'detail'])
        .where('action', 'like', 'plan.%')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
      assert.equal(audit.action, 'plan.update')
      assert.deepEqual(JSON.parse(audit.detail), {
        changes: { title: ['Old', 'New'], total_amount: [5_000_000, 7], upgrade_group: ['vip', ''] },
      })
    })

    test('a client that knows only the members of the family keeps the others', async () => {
      const ours = {
        windows: [{ every: 'hours', hours: 5, amount: 100 }],
        models: ['gpt-x'],
        groups: ['vip'],
        time_zone: 'Asia/Shanghai',
      } as const
      const { id } = await made({ ...ours, allow_wallet_overflow: false, allow_balance_pay: false })
      const family = { title: 'Pro', price_amount: 25, total_amount: 5_000_000, currency: 'USD', upgrade_group: '' }
      const changed = dataOf(await boss.call(planApi.update, { ...at(id), body: { plan: family } }))
      assert.partialDeepStrictEqual(changed, {
        ...ours,
        ...{ price_amount: 25, allow_wallet_overflow: false, allow_balance_pay: false },
      })
      const cleared = { ...family, windows: [], models: [], groups: [], allow_balance_pay: true }
      assert.partialDeepStrictEqual(dataOf(await boss.call(planApi.update, { ...at(id), body: { plan: cleared } })), {
        ...{ windows: [], models: [], groups: [], allow_balance_pay: true, time_zone: 'Asia/Shanghai' },
      })
      dataOf(await boss.call(planApi.remove, at(id)))
    })

    test('a user chooses what pays first, and so does an organisation', async () => {
      const { store } = servers.one.deps
      const lin = await person(servers.one, { username: `chooser-${kind}` })
      const choose = (client: Client, billing_preference: 'wallet_only' | 'wallet_first') =>
        client.call(subscriptionApi.prefer, { body: { billing_preference } })
      const chosen = async (client: Client) => dataOf(await client.call(subscriptionApi.self)).billing_preference
      assert.deepEqual(dataOf(await choose(lin, 'wallet_only')), { billing_preference: 'wallet_only' })
      assert.equal(await chosen(lin), 'wallet_only')

      const firm = await firmOf(servers.one)
      const nameOf = (client: Client) =>
        store.selectFrom('users').select('username').where('id', '=', client.userId).executeTakeFirstOrThrow()
      const acting = async (client: Client) => clientOf(servers.one, (await nameOf(client)).username, firm.id)
      const billing = await acting(firm.billing)
      dataOf(await choose(billing, 'wallet_first'))
      assert.equal(await chosen(billing), 'wallet_first')
      assert.equal(await chosen(firm.billing), 'subscription_first', 'their own stays')
      assert.equal(refusalOf(await choose(await acting(firm.member), 'wallet_only')), 'org_forbidden')
      const audit = await store
        .selectFrom('audit')
        .select(['action', 'detail'])
        .where('actor_id', '=', firm.billing.userId)
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
      assert.deepEqual(
        [audit.action, JSON.parse(audit.detail)],
        ['org.update', { billing_preference: ['subscription_first', 'wallet_first'] }],
      )
    })
  })
