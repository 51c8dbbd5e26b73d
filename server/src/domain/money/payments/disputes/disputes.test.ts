import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { databaseKinds } from '../../../../../test/harness/databases.ts'
import type { Client } from '../../../../../test/harness/harness.ts'
import { useShop } from '../../../../../test/payments/shop.ts'

for (const kind of databaseKinds)
  describe(`disputes of Stripe payments on ${kind}`, () => {
    const { shop, upstream, givenBuyer, plan, recurringPrice, stripe, tellStripe, newestNotice, ...others } =
      useShop(kind)
    const { quotaOf, ordersOf, isBalanced } = others

    const topUp = async (client: Client) => {
      const body = JSON.stringify({ amount: 10, payment_method: 'stripe' })
      const headers = { 'content-type': 'application/json' }
      await client.fetch('/api/user/pay', { method: 'POST', body, headers })
      return [...upstream.sessions.values()].at(-1) ?? assert.fail('no checkout')
    }
    const payFor = async (session: Awaited<ReturnType<typeof topUp>>) => {
      for (const event of upstream.buy(session)) assert.equal(await tellStripe(event), 200)
    }
    const disputesOf = (trade_no: unknown) =>
      shop.open.store
        .selectFrom('order_disputes')
        .select(['status', 'cents'])
        .where('trade_no', '=', String(trade_no))
        .execute()
    const tell = async (...dispute: Parameters<typeof upstream.dispute>) => {
      assert.equal(await tellStripe(upstream.dispute(...dispute)), 200)
      return (await newestNotice()).effect
    }
    const shared = (trade_no: unknown) =>
      shop.open.store.updateTable('top_ups').set({ shares_due: 0 }).where('trade_no', '=', String(trade_no)).execute()
    const dueOf = async (client: Client) => (await ordersOf(client.userId)).map(({ shares_due }) => shares_due)

    test('a dispute is recorded once per state, makes shares due, and takes the balance back when it is lost', async () => {
      const buyer = await givenBuyer()
      const session = await topUp(buyer)
      await payFor(session)
      const { client_reference_id, payment_intent } = session
      const balance = await quotaOf(buyer)
      assert.deepEqual(await dueOf(buyer), [1])
      const steps = [
        ['needs_response', 'disputed', 'open'],
        ['needs_response', 'repeated', 'open'],
        ['under_review', 'repeated', 'open'],
        ['won', 'dispute_won', 'won'],
        ['needs_response', 'repeated', 'won'],
        ['won', 'repeated', 'won'],
        ['appeal_under_review', 'disputed', 'open'],
        ['lost', 'refunded', 'lost'],
        ['lost', 'repeated', 'lost'],
        ['appeal_under_review', 'disputed', 'open'],
        ['won', 'dispute_won', 'won'],
      ] as const
      for (const [status, effect, stored] of steps) {
        await shared(client_reference_id)
        assert.equal(await tell(payment_intent, status, 920), effect, status)
        assert.deepEqual(await disputesOf(client_reference_id), [{ status: stored, cents: 920 }])
        assert.deepEqual(await dueOf(buyer), [effect === 'repeated' ? 0 : 2], status)
        const isBack = effect === 'refunded' || (stored === 'lost' && effect === 'repeated')
        assert.ok(isBack ? (await quotaOf(buyer)) < balance : true, status)
      }
      assert.equal(await quotaOf(buyer), balance)
      await isBalanced()
    })

    test('an early warning that is closed has cost nothing; other currencies and larger amounts are the whole order', async () => {
      const table = [
        ['warning_closed', 500, 'eur', { status: 'won', cents: 500 }],
        ['needs_response', 500, 'eur', { status: 'open', cents: 500 }],
        ['needs_response', 1000, 'eur', { status: 'open', cents: 920 }],
        ['needs_response', 500, 'usd', { status: 'open', cents: 920 }],
      ] as const
      for (const [status, amount, currency, stored] of table) {
        const session = await topUp(shop.lin)
        await payFor(session)
        await tell(session.payment_intent, status, amount, currency)
        assert.deepEqual(await disputesOf(session.client_reference_id), [stored])
      }
    })

    test('the dispute of a renewal concerns its own order', async () => {
      const buyer = await givenBuyer()
      const stripe_price_id = recurringPrice('price_disputed')
      const plan_id = await plan({ stripe_price_id })
      const { session } = await stripe(buyer, { plan_id })
      assert.ok(session)
      await payFor(session)
      const subscription = [...upstream.subscriptions.values()].at(-1) ?? assert.fail('no subscription')
      const renewal = upstream.cycle(subscription)
      assert.equal(await tellStripe(renewal), 200)
      const [first, second] = await ordersOf(buyer.userId)
      assert.ok(first && second)
      await shared(first.trade_no)
      await shared(second.trade_no)
      const { id } = renewal.object as { id: string }
      assert.equal(await tell(`pi_${id}`, 'needs_response', 1000), 'disputed')
      assert.deepEqual(await dueOf(buyer), [0, 2])
      assert.deepEqual(await disputesOf(second.trade_no), [{ status: 'open', cents: 1000 }])
    })

    test('a dispute of an unknown payment, or of the other mode, is refused', async () => {
      assert.equal(await tell('pi_of_nobody', 'needs_response', 920), 'refused')
      const session = await topUp(shop.lin)
      await payFor(session)
      const event = upstream.dispute(session.payment_intent, 'lost', 920)
      assert.equal(await tellStripe(event, { livemode: true }), 200)
      assert.deepEqual(
        [(await newestNotice()).reason, await disputesOf(session.client_reference_id)],
        ['wrong_merchant', []],
      )
      for (const odd of [{ id: 7 }, { amount: 'x' }, { payment_intent: null }, { status: {} }])
        assert.equal(await tellStripe(event, odd), 200)
    })

    test('a dispute that arrives before the payment stays recorded when it is credited', async () => {
      const buyer = await givenBuyer()
      const session = await topUp(buyer)
      assert.equal(await tell(session.payment_intent, 'needs_response', 920), 'disputed')
      assert.equal(await quotaOf(buyer), 0)
      await payFor(session)
      assert.deepEqual(await disputesOf(session.client_reference_id), [{ status: 'open', cents: 920 }])
      assert.deepEqual(await dueOf(buyer), [1])
      await isBalanced()
    })

    test('the notice shows what a dispute says', async () => {
      const session = await topUp(shop.lin)
      await payFor(session)
      await tell(session.payment_intent, 'lost', 920)
      const { parameters } = await shop.open.store
        .selectFrom('payment_notices')
        .select('parameters')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow()
      const { dispute, payment_intent, status, amount } = JSON.parse(parameters)
      assert.deepEqual(
        [dispute, payment_intent, status, amount],
        [`du_of_${session.payment_intent}`, session.payment_intent, 'lost', '920'],
      )
    })

    test('orders of the same payer have the same mark, which is no mail address', async () => {
      const [one, two] = [await givenBuyer(), await givenBuyer()]
      await payFor(await topUp(one))
      const stripe_price_id = recurringPrice('price_marked')
      const { session } = await stripe(two, { plan_id: await plan({ stripe_price_id }) })
      assert.ok(session)
      await payFor(session)
      const subscription = [...upstream.subscriptions.values()].at(-1) ?? assert.fail('no subscription')
      await tellStripe(upstream.cycle(subscription))
      const marks = [...(await ordersOf(one.userId)), ...(await ordersOf(two.userId))].map(
        ({ payer_mark }) => payer_mark,
      )
      assert.equal(marks.length, 3)
      assert.deepEqual([...new Set(marks)].length, 1)
      assert.match(marks[0] ?? '', /^[\w-]{43}$/)
      const other = await givenBuyer()
      const unnamed = await topUp(other)
      const [event] = upstream.buy(unnamed)
      assert.ok(event)
      await tellStripe(event, { customer_details: null })
      assert.deepEqual(
        (await ordersOf(other.userId)).map(({ status, payer_mark }) => [status, payer_mark]),
        [['success', '']],
      )
      await tellStripe(event, { customer_details: { email: ' someone.else@example.com' } })
      const [named] = await ordersOf(other.userId)
      assert.ok(named?.payer_mark && named.payer_mark !== marks[0], 'a repeated notification may name the payer')
    })
  })
