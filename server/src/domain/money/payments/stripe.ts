import type { OptionValues } from '@turnpike/contract/options'
import type Stripe from 'stripe'
import { z } from 'zod'
import type { Outbound } from '../../../outbound/outbound.ts'
import { moneyText } from './payable.ts'
import type { Claim, PaymentProvider, RefundOutcome } from './payment-provider.ts'

const timeoutSeconds = 30

/** The events after which a checkout may be paid: at once, or later where the method takes days. */
const paidEvents: ReadonlySet<string> = new Set([
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
])

/**
 * The fields that we read of a checkout. A member of another type than documented is empty, and then matches no order.
 */
const sessionForm = z.object({
  client_reference_id: z.string().catch(''),
  amount_total: z.int().nonnegative().nullable().catch(null),
  currency: z.string().catch(''),
  payment_status: z.string().catch(''),
  livemode: z.boolean().nullable().catch(null),
})
type Session = z.infer<typeof sessionForm>
const emptySession: Session = {
  client_reference_id: '',
  amount_total: null,
  currency: '',
  payment_status: '',
  livemode: null,
}
/** The fields that we read of a refunded charge, and of a refund. */
const chargeForm = z.object({
  payment_intent: z.string().catch(''),
  amount_refunded: z.int().nonnegative(),
  currency: z.string(),
  livemode: z.boolean().nullable().catch(null),
})
const refundForm = z.object({
  id: z.string(),
  payment_intent: z.string().catch(''),
  currency: z.string(),
  status: z.string().catch(''),
})
/** Refunds that take days can fail after they were accepted. */
const failedRefundEvents: ReadonlySet<string> = new Set(['refund.failed', 'refund.updated', 'charge.refund.updated'])
const failedStatuses: ReadonlySet<string> = new Set(['failed', 'canceled'])

const eventForm = z.object({ type: z.string(), data: z.object({ object: sessionForm }) })
const chargeEvent = z.object({ data: z.object({ object: chargeForm }) })
const refundEvent = z.object({ livemode: z.boolean().nullable().catch(null), data: z.object({ object: refundForm }) })
/** The members that are shown, of any event. Those of refunds are absent in events about payments. */
const shownSession = sessionForm.extend({
  payment_intent: z.string().optional().catch(undefined),
  amount_refunded: z.int().optional().catch(undefined),
})
const shownForm = z.object({
  id: z.string().catch(''),
  type: z.string().catch(''),
  data: z.object({ object: shownSession.catch(emptySession) }).catch({ object: emptySession }),
})

/** Keys of the test mode make test orders: a payment of the other mode does not complete them. */
const modeOf = (isLive: boolean | null) => (isLive === null ? '' : isLive ? 'live' : 'test')

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
        method: init.method === 'GET' ? 'GET' : 'POST',
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
    async start(order, options, { back }) {
      const stripe = await open(options)
      const session = await stripe.checkout.sessions.create(
        {
          mode: 'payment',
          client_reference_id: order.trade_no,
          success_url: back,
          cancel_url: back,
          line_items: [
            {
              quantity: 1,
              price_data: {
                currency: order.currency.toLowerCase(),
                unit_amount: Number(order.money.replace('.', '')),
                product_data: { name: `${options.SystemName} TUC${order.amount}` },
              },
            },
          ],
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
      const { success, data: event } = eventForm.safeParse(parsed(body))
      const aboutRefund = success ? await refundClaim(stripe, event.type, parsed(body)) : undefined
      if (aboutRefund) return aboutRefund
      // A valid event that is not about a paid checkout names no order.
      return claimOf(success && paidEvents.has(event.type) ? event.data.object : emptySession)
    },
    parameters(payload): Record<string, string> {
      const [, body = ''] = splitOnce(payload)
      const { success, data: event } = shownForm.safeParse(parsed(body))
      if (!success) return {}
      const { id, type, data } = event
      const { client_reference_id: out_trade_no, payment_status, amount_total, currency } = data.object
      const { payment_intent = '', amount_refunded } = data.object
      if (amount_refunded !== undefined)
        return { id, type, payment_intent, amount_refunded: String(amount_refunded), currency }
      return { id, type, out_trade_no, payment_status, amount_total: String(amount_total ?? ''), currency }
    },
    async query(order, options) {
      if (order.provider_ref === '') return undefined
      const session = await (await open(options)).checkout.sessions.retrieve(order.provider_ref)
      return claimOf(sessionForm.parse(session))
    },
    async refund(order, { cents, before, key }, options) {
      const stripe = await open(options)
      const { payment_intent } = await stripe.checkout.sessions.retrieve(order.provider_ref)
      if (typeof payment_intent !== 'string') return { state: 'refused', reason: 'no_payment' }
      // An earlier attempt may have succeeded, or an operator may have refunded at Stripe. That amount is not paid back twice.
      const { data: made } = await stripe.refunds.list({ payment_intent, limit: 100 })
      const good = made.filter(({ status }) => !failedStatuses.has(status ?? ''))
      const total = good.reduce((sum, { amount }) => sum + amount, 0)
      if (total >= before + cents) return { state: 'done', ref: good[0]?.id ?? '' }
      return refundOutcome(stripe.refunds.create({ payment_intent, amount: cents }, { idempotencyKey: key }))
    },
    async simulate(order, options, now) {
      const session: Session = {
        client_reference_id: order.trade_no,
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

/** What an event says of refunds; undefined for other events. */
async function refundClaim(stripe: Stripe, type: string, body: unknown): Promise<Claim | undefined> {
  if (type === 'charge.refunded') {
    const { success, data: event } = chargeEvent.safeParse(body)
    if (!success) return undefined
    const { payment_intent, amount_refunded, currency, livemode } = event.data.object
    return refundClaimOf(stripe, { payment_intent, currency, livemode, cents: amount_refunded, refund: 'made' })
  }
  if (!failedRefundEvents.has(type)) return undefined
  const { success, data: event } = refundEvent.safeParse(body)
  if (!success || !failedStatuses.has(event.data.object.status)) return undefined
  const { id, payment_intent, currency } = event.data.object
  return refundClaimOf(stripe, { payment_intent, currency, livemode: event.livemode, cents: 0, refund: { failed: id } })
}

type AboutRefund = Pick<z.infer<typeof chargeForm>, 'payment_intent' | 'currency' | 'livemode'> & {
  cents: number
  refund: NonNullable<Claim['refund']>
}

/** Refunds name the payment; its checkout names the order. A payment without a checkout of ours names none. */
async function refundClaimOf(
  stripe: Stripe,
  { payment_intent, currency, livemode, cents, refund }: AboutRefund,
): Promise<Claim> {
  const sessions = payment_intent ? (await stripe.checkout.sessions.list({ payment_intent, limit: 1 })).data : []
  return {
    trade_no: sessions[0]?.client_reference_id ?? '',
    merchant: modeOf(livemode),
    money: moneyText(BigInt(cents)),
    currency: currency.toUpperCase(),
    method: 'stripe',
    isPaid: true,
    refund,
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

const claimOf = (session: Session): Claim => ({
  trade_no: session.client_reference_id,
  merchant: modeOf(session.livemode),
  money: session.amount_total === null ? '' : moneyText(BigInt(session.amount_total)),
  currency: session.currency.toUpperCase(),
  method: 'stripe',
  isPaid: session.payment_status === 'paid',
})
