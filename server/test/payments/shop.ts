import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before } from 'node:test'
import { role } from '@turnpike/contract/identity/user'
import { paymentApi } from '@turnpike/contract/money/payment'
import { planApi } from '@turnpike/contract/money/plans/plan'
import { subscriptionAdminApi, subscriptionApi } from '@turnpike/contract/money/plans/subscription'
import Stripe from 'stripe'
import { signEpay } from '../../src/domain/money/payments/epay.ts'
import { post } from '../../src/domain/money/wallet/ledger/ledger-post.ts'
import type { OpenStore } from '../../src/store/store.ts'
import { type DatabaseKind, type FreshDatabase, freshDatabase, openTest } from '../harness/databases.ts'
import { type Client, saveOptions, startTestServer, type TestServer } from '../harness/harness.ts'
import { driftsOf } from '../harness/ledger.ts'
import { untilTaken } from '../harness/until-taken.ts'
import { type StripeEvent, stripeServer } from './stripe-server.ts'

const epayKey = 'merchant-secret'
const webhookSecret = 'whsec_of_the_test'
const library = new Stripe('sk_test_unused')

export type Form = Record<string, string>
type Family<Data> = { message: string; data: Data; url?: string; trade_no?: string }
type Answer<Data> = { response: { success: true; data: Data } | { success: false; code?: string; message: string } }
export const codeOf = ({ response }: Answer<unknown>) => (response.success ? 'ok' : response.code)
export function dataOf<Data>({ response }: Answer<Data>): Data {
  assert.ok(response.success, JSON.stringify(response))
  return response.data
}

/** The notification that Epay sends for a form, signed. */
export function epayNotice(form: Form, changes: Form = {}): string {
  const { pid = '', out_trade_no = '', type = '', name = '', money = '' } = form
  const notice = { pid, trade_no: '1', out_trade_no, type, name, money, trade_status: 'TRADE_SUCCESS', ...changes }
  return new URLSearchParams({ ...notice, sign_type: 'MD5', sign: signEpay(notice, epayKey) }).toString()
}

export const epaySettings = {
  ServerAddress: 'https://gate.example.com',
  PayAddress: 'https://pay.example.com',
  EpayId: '1001',
  EpayKey: epayKey,
  Price: '7.3',
}

