import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { role } from '@turnpike/contract/identity/user'
import { paymentApi } from '@turnpike/contract/money/payment'
import Stripe from 'stripe'
import { databaseKinds, type FreshDatabase, freshDatabase, openTest } from '../../../../test/harness/databases.ts'
import { type Client, saveOptions, startTestServer, type TestServer } from '../../../../test/harness/harness.ts'
import { driftsOf } from '../../../../test/harness/ledger.ts'
import { listenForTest } from '../../../../test/harness/loopback.ts'
import { stripeServer } from '../../../../test/payments/stripe-server.ts'
import { checkOpenOrders } from '../../../jobs/check-open-orders.ts'
import type { OpenStore } from '../../../store/store.ts'
import { post as book } from '../wallet/ledger/ledger-post.ts'
import { paymentProviders } from './payment-providers.ts'

const secret = 'whsec_of_the_test'
const toJson = (value: unknown) => JSON.stringify(value)
const library = new Stripe('sk_test_unused')

for (const kind of databaseKinds)
  describe(`payment through Stripe on ${kind}`, () => {
    const upstream = stripeServer()
    const cleanups: (() => unknown)[] = []
    let database: FreshDatabase
    let server: TestServer
    let open: OpenStore
    let [lin, chief] = [{} as Client, {} as Client]
    before(async () => {
      const atLast = { after: (work: () => unknown) => void cleanups.push(work) }
      const { url } = await listenForTest(atLast as Parameters<typeof listenForTest>[0], upstream.response)
      database = await freshDatabase(kind)
      server = await startTestServer(database.address, { STRIPE_API_BASE: url })
      open = await openTest(database.address)
      await server.given.user({ username: 'lin' })
      lin = server.client()
      await lin.signIn('lin')
      await server.given.user({ username: 'chief', role: role.root })
      chief = server.client()
      await chief.signIn('chief')
    })
    after(async () => {
      await open.close()
      await server.stop()
      await database.drop()
      for (const clean of cleanups) await clean()
    })
    const configure = async (changes: Record<string, string>) => {
      await saveOptions(server.deps.store, server.deps.vault, changes)
      await server.deps.reload()
    }
    const setUp = () =>
      configure({
        ServerAddress: 'https://gate.example.com',
        StripeSecretKey: 'sk_test_key',
        StripeWebhookSecret: secret,
        StripeCurrency: 'eur',
        StripeUnitPrice: '0.92',
      })
    const pay = async (amount = 10) => {
      const body = JSON.stringify({ amount, payment_method: 'stripe' })
      const response = await lin.fetch('/api/user/pay', {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json' },
      })
      return (await response.json()) as { message: string; data: unknown; url?: string }
    }
    const newestSession = (): Record<string, unknown> => [...upstream.sessions.values()].at(-1) ?? {}
    type How = { key?: string; ago?: number }
    const notify = (session: object, { type = 'checkout.session.completed', ...how }: How & { type?: string } = {}) =>
      post(JSON.stringify({ id: 'evt_1', object: 'event', type, livemode: false, data: { object: session } }), how)
    const post = async (payload: string, { key = secret, ago = 0 }: How = {}) => {
      const timestamp = Math.floor(Date.now() / 1000) - ago
      const signature = library.webhooks.generateTestHeaderString({ payload, secret: key, timestamp })
      const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
      return (await fetch(`${server.url}/api/payment/stripe/webhook`, { method: 'POST', body: payload, headers }))
        .status
    }
    const quotaOf = async () =>
      (await open.store.selectFrom('users').select('quota').where('id', '=', lin.userId).executeTakeFirstOrThrow())
        .quota
    const effects = async () =>
      (await open.store.selectFrom('payment_notices').select('effect').orderBy('id').execute()).map(
        ({ effect }) => effect,
      )

    test('it is offered once its secrets are set', async () => {
      const methods = async () => {
        const { response } = await lin.call(paymentApi.methods)
        return response.success && response.data
      }
      assert.deepEqual(await methods(), [])
      assert.deepEqual(await pay(), { message: 'error', data: '当前管理员未配置支付信息' })
      assert.equal(await notify({}), 400)
      await setUp()
      assert.deepEqual(await methods(), [{ method: 'stripe', price: 0.92, currency: 'EUR', ratio: 1 }])
    })

    test('an order is a checkout of the amount in its currency, requested once', async () => {
      const { message, url } = await pay()
      assert.deepEqual([message, url], ['success', newestSession().url])
      const { form, authorization, key } = upstream.sent.at(-1) ?? assert.fail('nothing was requested')
      assert.equal(authorization, 'Bearer sk_test_key')
      assert.equal(form.get('line_items[0][price_data][currency]'), 'eur')
      assert.equal(form.get('line_items[0][price_data][unit_amount]'), '920')
      assert.equal(key, form.get('client_reference_id'))
    })

    test('only what is paid is credited, once, however late it is told', async () => {
      const before = await quotaOf()
      const session = newestSession()
      const paid = { ...session, payment_status: 'paid' }
      assert.equal(await notify(session), 200)
      assert.equal(await quotaOf(), before, 'a method that takes days is not paid yet')
      const week = { ago: 7 * 86_400 }
      assert.equal(await notify(paid, { type: 'checkout.session.async_payment_succeeded', ...week }), 200)
      assert.equal(await quotaOf(), before + 5_000_000)
      assert.deepEqual(await Promise.all(Array.from({ length: 20 }, () => notify(paid))), Array(20).fill(200))
      assert.equal(await quotaOf(), before + 5_000_000)
      assert.equal((await effects()).filter((effect) => effect === 'credited').length, 1)
      assert.deepEqual(await driftsOf(open), [])
    })

    test('another key, another amount, another currency, the other mode and other events credit nothing', async () => {
      await pay()
      const before = await quotaOf()
      const paid = { ...newestSession(), payment_status: 'paid' }
      assert.equal(await notify(paid, { key: 'whsec_another' }), 400)
      for (const lie of [{ amount_total: 1 }, { currency: 'usd' }, { livemode: true }, { client_reference_id: 'x' }])
        assert.equal(await notify({ ...paid, ...lie }), 200, 'it is not worth repeating')
      assert.equal(await notify(paid, { type: 'charge.refunded' }), 200)
      assert.equal(await quotaOf(), before)
      assert.equal(await notify(paid), 200)
      assert.equal(await quotaOf(), before + 5_000_000)
    })

    test('an event of an odd shape is a refused notice when its signature is right, and credits nothing', async () => {
      await pay()
      const before = await quotaOf()
      const paid = { ...newestSession(), payment_status: 'paid' }
      const type = 'checkout.session.completed'
      const odd = [
        ...['null', '7', '"text"', '[]', '{}', '{'],
        ...[{ type }, { type, data: null }, { type, data: [] }, { type, data: { object: null } }].map(toJson),
        ...[
          { type, data: { object: 'x' } },
          { type, data: { object: [paid] } },
          { type: 5, data: { object: paid } },
        ].map(toJson),
        toJson({ object: 'v2.core.event', type: 'v1.billing.meter.no_meter_found', related_object: null }),
        toJson({ type: { toString: 1 }, data: { object: paid } }),
        ...[null, {}, [], 7, true, '', 'a\0b', '\ud800', 'x'.repeat(20_000), { toString: 1 }].map(
          (client_reference_id) => toJson({ type, data: { object: { ...paid, client_reference_id } } }),
        ),
        ...[null, {}, '920', 920.5, -920, 1e300, true].map((amount_total) =>
          toJson({ type, data: { object: { ...paid, amount_total } } }),
        ),
        ...[null, {}, 7, ['eur']].map((currency) => toJson({ type, data: { object: { ...paid, currency } } })),
        ...[null, 'false', 0].map((livemode) => toJson({ type, data: { object: { ...paid, livemode } } })),
      ]
      const { length: known } = await effects()
      for (const payload of odd) assert.equal(await post(payload), 200, `${payload.slice(0, 200)}: not worth repeating`)
      const notices = await open.store
        .selectFrom('payment_notices')
        .select(['effect', 'checks', 'is_signed'])
        .orderBy('id')
        .offset(known)
        .limit(1000)
        .execute()
      assert.equal(notices.length, odd.length)
      for (const [index, { effect, checks, is_signed }] of notices.entries())
        assert.deepEqual([effect, JSON.parse(checks).signature, is_signed], ['refused', true, 1], String(odd[index]))
      assert.equal(await notify({ ...paid, payment_status: ['paid'] }), 200)
      assert.deepEqual((await effects()).at(-1), 'ignored', 'as one that is not paid yet')
      assert.equal(await quotaOf(), before)
      assert.equal(await notify(paid), 200)
      assert.equal(await quotaOf(), before + 5_000_000)
    })

    test('an order whose notification was lost is queried', async () => {
      await pay()
      const before = await quotaOf()
      const session = newestSession()
      const later = { ...server.deps, clock: () => server.deps.clock() + 300 }
      await checkOpenOrders(later, paymentProviders(server.deps), 'test')
      assert.equal(await quotaOf(), before)
      session.payment_status = 'paid'
      const evenLater = { ...server.deps, clock: () => server.deps.clock() + 3000 }
      await checkOpenOrders(evenLater, paymentProviders(server.deps), 'test')
      assert.equal(await quotaOf(), before + 5_000_000)
    })

    /** A paid order, and its event when something of it is refunded. */
    const paidOrder = async () => {
      await pay()
      const session = newestSession()
      session.payment_status = 'paid'
      await notify(session)
      const trade_no = String(session.client_reference_id)
      const charge = { object: 'charge', payment_intent: session.payment_intent, currency: 'eur', livemode: false }
      const refundedBy = (amount_refunded: number) =>
        notify({ ...charge, amount_refunded }, { type: 'charge.refunded' })
      return { trade_no, session, refundedBy }
    }
    const refund = async (asked: { trade_no: string; money?: string; refunded?: string }) => {
      const { response } = await chief.call(paymentApi.refund, {
        body: { refunded: '0.00', reason: 'Bought twice', ...asked },
      })
      return response.success ? response.data.refunds.at(-1)?.status : response.code
    }
    const madeFor = ({ session }: { session: Record<string, unknown> }) =>
      upstream.refunds
        .filter(({ payment_intent }) => payment_intent === session.payment_intent)
        .map(({ amount }) => amount)

    test('a refund is made once at Stripe, and its events before, after and twice change nothing', async () => {
      const order = await paidOrder()
      const full = await quotaOf()
      assert.equal(await refund({ trade_no: order.trade_no, money: '2.30' }), 'done')
      assert.deepEqual(madeFor(order), [230])
      assert.equal(await quotaOf(), full - 1_250_000)
      for (let times = 0; times < 2; times++) assert.equal(await order.refundedBy(230), 200)
      assert.equal(await quotaOf(), full - 1_250_000)
      assert.deepEqual((await effects()).at(-1), 'repeated')
      assert.equal(await refund({ trade_no: order.trade_no, refunded: '2.30' }), 'done')
      assert.deepEqual(madeFor(order), [230, 690])
      assert.equal(await order.refundedBy(230), 200, 'an old event')
      assert.equal(await quotaOf(), full - 5_000_000)
      assert.deepEqual(await driftsOf(open), [])
    })

    test('a refund that Stripe refuses gives the balance back', async () => {
      const order = await paidOrder()
      const full = await quotaOf()
      upstream.next.push('refuse')
      assert.equal(await refund({ trade_no: order.trade_no }), 'refund_refused')
      assert.equal(await quotaOf(), full)
      assert.equal(await refund({ trade_no: order.trade_no }), 'done')
      assert.deepEqual([madeFor(order), await quotaOf()], [[920], full - 5_000_000])
      assert.deepEqual(await driftsOf(open), [])
    })

    test('a refund without a response stays pending, and is finished by the job or by its event, once', async () => {
      const later = { ...server.deps, clock: () => server.deps.clock() + 300 }
      const finish = () => checkOpenOrders(later, paymentProviders(server.deps), 'test')
      for (const how of ['lost', 'away'] as const) {
        const order = await paidOrder()
        const full = await quotaOf()
        upstream.next.push(how)
        assert.equal(await refund({ trade_no: order.trade_no, money: '4.60' }), 'pending', how)
        assert.equal(await quotaOf(), full - 2_500_000)
        assert.equal(await refund({ trade_no: order.trade_no, refunded: '4.60' }), 'refund_pending')
        if (how === 'lost') assert.equal(await order.refundedBy(460), 200)
        await finish()
        await finish()
        assert.deepEqual(madeFor(order), [460], how)
        assert.equal(await quotaOf(), full - 2_500_000)
      }
      assert.deepEqual(await driftsOf(open), [])
    })

    test('a refund that was made at Stripe takes back what is left of the balance, and states the rest', async () => {
      const order = await paidOrder()
      const full = await quotaOf()
      const spent = full - 4_000_000
      const entry = { user_id: lin.userId, kind: 'adjustment_debit', reference: order.trade_no, amount: spent } as const
      await open.store.transaction().execute((transaction) => book(transaction, { ...entry, at: 1 }))
      assert.equal(await order.refundedBy(460), 200)
      assert.equal(await quotaOf(), 1_500_000)
      assert.equal(await order.refundedBy(920), 200)
      assert.equal(await order.refundedBy(920), 200)
      assert.equal(await quotaOf(), 0)
      const { response } = await lin.call(paymentApi.own, { query: { p: 1, page_size: 1 } })
      assert.ok(response.success)
      assert.deepEqual(
        response.data.items[0]?.refunds.map(({ money, quota, missing }) => [money, quota, missing]),
        [
          ['4.60', 2_500_000, 0],
          ['4.60', 1_500_000, 1_000_000],
        ],
      )
      assert.deepEqual(await driftsOf(open), [])
    })

    test('the event of a refund that comes before the payment credits the order first', async () => {
      await pay()
      const before = await quotaOf()
      const session = newestSession()
      const charge = { payment_intent: session.payment_intent, currency: 'eur', livemode: false }
      assert.equal(await notify({ ...charge, amount_refunded: 230 }, { type: 'charge.refunded' }), 200)
      assert.equal(await notify({ ...session, payment_status: 'paid' }), 200)
      assert.equal(await quotaOf(), before + 3_750_000)
      for (const lie of [{ amount_refunded: 921 }, { currency: 'usd' }, { livemode: true }, { payment_intent: 'pi_x' }])
        assert.equal(await notify({ ...charge, amount_refunded: 460, ...lie }, { type: 'charge.refunded' }), 200)
      assert.equal(await quotaOf(), before + 3_750_000)
      assert.deepEqual(await driftsOf(open), [])
    })

    test('a refund that fails after days gives the balance back once', async () => {
      const order = await paidOrder()
      const full = await quotaOf()
      assert.equal(await refund({ trade_no: order.trade_no }), 'done')
      const { id } = upstream.refunds.at(-1) ?? assert.fail('no refund was made')
      const failed = { id, payment_intent: order.session.payment_intent, currency: 'eur', status: 'failed' }
      for (let times = 0; times < 2; times++) assert.equal(await notify(failed, { type: 'refund.failed' }), 200)
      assert.equal(await quotaOf(), full)
      assert.equal(await notify({ ...failed, id: 're_other' }, { type: 'refund.failed' }), 200)
      assert.equal(await quotaOf(), full)
      assert.deepEqual(await driftsOf(open), [])
    })

    test('the settings are tried without a credit', async () => {
      await server.given.user({ username: 'ops', role: 10 })
      const admin = server.client()
      await admin.signIn('ops')
      const before = await quotaOf()
      const { response } = await admin.call(paymentApi.test, { body: { provider: 'stripe' } })
      assert.ok(response.success)
      assert.deepEqual([response.data.effect, response.data.reason], ['tested', ''])
      assert.equal(await quotaOf(), before)
    })
  })
