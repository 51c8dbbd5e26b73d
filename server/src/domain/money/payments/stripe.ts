import type { OptionValues } from '@turnpike/contract/options'
import type Stripe from 'stripe'
import { z } from 'zod'
import type { Outbound } from '../../../outbound/outbound.ts'
import { moneyText } from './payable.ts'
import type { Claim, PaymentProvider } from './payment-provider.ts'

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
const eventForm = z.object({ type: z.string(), data: z.object({ object: sessionForm }) })
/** The members that are shown, of any event. */
const shownForm = z.object({
  id: z.string().catch(''),
  type: z.string().catch(''),
  data: z.object({ object: sessionForm.catch(emptySession) }).catch({ object: emptySession }),
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
      // A valid event that is not about a paid checkout names no order.
      return claimOf(success && paidEvents.has(event.type) ? event.data.object : emptySession)
    },
    parameters(payload): Record<string, string> {
      const [, body = ''] = splitOnce(payload)
      const { success, data: event } = shownForm.safeParse(parsed(body))
      if (!success) return {}
      const { id, type, data } = event
      const { client_reference_id: out_trade_no, payment_status, amount_total, currency } = data.object
      return { id, type, out_trade_no, payment_status, amount_total: String(amount_total ?? ''), currency }
    },
    async query(order, options) {
      if (order.provider_ref === '') return undefined
      const session = await (await open(options)).checkout.sessions.retrieve(order.provider_ref)
      return claimOf(sessionForm.parse(session))
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
