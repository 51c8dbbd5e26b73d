import type { OptionValues } from '@turnpike/contract/options'
import type Stripe from 'stripe'
import type { Outbound } from '../../../outbound/outbound.ts'
import type { Bought, PaymentProvider, ProviderOrder, RefundOutcome, Renewals } from './payment-provider.ts'
import {
  claimOfEvent,
  claimOfInvoice,
  claimOfSession,
  failedStatuses,
  invoiceForm,
  modeOf,
  sessionForm,
  shownParameters,
} from './stripe-events.ts'
import { isPriceOf } from './stripe-prices.ts'

const timeoutSeconds = 30

/** A notification of Stripe is a header with the signature and a body; the payload is both, in two lines. */
export const stripePayload = (signature: string, body: string) => `${signature}\n${body}`

/**
 * Stripe Checkout. The library signs, checks and builds requests; our outbound client sends them, so that the rules for
 * outgoing connections apply. It is loaded on first use: it is large, and many installations do not need it.
 */
export function createStripe(outbound: Outbound, apiBase: string): PaymentProvider {
  const open = async ({ StripeSecretKey }: OptionValues): Promise<Stripe> => {
    const { default: Library } = await import('stripe')
    const send = async (url: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
      const target = new URL(String(url))
      const { status, body } = await outbound.send(apiBase + target.pathname + target.search, {
        method: init.method === 'GET' || init.method === 'DELETE' ? init.method : 'POST',
        headers: Object.fromEntries(new Headers(init.headers)),
        ...(typeof init.body === 'string' && init.body !== '' && { body: init.body }),
        timeoutSeconds,
      })
      return new Response(body, { status, headers: { 'content-type': 'application/json' } })
    }
    const httpClient = Library.createFetchHttpClient(send as typeof fetch)
    return new Library(StripeSecretKey, { httpClient, maxNetworkRetries: 0, telemetry: false })
  }

  return {
    name: 'stripe',
    methods: ['stripe'],
    isSetUp: ({ StripeSecretKey, StripeWebhookSecret }) => StripeSecretKey !== '' && StripeWebhookSecret !== '',
    merchant: ({ StripeSecretKey }) => modeOf(!/^(sk|rk)_test_/.test(StripeSecretKey)),
    price: ({ StripeUnitPrice, StripeCurrency }) => ({
      price: StripeUnitPrice,
      currency: StripeCurrency.toUpperCase(),
    }),
    async start(order, options, { back, bought }) {
      const stripe = await open(options)
      const session = await stripe.checkout.sessions.create(
        {
          client_reference_id: order.trade_no,
          success_url: back,
          cancel_url: back,
          ...payingFor(order, bought, options),
        },
        { idempotencyKey: order.trade_no },
      )
      if (!session.url) throw new Error('Stripe made a session without an address')
      return { url: session.url, form: {}, provider_ref: session.id }
    },
    async read(payload, options) {
      const [signature = '', body = ''] = splitOnce(payload)
      const stripe = await open(options)
      if (!isSigned(stripe, body, signature, options.StripeWebhookSecret)) return undefined
      return claimOfEvent(stripe, parsed(body))
    },
    parameters(payload) {
      const [, body = ''] = splitOnce(payload)
      return shownParameters(parsed(body))
    },
    async query(order, options) {
      if (order.provider_ref === '') return undefined
      const stripe = await open(options)
      const session = await stripe.checkout.sessions.retrieve(order.provider_ref, { expand: ['invoice'] })
      if (session.mode !== 'subscription') return claimOfSession(sessionForm.parse(session))
      const { success, data: invoice } = invoiceForm.safeParse(session.invoice)
      return success && invoice.status === 'paid' ? claimOfInvoice(invoice, true) : undefined
    },
    async refund(order, { cents, before, key }, options) {
      const stripe = await open(options)
      const payment_intent = await paymentOf(stripe, order)
      if (!payment_intent) return { state: 'refused', reason: 'no_payment' }
      // An earlier attempt may have succeeded, or an operator may have refunded at Stripe. That amount is not paid back twice.
      const { data: made } = await stripe.refunds.list({ payment_intent, limit: 100 })
      const good = made.filter(({ status }) => !failedStatuses.has(status ?? ''))
      const total = good.reduce((sum, { amount }) => sum + amount, 0)
      if (total >= before + cents) return { state: 'done', ref: good[0]?.id ?? '' }
      return refundOutcome(stripe.refunds.create({ payment_intent, amount: cents }, { idempotencyKey: key }))
    },
    renewals: renewalsOf(open),
    async simulate(order, options, now) {
      const session = {
        client_reference_id: order.trade_no,
        mode: 'payment',
        amount_total: Number(order.money.replace('.', '')),
        currency: order.currency.toLowerCase(),
        payment_status: 'paid',
        livemode: order.merchant === 'live',
      }
      const body = JSON.stringify({
        id: 'evt_test',
        object: 'event',
        type: 'checkout.session.completed',
        data: { object: session },
      })
      const stripe = await open(options)
      const secret = options.StripeWebhookSecret
      return stripePayload(stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp: now }), body)
    },
  }
}