/** A server that sells plans through Epay and Stripe, for the tests of a describe block. Chief runs it, and Lin buys. */
export function useShop(kind: DatabaseKind) {
  const upstream = stripeServer()
  const http = createServer(upstream.response)
  let database: FreshDatabase
  const shop = {} as { server: TestServer; open: OpenStore; chief: Client; lin: Client } // filled before any test runs
  before(async () => {
    await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening))
    const STRIPE_API_BASE = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
    database = await freshDatabase(kind)
    shop.server = await startTestServer(database.address, { STRIPE_API_BASE, EGRESS_PRIVATE: 'allow' })
    shop.open = await openTest(database.address)
    const { deps, given } = shop.server
    await saveOptions(deps.store, deps.vault, {
      ...epaySettings,
      StripeSecretKey: 'sk_test_key',
      StripeWebhookSecret: webhookSecret,
      StripeCurrency: 'eur',
      StripeUnitPrice: '0.92',
    })
    await deps.reload()
    await given.user({ username: 'chief', role: role.root })
    shop.chief = await clientOf('chief')
    await given.user({ username: 'lin' })
    shop.lin = await clientOf('lin')
  })
  after(async () => {
    await shop.open.close()
    await shop.server.stop()
    await database.drop()
    http.closeAllConnections()
    http.close()
  })

  async function clientOf(username: string): Promise<Client> {
    const client = shop.server.client()
    await client.signIn(username)
    return client
  }
  let people = 0
  /** Another buyer, with a balance. */
  async function givenBuyer(quota = 0): Promise<Client> {
    const username = `buyer${++people}`
    await shop.server.given.user({ username })
    const client = await clientOf(username)
    await credit(client.userId, quota)
    return client
  }
  async function credit(user_id: number, amount: number): Promise<void> {
    const entry = { user_id, kind: 'grant', reference: `${user_id}/${++people}`, amount, at: 1 } as const
    if (amount > 0) await shop.open.store.transaction().execute((transaction) => post(transaction, entry))
  }

  const plan = async (form: object = {}): Promise<number> => {
    const whole = { title: 'Month', price_amount: 10, total_amount: 1000, ...form }
    return dataOf(await shop.chief.call(planApi.create, { body: { plan: whole } as never })).id
  }
  /** A price at Stripe, as a plan of ten dollars a month needs. */
  const recurringPrice = (id: string, change: object = {}): string => {
    upstream.prices.set(id, {
      id,
      object: 'price',
      active: true,
      billing_scheme: 'per_unit',
      type: 'recurring',
      currency: 'usd',
      unit_amount: 1000,
      recurring: { interval: 'month', interval_count: 1, usage_type: 'licensed' },
      transform_quantity: null,
      ...change,
    })
    return id
  }

  const postTo = async <Data>(client: Client, path: string, body: object): Promise<Family<Data>> => {
    const headers = { 'content-type': 'application/json' }
    const response = await client.fetch(path, { method: 'POST', body: JSON.stringify(body), headers })
    return (await response.json()) as Family<Data>
  }
  const epay = (client: Client, body: object) =>
    postTo<Form>(client, '/api/subscription/epay/pay', { payment_method: 'zfb', ...body })
  /** Orders through Stripe: the session of the checkout, or the reason of a refusal. */
  const stripe = async (client: Client, body: object) => {
    const { message, data } = await postTo<string | { pay_link: string }>(client, '/api/subscription/stripe/pay', body)
    const link = typeof data === 'string' ? data : data.pay_link
    const session = [...upstream.sessions.values()].find(({ url }) => url === link)
    return { message, link, session }
  }

  const tellEpay = async (query: string): Promise<string> => {
    const { text } = await untilTaken(async () => {
      const response = await fetch(`${shop.server.url}/api/user/epay/notify?${query}`)
      return { status: response.status, text: await response.text() }
    })
    return text
  }
  const tellStripe = async ({ type, object }: StripeEvent, change: object = {}): Promise<number> => {
    const data = { object: { ...object, ...change } }
    const payload = JSON.stringify({ id: 'evt_1', object: 'event', type, livemode: false, data })
    const signature = library.webhooks.generateTestHeaderString({ payload, secret: webhookSecret })
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
    const { status } = await untilTaken(async () => {
      const response = await fetch(`${shop.server.url}/api/payment/stripe/webhook`, {
        method: 'POST',
        body: payload,
        headers,
      })
      return { status: response.status, text: await response.text() }
    })
    return status
  }
  const newestNotice = async () => {
    const { effect, reason, trade_no } = await shop.open.store
      .selectFrom('payment_notices')
      .selectAll()
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    return { effect, reason, trade_no }
  }

  const balancePay = (client: Client, body: { plan_id: number; replaces?: number; updated_at?: number }) =>
    client.call(subscriptionApi.balancePay, { body })
  const refund = async (trade_no: string, money?: string, refunded = '0.00') =>
    codeOf(
      await shop.chief.call(paymentApi.refund, {
        body: { trade_no, refunded, reason: 'A mistake', ...(money && { money }) },
      }),
    )

  /** An administrator ends a subscription. */
  const endNow = async (id: number) =>
    dataOf(await shop.chief.call(subscriptionAdminApi.invalidate, { params: { id: String(id) }, body: undefined }))

  const accounts = () => shop.open.store.selectFrom('users').selectAll()
  const quotaOf = async ({ userId }: Pick<Client, 'userId'>) =>
    (await accounts().where('id', '=', userId).executeTakeFirstOrThrow()).quota
  const subscriptionsOf = (user_id: number) =>
    shop.open.store.selectFrom('subscriptions').selectAll().where('user_id', '=', user_id).orderBy('id').execute()
  const ordersOf = (user_id: number) =>
    shop.open.store.selectFrom('top_ups').selectAll().where('user_id', '=', user_id).orderBy('id').execute()
  const potsOf = (subscription_id: number) =>
    shop.open.store
      .selectFrom('pots')
      .selectAll()
      .where('subscription_id', '=', subscription_id)
      .orderBy('id')
      .execute()
  const logOf = async (user_id: number): Promise<string[]> =>
    (
      await shop.open.store.selectFrom('logs').select('content').where('user_id', '=', user_id).orderBy('id').execute()
    ).map(({ content }) => content)
  const isBalanced = async () => assert.deepEqual(await driftsOf(shop.open), [])

  return {
    ...{ shop, upstream, givenBuyer, credit, clientOf, plan, recurringPrice, epay, stripe, tellEpay, tellStripe },
    ...{ newestNotice, balancePay, refund, endNow, quotaOf, subscriptionsOf, ordersOf, potsOf, logOf, isBalanced },
  }
}
