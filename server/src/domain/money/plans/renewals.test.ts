import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { paymentApi } from '@turnpike/contract/money/payment'
import { subscriptionApi } from '@turnpike/contract/money/plans/subscription'
import { databaseKinds } from '../../../../test/harness/databases.ts'
import { saveOptions } from '../../../../test/harness/harness.ts'
import { startMailbox } from '../../../../test/outside/mailbox.ts'
import { codeOf, useShop } from '../../../../test/payments/shop.ts'
import { subscribersOf } from '../../../../test/payments/subscribers.ts'
import { endSubscription, graceSeconds } from './life.rules.ts'

const refusedPrice = 'Stripe 上的价格与套餐不一致，请联系管理员'

for (const kind of databaseKinds)
  describe(`plans that Stripe renews on ${kind}`, () => {
    const on = useShop(kind)
    const { shop, upstream, plan, tellStripe, newestNotice, subscriptionsOf, ordersOf } = on
    const { recurringPlan, priceOfLast, order, now, subscribed, endAt, runJob, chargeOf } = subscribersOf(on)

    test('a checkout has the recurring price, which must be that of the plan', async () => {
      const buyer = await on.givenBuyer()
      const session = await order(buyer)
      const { form } = upstream.sent.at(-1) ?? assert.fail('nothing was requested')
      assert.deepEqual(
        [form.get('mode'), form.get('line_items[0][price]'), form.get('subscription_data[metadata][trade_no]')],
        ['subscription', priceOfLast(), session.client_reference_id],
      )
      const yearly = { recurring: { interval: 'year', interval_count: 1, usage_type: 'licensed' } }
      for (const price of [
        { unit_amount: 999 },
        { currency: 'eur' },
        { active: false },
        { recurring: null, type: 'one_time' },
        { recurring: { interval: 'month', interval_count: 1, usage_type: 'metered' } },
        yearly,
      ]) {
        const { link } = await on.stripe(buyer, { plan_id: await recurringPlan({}, price) })
        assert.equal(link, refusedPrice, JSON.stringify(price))
      }
      assert.equal(
        (await on.stripe(buyer, { plan_id: await plan({ stripe_price_id: 'price_none' }) })).link,
        refusedPrice,
      )
      await order(buyer, await recurringPlan({ duration_value: 12 }, yearly))
      const weekly = { recurring: { interval: 'week', interval_count: 2, usage_type: 'licensed' } }
      await order(buyer, await recurringPlan({ duration_unit: 'day', duration_value: 14 }, weekly))
      assert.deepEqual(await subscriptionsOf(buyer.userId), [])
    })

    test('only the paid invoice opens the plan, once', async () => {
      const buyer = await on.givenBuyer()
      const [completed, paid] = upstream.buy(await order(buyer))
      assert.ok(completed && paid)
      assert.equal(await tellStripe(completed, { payment_status: 'paid' }), 200)
      assert.equal((await newestNotice()).effect, 'ignored')
      for (const lie of [{ amount_paid: 1 }, { currency: 'eur' }, { livemode: true }, { parent: null }]) {
        assert.equal(await tellStripe(paid, lie), 200)
        assert.equal((await newestNotice()).effect, 'refused', JSON.stringify(lie))
      }
      assert.deepEqual(await subscriptionsOf(buyer.userId), [])
      await Promise.all(Array.from({ length: 10 }, () => tellStripe(paid)))
      const rows = await subscriptionsOf(buyer.userId)
      assert.deepEqual(
        rows.map(({ renews, paid: price, worth, provider_ref }) => [renews, price, worth, provider_ref.slice(0, 4)]),
        [[1, '10.00', 5_000_000, 'sub_']],
      )
      assert.equal(await on.quotaOf(buyer), 0)
      await on.isBalanced()
    })

    test('a later invoice renews once, with an order of its own, and one of another amount is kept for review', async () => {
      const { buyer, remote, current, trade_no } = await subscribed()
      const before = await current()
      const renewal = upstream.cycle(remote)
      const { id } = renewal.object as { id: string }
      assert.equal(await tellStripe(renewal, { amount_paid: 999 }), 200)
      assert.deepEqual(await newestNotice(), {
        effect: 'refused',
        reason: 'wrong_amount',
        trade_no: `${trade_no}-${id}`,
      })
      await Promise.all(Array.from({ length: 10 }, () => tellStripe(renewal)))
      const after = await current()
      assert.equal(after.period_start, before.end_time)
      const [, paid, ...others] = await ordersOf(buyer.userId)
      assert.deepEqual(others, [])
      assert.deepEqual(
        [paid?.trade_no, paid?.status, paid?.subscription_id, paid?.money, paid?.provider_ref],
        [`${trade_no}-${id}`, 'success', before.id, '10.00', id],
      )
      assert.equal((await on.logOf(buyer.userId)).at(-1), '套餐 Month 已续费，支付金额：10.00 USD')
      await on.isBalanced()
    })

    test('a renewal that is told before the first payment opens the plan and renews it', async () => {
      const buyer = await on.givenBuyer()
      const session = await order(buyer)
      const [, paid] = upstream.buy(session)
      const remote = upstream.subscriptions.get(String(session.subscription))
      assert.ok(paid && remote)
      await tellStripe(upstream.cycle(remote))
      const [opened] = await subscriptionsOf(buyer.userId)
      assert.ok(opened && opened.period_start > opened.start_time)
      await tellStripe(paid)
      assert.equal((await newestNotice()).effect, 'repeated')
      assert.deepEqual(await subscriptionsOf(buyer.userId), [opened])
      await on.isBalanced()
    })

    test('events of older versions of the API count as well', async () => {
      const { remote, current } = await subscribed()
      const before = await current()
      const { metadata, id: subscription } = remote
      await tellStripe(upstream.cycle(remote), { parent: undefined, subscription, subscription_details: { metadata } })
      assert.equal((await current()).period_start, before.end_time)
    })

    test('a failed renewal begins the grace at the end, and its late payment renews', async () => {
      const { remote, current } = await subscribed()
      const failed = upstream.cycle(remote, false)
      await tellStripe(failed)
      assert.deepEqual([(await newestNotice()).effect, (await current()).grace_until], ['renewal_failed', 0])
      const { id } = await current()
      await endAt(id, now() - 10)
      await tellStripe(failed)
      const { grace_until, end_time } = await current()
      assert.equal(grace_until, end_time + graceSeconds)
      await tellStripe(upstream.payLater(failed))
      const renewed = await current()
      assert.deepEqual([renewed.grace_until, renewed.period_start, renewed.renews], [0, end_time, 1])
      await tellStripe(failed)
      assert.deepEqual([(await newestNotice()).effect, (await current()).grace_until], ['repeated', 0])
      await on.isBalanced()
    })

    test('the account is told of a failed renewal, once for each payment', async () => {
      const { store, vault, reload } = shop.server.deps
      const mailbox = await startMailbox()
      await saveOptions(store, vault, mailbox.options)
      await reload()
      const told = async (name: string) => {
        const { buyer, remote } = await subscribed()
        const email = `${name}-${kind}@x.org`
        await store.updateTable('users').set({ email }).where('id', '=', buyer.userId).execute()
        const failed = upstream.cycle(remote, false)
        await tellStripe(failed)
        assert.match((await mailbox.next(email)).text, /renewal of the plan "Month" was not paid/)
        return { email, failed }
      }
      const { email, failed } = await told('first')
      for (let attempt = 2; attempt <= 4; attempt++) await tellStripe(failed)
      await told('second')
      assert.equal(mailbox.mails.filter(({ to }) => to.includes(email)).length, 1)
      await mailbox.stop()
    })

    test('a subscription that is deleted at Stripe runs until its end, and a plan in its grace ends', async () => {
      const one = await subscribed()
      await tellStripe(one.ended)
      assert.deepEqual([(await one.current()).status, (await one.current()).renews], ['active', 0])
      await tellStripe(one.ended)
      assert.equal((await newestNotice()).effect, 'repeated')
      const other = await subscribed()
      await endAt((await other.current()).id, now() - 10)
      await tellStripe(upstream.cycle(other.remote, false))
      await tellStripe(other.ended)
      assert.equal((await other.current()).status, 'expired')
      await on.isBalanced()
    })

    test('a renewal of an ended plan goes to the balance once, can be refunded, and Stripe stops charging', async () => {
      const { buyer, remote, current, trade_no } = await subscribed()
      const subscription = await current()
      const { store } = shop.server.deps
      await store
        .transaction()
        .execute((transaction) => endSubscription(transaction, subscription, 'cancelled', now() - 100))
      const paid = upstream.cycle(remote)
      const { id: invoice } = paid.object as { id: string }
      await tellStripe(upstream.cycle(remote, false))
      assert.equal((await newestNotice()).effect, 'ignored', 'nothing was charged')
      await Promise.all(Array.from({ length: 5 }, () => tellStripe(paid)))
      assert.deepEqual([(await current()).status, await on.quotaOf(buyer)], ['cancelled', 5_000_000])
      assert.equal(
        (await on.logOf(buyer.userId)).at(-1),
        '使用在线充值成功，充值金额: ＄10.000000，支付金额：10.00 USD',
      )
      await on.isBalanced()
      assert.equal(await on.refund(`${trade_no}-${invoice}`), 'ok')
      assert.deepEqual([upstream.refunds.at(-1)?.payment_intent, await on.quotaOf(buyer)], [`pi_${invoice}`, 0])
      await runJob()
      assert.equal(upstream.subscriptions.get(remote.id)?.status, 'canceled')
      assert.equal((await current()).provider_ref, '')
      await on.isBalanced()
    })

    test('an invoice that is no period of the plan, and one of another subscription, are refused', async () => {
      const { remote, current } = await subscribed()
      const before = await current()
      await tellStripe(upstream.cycle(remote), { billing_reason: 'manual' })
      assert.equal((await newestNotice()).reason, 'unknown_invoice')
      await tellStripe(upstream.cycle({ ...remote, id: 'sub_copied' }))
      assert.equal((await newestNotice()).reason, 'wrong_subscription')
      assert.deepEqual(await current(), before)
    })

    test('a full refund ends the plan and its subscription at Stripe; that of an earlier period does not', async () => {
      const { buyer, session, remote, current, trade_no } = await subscribed()
      await tellStripe(upstream.cycle(remote))
      assert.equal(await on.refund(trade_no), 'ok')
      assert.equal((await current()).status, 'active', 'it is the payment of the period before')
      const [, second] = await ordersOf(buyer.userId)
      assert.equal(await on.refund(second?.trade_no ?? ''), 'ok')
      assert.equal((await current()).status, 'cancelled')
      assert.equal(upstream.subscriptions.get(remote.id)?.status, 'canceled')
      assert.deepEqual(
        upstream.refunds.slice(-2).map(({ payment_intent, amount }) => [payment_intent, amount]),
        [
          [`pi_${String(session.invoice)}`, 1000],
          [`pi_${second?.provider_ref}`, 1000],
        ],
      )
      await tellStripe(await chargeOf(second?.provider_ref, 1000))
      assert.equal((await newestNotice()).effect, 'repeated')
      const { id: ref } = upstream.refunds.at(-1) ?? assert.fail('no refund')
      const object = { id: ref, payment_intent: `pi_${second?.provider_ref}`, currency: 'usd', status: 'failed' }
      await tellStripe({ type: 'refund.failed', object })
      assert.deepEqual([(await newestNotice()).effect, (await current()).status], ['refund_failed', 'cancelled'])
      assert.match((await on.logOf(buyer.userId)).at(-1) ?? '', /未成功，已终止的套餐不会恢复$/)
      await on.isBalanced()
    })

    test('a refund that was made at Stripe ends the plan, also before its payment was told', async () => {
      const buyer = await on.givenBuyer()
      const session = await order(buyer)
      const [, paid] = upstream.buy(session)
      assert.ok(paid)
      await tellStripe(await chargeOf(session.invoice, 400))
      const [part] = await subscriptionsOf(buyer.userId)
      assert.deepEqual([part?.status, part?.paid, part?.renews], ['active', '6.00', 1])
      await tellStripe(await chargeOf(session.invoice, 1000))
      await tellStripe(paid)
      const [ended, ...others] = await subscriptionsOf(buyer.userId)
      assert.deepEqual([ended?.status, others, await on.quotaOf(buyer)], ['cancelled', [], 0])
      await runJob()
      assert.equal(upstream.subscriptions.get(String(session.subscription))?.status, 'canceled')
      await on.isBalanced()
    })

    test('the renewal is cancelled and resumed at Stripe first', async () => {
      const { buyer, remote, current } = await subscribed()
      const { id } = await current()
      const call = (endpoint: typeof subscriptionApi.cancel | typeof subscriptionApi.resume, client = buyer) =>
        client.call(endpoint, { params: { id: String(id) } })
      const state = async () => [remote.cancel_at_period_end, (await current()).renews]
      assert.equal(codeOf(await call(subscriptionApi.cancel, shop.lin)), 'subscription_missing')
      assert.equal(codeOf(await call(subscriptionApi.cancel)), 'ok')
      assert.deepEqual(await state(), [true, 0])
      assert.equal(codeOf(await call(subscriptionApi.resume)), 'ok')
      assert.deepEqual(await state(), [false, 1])
      await call(subscriptionApi.cancel)
      await tellStripe(upstream.cycle(remote))
      assert.equal((await current()).renews, 0, 'it was charged before the cancellation')
      upstream.subscriptions.set(remote.id, { ...remote, status: 'canceled' })
      assert.equal(codeOf(await call(subscriptionApi.resume)), 'subscription_not_renewed')
      const audit = await shop.open.store
        .selectFrom('audit')
        .select('action')
        .where('target', '=', String(id))
        .orderBy('id')
        .execute()
      const acts = audit.map(({ action }) => action).filter((action) => action.startsWith('subscription.'))
      assert.deepEqual(acts, ['subscription.cancel', 'subscription.resume', 'subscription.cancel'])
      const once = await on.givenBuyer()
      const [event] = upstream.buy(await order(once, await plan()))
      await tellStripe(event ?? assert.fail('no event'))
      const [bought] = await subscriptionsOf(once.userId)
      const params = { id: String(bought?.id) }
      assert.equal(codeOf(await once.call(subscriptionApi.cancel, { params })), 'subscription_not_renewed')
    })

    test('switches of a renewal from several tabs at once never leave Stripe doing what the plan does not say', async () => {
      const { buyer, remote, current } = await subscribed()
      const params = { id: String((await current()).id) }
      const call = async (endpoint: typeof subscriptionApi.cancel | typeof subscriptionApi.resume) =>
        codeOf(await buyer.call(endpoint, { params }))
      const isSame = async () => assert.equal((await current()).renews, remote.cancel_at_period_end ? 0 : 1)
      const [told, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      upstream.changing.push(async (change) => {
        const done = change()
        told.resolve()
        await answered.promise
        return done
      })
      const first = call(subscriptionApi.cancel)
      await told.promise
      // Stripe has the first one, and has not answered yet.
      assert.equal(await call(subscriptionApi.cancel), 'subscription_busy')
      assert.equal(await call(subscriptionApi.resume), 'subscription_busy')
      answered.resolve()
      assert.equal(await first, 'ok')
      assert.equal((await current()).renews, 0)
      await isSame()
      await Promise.all([
        call(subscriptionApi.resume),
        call(subscriptionApi.cancel),
        call(subscriptionApi.resume),
        call(subscriptionApi.cancel),
      ])
      await isSame()
      assert.equal(await call(subscriptionApi.resume), 'ok')
      assert.deepEqual([(await current()).renews, remote.cancel_at_period_end], [1, false])
    })

    test('a switch that Stripe does not answer is free for the next one', async () => {
      const { buyer, remote, current } = await subscribed()
      const params = { id: String((await current()).id) }
      upstream.changing.push(() => Promise.reject(new Error('away')))
      assert.equal(codeOf(await buyer.call(subscriptionApi.cancel, { params })), 'payment_unreachable')
      assert.equal((await current()).renews, 1)
      assert.equal(codeOf(await buyer.call(subscriptionApi.cancel, { params })), 'ok')
      assert.deepEqual([(await current()).renews, remote.cancel_at_period_end], [0, true])
    })

    for (const how of ['the notice', 'an administrator'] as const)
      test(`a checkout that is paid beyond the limit of purchases goes to the balance, and Stripe stops (told by ${how})`, async () => {
        const buyer = await on.givenBuyer()
        const plan_id = await recurringPlan({ max_purchase_per_user: 1 })
        const [late, early] = [await order(buyer, plan_id), await order(buyer, plan_id)]
        for (const event of upstream.buy(early)) await tellStripe(event)
        const trade_no = String(late.client_reference_id)
        if (how === 'an administrator')
          assert.equal(codeOf(await shop.chief.call(paymentApi.complete, { body: { trade_no } })), 'ok')
        const events = upstream.buy(late)
        for (const event of [...events, ...events]) await tellStripe(event)
        const [opened, kept, ...others] = await subscriptionsOf(buyer.userId)
        assert.deepEqual([opened?.status, opened?.renews, others], ['active', 1, []])
        assert.deepEqual([kept?.status, kept?.renews, await on.potsOf(kept?.id ?? 0)], ['cancelled', 0, []])
        assert.equal(await on.quotaOf(buyer), 5_000_000)
        const paid = (await ordersOf(buyer.userId)).find((row) => row.trade_no === trade_no)
        assert.deepEqual([paid?.status, paid?.plan_id], ['success', 0])
        await on.isBalanced()

        await runJob()
        assert.equal(upstream.subscriptions.get(String(late.subscription))?.status, 'canceled')
        assert.equal(upstream.subscriptions.get(String(early.subscription))?.status, 'active')
        assert.equal(await on.refund(trade_no), 'ok')
        assert.equal(upstream.refunds.at(-1)?.payment_intent, `pi_${String(late.invoice)}`)
        assert.deepEqual([await on.quotaOf(buyer), (await subscriptionsOf(buyer.userId))[0]?.status], [0, 'active'])
        await shop.open.store.updateTable('plans').set({ max_purchase_per_user: 2 }).where('id', '=', plan_id).execute()
        await order(buyer, plan_id) // what was never opened was no purchase
        await on.isBalanced()
      })

    test('an order whose notices were lost is found by the query, and one completed by hand learns by what it is renewed', async () => {
      const buyer = await on.givenBuyer()
      const session = await order(buyer)
      await runJob()
      assert.deepEqual(await subscriptionsOf(buyer.userId), [])
      upstream.buy(session)
      await runJob(3000)
      const [found] = await subscriptionsOf(buyer.userId)
      assert.deepEqual([found?.renews, found?.provider_ref], [1, session.subscription])
      const byHand = await order(buyer)
      const trade_no = String(byHand.client_reference_id)
      assert.equal(codeOf(await shop.chief.call(paymentApi.complete, { body: { trade_no } })), 'ok')
      const [, paid] = upstream.buy(byHand)
      await tellStripe(paid ?? assert.fail('no event'))
      const [, completed, ...others] = await subscriptionsOf(buyer.userId)
      assert.deepEqual([completed?.renews, completed?.provider_ref, others], [1, byHand.subscription, []])
      await on.isBalanced()
    })

    test('a plan that replaces another is paid once, and one that is renewed is not replaced', async () => {
      const { buyer, current } = await subscribed()
      const { id } = await current()
      const wanted = { plan_id: await recurringPlan({ price_amount: 30 }, { unit_amount: 3000 }), replaces: id }
      assert.equal((await on.stripe(buyer, wanted)).link, '无法替换该订阅')
      await buyer.call(subscriptionApi.cancel, { params: { id: String(id) } })
      const { session } = await on.stripe(buyer, wanted)
      assert.deepEqual([session?.mode, session?.currency], ['payment', 'eur'])
      const [event] = upstream.buy(session ?? assert.fail('no checkout'))
      await tellStripe(event ?? assert.fail('no event'))
      const [before, after] = await subscriptionsOf(buyer.userId)
      assert.deepEqual([before?.status, after?.status, after?.renews], ['cancelled', 'active', 0])
      await on.isBalanced()
    })
  })