/** A plan that is renewed is a subscription at Stripe; its metadata names the order. Everything else is paid once. */
function payingFor(
  order: ProviderOrder,
  { title, recurring_price }: Bought,
  { SystemName }: OptionValues,
): Stripe.Checkout.SessionCreateParams {
  if (recurring_price)
    return {
      mode: 'subscription',
      line_items: [{ quantity: 1, price: recurring_price }],
      subscription_data: { metadata: { trade_no: order.trade_no } },
    }
  const price_data = {
    currency: order.currency.toLowerCase(),
    unit_amount: Number(order.money.replace('.', '')),
    product_data: { name: `${SystemName} ${title}` },
  }
  return { mode: 'payment', line_items: [{ quantity: 1, price_data }] }
}

/** The payment of an order: that of its checkout, or of the invoice that a subscription paid. */
async function paymentOf(stripe: Stripe, { provider_ref }: ProviderOrder): Promise<string | undefined> {
  const isRenewal = provider_ref.startsWith('in_')
  const session = isRenewal ? undefined : await stripe.checkout.sessions.retrieve(provider_ref)
  if (typeof session?.payment_intent === 'string') return session.payment_intent
  const invoice = isRenewal ? provider_ref : session?.invoice
  if (typeof invoice !== 'string') return undefined
  const { data } = await stripe.invoicePayments.list({ invoice, status: 'paid', limit: 1 })
  const paid = data[0]?.payment.payment_intent
  return typeof paid === 'string' ? paid : undefined
}

const renewalsOf = (open: (options: OptionValues) => Promise<Stripe>): Renewals => ({
  async isPrice(id, expected, options) {
    const price = await unlessMissing((await open(options)).prices.retrieve(id))
    return price !== undefined && isPriceOf(price, expected)
  },
  async setRenewing(ref, renews, options) {
    const { subscriptions } = await open(options)
    const { status } = (await unlessMissing(subscriptions.retrieve(ref))) ?? {}
    if (!status || endedStatuses.has(status)) return false
    await subscriptions.update(ref, { cancel_at_period_end: !renews })
    return true
  },
  async stop(ref, options) {
    const { subscriptions } = await open(options)
    const { status } = (await unlessMissing(subscriptions.retrieve(ref))) ?? {}
    if (status && !endedStatuses.has(status)) await subscriptions.cancel(ref)
  },
})

/** Stripe refuses to change a subscription of these statuses. */
const endedStatuses: ReadonlySet<string> = new Set(['canceled', 'incomplete_expired'])

/** Undefined for an object that Stripe does not have. */
const unlessMissing = <Found>(request: Promise<Found>): Promise<Found | undefined> =>
  request.catch((error: { statusCode?: number }) => {
    if (error.statusCode === 404) return undefined
    throw error
  })

/** A refusal of Stripe is an outcome. Every other error is thrown, because the refund may have been made. */
async function refundOutcome(refunding: Promise<Stripe.Refund>): Promise<RefundOutcome> {
  try {
    const { id, status } = await refunding
    return failedStatuses.has(status ?? '') ? { state: 'refused', reason: status ?? '' } : { state: 'done', ref: id }
  } catch (error) {
    const { statusCode, code, type } = error as { statusCode?: number; code?: string; type?: string }
    const isRefused = statusCode !== undefined && statusCode >= 400 && statusCode < 500
    // 409 and 429: another request of this refund is running, or too many were sent.
    if (!isRefused || statusCode === 409 || statusCode === 429) throw error
    return { state: 'refused', reason: code ?? type ?? String(statusCode) }
  }
}

function splitOnce(payload: string): [string, string] {
  const at = payload.indexOf('\n')
  return at === -1 ? ['', payload] : [payload.slice(0, at), payload.slice(at + 1)]
}

/** The age of a notification does not matter: a payment is credited once, and Stripe repeats for days. */
const anyAge = 0

function isSigned({ webhooks }: Stripe, body: string, signature: string, secret: string): boolean {
  try {
    return webhooks.signature?.verifyHeader(body, signature, secret, anyAge) ?? false
  } catch {
    return false
  }
}

/** Undefined where a text is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
