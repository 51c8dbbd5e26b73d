import type { OptionValues } from '@turnpike/contract/options'
import type Stripe from 'stripe'
import type { Outbound } from '../../outbound/outbound.ts'
import { moneyText } from './payable.ts'
import type { Claim, PaymentProvider } from './payment-provider.ts'

const timeoutSeconds = 30

/** The events after which a checkout may be paid: at once, or later where the method takes days. */
const paidEvents: ReadonlySet<string> = new Set([
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
])

type Session = Pick<
  Stripe.Checkout.Session,
  'client_reference_id' | 'amount_total' | 'currency' | 'payment_status' | 'livemode'
>

/** Keys of the test mode make test orders: a payment of the other mode does not complete them. */
const modeOf = (isLive: boolean) => (isLive ? 'live' : 'test')

/** Its notifications come as a header with the signature and a body; the payload is both, in two lines. */
export const stripePayload = (signature: string, body: string) => `${signature}\n${body}`

/**
 * Stripe Checkout. The library signs, checks and writes requests; they are sent like all others, so that the rules for
 * outgoing connections hold. It is loaded when it is first needed: it is large, and many installations have no use for it.
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
      const event = eventOf(stripe, body, signature, options.StripeWebhookSecret)
      return event && paidEvents.has(event.type)
        ? claimOf(event.data.object as Stripe.Checkout.Session)
        : otherEvent(event)
    },
    parameters(payload) {
      const [, body = ''] = splitOnce(payload)
      try {
        const { id, type, data } = JSON.parse(body) as {
          id?: unknown
          type?: unknown
          data?: { object?: Partial<Session> }
        }
        const { client_reference_id = '', payment_status = '', amount_total = '', currency = '' } = data?.object ?? {}
        const shown = { id, type, out_trade_no: client_reference_id, payment_status, amount_total, currency }
        return Object.fromEntries(Object.entries(shown).map(([name, value]) => [name, String(value ?? '')]))
      } catch {
        return {}
      }
    },
    async ask(order, options) {
      if (order.provider_ref === '') return undefined
      return claimOf(await (await open(options)).checkout.sessions.retrieve(order.provider_ref))
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

/** How old a notification is does not matter: a payment is credited once, and Stripe repeats for days. */
const anyAge = 0

function eventOf(stripe: Stripe, body: string, signature: string, secret: string): Stripe.Event | undefined {
  try {
    return stripe.webhooks.constructEvent(body, signature, secret, anyAge)
  } catch {
    return undefined
  }
}

const claimOf = (session: Session): Claim => ({
  trade_no: session.client_reference_id ?? '',
  merchant: modeOf(session.livemode),
  money: moneyText(BigInt(session.amount_total ?? 0)),
  currency: (session.currency ?? '').toUpperCase(),
  method: 'stripe',
  isPaid: session.payment_status === 'paid',
})

/** An event that is Stripe's, but says nothing about a checkout, names no order. */
const otherEvent = (event: Stripe.Event | undefined): Claim | undefined =>
  event && { trade_no: '', merchant: modeOf(event.livemode), money: '', currency: '', method: 'stripe', isPaid: false }
