import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { orgAdminApi, orgApi } from '@turnpike/contract/identity/organisation-api'
import { selfApi } from '@turnpike/contract/identity/self'
import { userAdminApi } from '@turnpike/contract/identity/user-admin'
import { paymentApi } from '@turnpike/contract/money/payment'
import { databaseKinds } from '../../../../test/harness/databases.ts'
import { clientOf, givenOrganisation } from '../../../../test/ledger/organisations.ts'
import { codeOf, useShop } from '../../../../test/payments/shop.ts'
import { subscribersOf } from '../../../../test/payments/subscribers.ts'
import { runSubscriptions } from '../../../jobs/run-subscriptions.ts'
import { endSubscription } from './life.rules.ts'

const day = 86_400

for (const kind of databaseKinds)
  describe(`what Stripe renews no more on ${kind}`, () => {
    const on = useShop(kind)
    const { shop, upstream, tellStripe, newestNotice, subscriptionsOf, ordersOf, potsOf } = on
    const { order, now, subscribed, endAt, runJob } = subscribersOf(on)
    const remoteOf = (id: unknown) => upstream.subscriptions.get(String(id)) ?? assert.fail('no subscription')
    const firstPayment = (events: ReturnType<typeof upstream.buy>) => events[1] ?? assert.fail('no invoice')

    test('Stripe stops when the account is deleted: by its user, by an administrator, and an organisation by its owner', async () => {
      const [leaving, removed] = [await subscribed(), await subscribed()]
      const name = `owner-${kind}`
      const owner = await shop.server.given.user({ username: name })
      const acme = await givenOrganisation(shop.server.deps.store, owner, { quota: 0 })
      const firm = await subscribed(await clientOf(shop.server, name, acme), acme)
      assert.equal((await firm.current()).user_id, acme)

      assert.equal(codeOf(await leaving.buyer.call(selfApi.remove, { body: {} })), 'ok')
      const params = { id: String(removed.buyer.userId) }
      assert.equal(codeOf(await shop.chief.call(userAdminApi.remove, { params })), 'ok')
      const own = await clientOf(shop.server, name)
      assert.equal(codeOf(await own.call(orgApi.remove, { params: { id: String(acme) } })), 'ok')
      await runJob()
      for (const { remote, current } of [leaving, removed, firm]) {
        assert.equal(remoteOf(remote.id).status, 'canceled')
        const { status, provider_ref } = await current()
        assert.deepEqual([status, provider_ref], ['cancelled', ''])
      }
      await on.isBalanced()
    })

    test('a checkout that is paid after its account was deleted is charged once, opens nothing, and can be refunded', async () => {
      const buyer = await on.givenBuyer()
      const session = await order(buyer)
      assert.equal(codeOf(await buyer.call(selfApi.remove, { body: {} })), 'ok')
      await tellStripe(firstPayment(upstream.buy(session)))
      const [row] = await subscriptionsOf(buyer.userId)
      assert.deepEqual([row?.status, row?.renews, await potsOf(row?.id ?? 0)], ['cancelled', 0, []])
      await runJob()
      assert.equal(remoteOf(session.subscription).status, 'canceled')
      const [paid] = await ordersOf(buyer.userId)
      assert.equal(await on.refund(paid?.trade_no ?? ''), 'ok')
      assert.equal(upstream.refunds.at(-1)?.payment_intent, `pi_${String(session.invoice)}`)
      await on.isBalanced()
    })

    test('a renewal that is paid after its account was deleted is in the books, and can be refunded', async () => {
      const { buyer, remote, current, trade_no } = await subscribed()
      const { end_time } = await current()
      assert.equal(codeOf(await buyer.call(selfApi.remove, { body: {} })), 'ok')
      const paid = upstream.cycle(remote)
      const { id: invoice } = paid.object as { id: string }
      await tellStripe(paid)
      await tellStripe(paid)
      const { status, end_time: endsNow } = await current()
      assert.deepEqual([status, endsNow < end_time, await on.quotaOf(buyer)], ['cancelled', true, 5_000_000])
      await on.isBalanced()
      assert.equal(await on.refund(`${trade_no}-${invoice}`), 'ok')
      assert.deepEqual([upstream.refunds.at(-1)?.payment_intent, await on.quotaOf(buyer)], [`pi_${invoice}`, 0])
      await on.isBalanced()
    })

    const manage = async (id: number, action: 'disable' | 'enable') =>
      assert.equal(codeOf(await shop.chief.call(userAdminApi.manage, { body: { id, action } })), 'ok')
    const auditOf = async (id: number) =>
      (
        await shop.open.store
          .selectFrom('audit')
          .select('action')
          .where('target', '=', String(id))
          .where('actor_name', '=', 'plans')
          .orderBy('id')
          .execute()
      ).map(({ action }) => action)

    test('Stripe renews nothing more for a disabled user or organisation; what is paid runs, and enabling renews nothing', async () => {
      const banned = await subscribed()
      const other = await subscribed()
      const name = `boss-${kind}`
      const owner = await shop.server.given.user({ username: name })
      const acme = await givenOrganisation(shop.server.deps.store, owner, { quota: 0 })
      const firm = await subscribed(await clientOf(shop.server, name, acme), acme)
      await manage(banned.buyer.userId, 'disable')
      const off = { params: { id: String(acme) }, body: { is_enabled: false } }
      assert.equal(codeOf(await shop.chief.call(orgAdminApi.update, off)), 'ok')
      await runJob()
      for (const { remote, current } of [banned, firm]) {
        assert.deepEqual([remoteOf(remote.id).cancel_at_period_end, remoteOf(remote.id).status], [true, 'active'])
        const { id, status, renews, end_time } = await current()
        assert.deepEqual([status, renews, end_time > now()], ['active', 0, true])
        assert.deepEqual(await auditOf(id), ['subscription.cancel'])
      }
      assert.deepEqual([remoteOf(other.remote.id).cancel_at_period_end, (await other.current()).renews], [false, 1])
      await manage(banned.buyer.userId, 'enable')
      await runJob(600)
      assert.deepEqual([remoteOf(banned.remote.id).cancel_at_period_end, (await banned.current()).renews], [true, 0])
      await on.isBalanced()
    })

    test('a user is disabled although Stripe does not answer: the job tries again, and the audit log says so once', async () => {
      const { buyer, remote, current } = await subscribed()
      const { id } = await current()
      for (let attempt = 1; attempt <= 2; attempt++) upstream.changing.push(() => Promise.reject(new Error('away')))
      await manage(buyer.userId, 'disable')
      for (let attempt = 1; attempt <= 2; attempt++) {
        await runJob(attempt * 300)
        assert.deepEqual([remoteOf(remote.id).cancel_at_period_end, (await current()).renews], [false, 1])
        assert.deepEqual(await auditOf(id), ['subscription.cancel_failed'])
      }
      await runJob(900)
      assert.deepEqual([remoteOf(remote.id).cancel_at_period_end, (await current()).renews], [true, 0])
      assert.deepEqual(await auditOf(id), ['subscription.cancel_failed', 'subscription.cancel'])
    })

    test('what is paid for a disabled account nevertheless is a purchase or a renewal like any other, and is not renewed', async () => {
      const { buyer, remote, current } = await subscribed()
      const { end_time } = await current()
      await manage(buyer.userId, 'disable')
      await tellStripe(upstream.cycle(remote))
      await runJob()
      await tellStripe(upstream.cycle(remote))
      const { period_start, status, renews } = await current()
      assert.deepEqual([status, renews, period_start > end_time], ['active', 0, true])
      assert.deepEqual([await on.quotaOf(buyer), (await on.ordersOf(buyer.userId)).length], [0, 3])

      const late = await on.givenBuyer()
      const session = await order(late)
      await manage(late.userId, 'disable')
      await tellStripe(firstPayment(upstream.buy(session)))
      await runJob()
      const [opened] = await subscriptionsOf(late.userId)
      assert.deepEqual([opened?.status, opened?.renews], ['active', 0])
      assert.equal(remoteOf(session.subscription).cancel_at_period_end, true)
      await on.isBalanced()
    })

    test('the first payment of an order that was completed by hand, and whose plan has ended, is not renewed', async () => {
      const buyer = await on.givenBuyer()
      const session = await order(buyer)
      const trade_no = String(session.client_reference_id)
      assert.equal(codeOf(await shop.chief.call(paymentApi.complete, { body: { trade_no } })), 'ok')
      const [row] = await subscriptionsOf(buyer.userId)
      await shop.server.deps.store
        .transaction()
        .execute((transaction) => endSubscription(transaction, row ?? assert.fail('no plan'), 'cancelled', now()))
      await tellStripe(firstPayment(upstream.buy(session)))
      assert.equal((await newestNotice()).effect, 'repeated')
      await runJob()
      assert.equal(remoteOf(session.subscription).status, 'canceled')
      assert.equal((await subscriptionsOf(buyer.userId))[0]?.renews, 0)
      await on.isBalanced()
    })

    test('a server that was away when the period ended waits for the notice of the renewal', async () => {
      const { remote, current } = await subscribed()
      const { id } = await current()
      await endAt(id, now() - 10 * day)
      const paid = upstream.cycle(remote)
      await runSubscriptions(shop.server.deps, 'a test')
      assert.equal((await current()).status, 'active')
      await tellStripe(paid)
      assert.equal((await newestNotice()).effect, 'credited')
      const { status, grace_until } = await current()
      assert.deepEqual([status, grace_until], ['active', 0])
      await on.isBalanced()
    })
  })
