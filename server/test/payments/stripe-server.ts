import type { IncomingMessage, ServerResponse } from 'node:http'

type Fields = Record<string, unknown>
type Session = Fields & { id: string; mode: string; client_reference_id: string | null; payment_intent: string | null }
type Refund = { id: string; payment_intent: string; amount: number; status: string; key: string }
type Price = Fields & { id: string; unit_amount: number; currency: string }
type DisputeStatus = 'needs_response' | 'under_review' | 'warning_closed' | 'appeal_under_review' | 'won' | 'lost'
export type Subscription = Fields & {
  id: string
  status: string
  cancel_at_period_end: boolean
  metadata: Record<string, string>
  price: Price
}
type Invoice = Fields & { id: string; status: string; amount_due: number; payment_intent: string }
/** An event as Stripe sends it. */
export type StripeEvent = { type: string; object: object }

/** The members that a checkout may have, as far as our orders have them; Stripe refuses a member that it does not know. */
const checkoutMembers =
  /^(mode|client_reference_id|success_url|cancel_url|line_items\[0\]\[(quantity|price|price_data\]\[(currency|unit_amount|product_data\]\[name))\]|subscription_data\[metadata\]\[\w+\])$/

/** What buyers enter in a checkout. */
export const buyerEmail = 'Lin@Example.com'

class Refusal extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string) {
    super(code)
    this.status = status
    this.code = code
  }
}

/** A server with the part of Stripe's API that we use. It refuses what Stripe refuses. */
export function stripeServer() {
  const sessions = new Map<string, Session>()
  const prices = new Map<string, Price>()
  const subscriptions = new Map<string, Subscription>()
  const invoices = new Map<string, Invoice>()
  const refunds: Refund[] = []
  /** What happens to the next refunds: `lost` makes the refund and closes the connection. */
  const next: ('refuse' | 'lost' | 'away')[] = []
  /** How the next changes of subscriptions are answered; one that fails closes the connection. */
  const changing: ((change: () => unknown) => Promise<unknown>)[] = []
  const sent: { path: string; form: URLSearchParams; authorization: string; key: string }[] = []

  const missing = <Found>(found: Found | undefined): Found => {
    if (!found) throw new Refusal(404, 'resource_missing')
    return found
  }
  const running = (id: string) => {
    const subscription = missing(subscriptions.get(id))
    if (subscription.status === 'canceled') throw new Refusal(404, 'resource_missing')
    return subscription
  }

  function createSession(form: URLSearchParams): Session {
    const unknown = [...form.keys()].find((name) => !checkoutMembers.test(name))
    if (unknown) throw new Refusal(400, 'parameter_unknown')
    const mode = form.get('mode') ?? ''
    const priceId = form.get('line_items[0][price]')
    const isSubscription = mode === 'subscription'
    if ([...form.keys()].some((name) => name.startsWith('subscription_data')) && !isSubscription)
      throw new Refusal(400, 'parameter_invalid')
    const price = priceId === null ? undefined : prices.get(priceId)
    if (priceId !== null && !price) throw new Refusal(400, 'resource_missing')
    if (price && price.active === false) throw new Refusal(400, 'price_inactive')
    if (isSubscription !== Boolean(price?.recurring)) throw new Refusal(400, 'parameter_invalid')
    const amount = price?.unit_amount ?? Number(form.get('line_items[0][price_data][unit_amount]') ?? Number.NaN)
    if (!Number.isInteger(amount) || amount < 1) throw new Refusal(400, 'parameter_invalid_integer')
    const id = `cs_test_${sessions.size + 1}`
    const session: Session = {
      id,
      object: 'checkout.session',
      mode,
      url: `https://checkout.stripe.com/c/pay/${id}`,
      client_reference_id: form.get('client_reference_id'),
      amount_total: amount,
      currency: price?.currency ?? form.get('line_items[0][price_data][currency]'),
      payment_status: 'unpaid',
      // A subscription is paid by its invoice.
      payment_intent: isSubscription ? null : id.replace('cs', 'pi'),
      invoice: null,
      subscription: null,
      metadata: {},
      customer_details: null,
      livemode: false,
    }
    sessions.set(id, session)
    if (price) wanted.set(id, { price, trade_no: form.get('subscription_data[metadata][trade_no]') ?? '' })
    return session
  }
  const wanted = new Map<string, { price: Price; trade_no: string }>()
  const keys = new Map<string, { form: string; session: Session }>()
  function createOnce(form: URLSearchParams, key: string): Session {
    const known = keys.get(key)
    if (known && known.form !== String(form)) throw new Refusal(400, 'idempotency_error')
    const session = known?.session ?? createSession(form)
    if (key) keys.set(key, { form: String(form), session })
    return session
  }

  function invoiceFor({ id, metadata, price }: Subscription, billing_reason: string, status: string): Invoice {
    const number = `in_${invoices.size + 1}of${id}`
    const invoice: Invoice = {
      id: number,
      object: 'invoice',
      status,
      billing_reason,
      amount_due: price.unit_amount,
      amount_paid: status === 'paid' ? price.unit_amount : 0,
      currency: price.currency,
      livemode: false,
      parent: { type: 'subscription_details', subscription_details: { subscription: id, metadata: { ...metadata } } },
      customer_email: buyerEmail,
      payment_intent: `pi_${number}`,
    }
    invoices.set(number, invoice)
    return invoice
  }
  /** The payment of an invoice is an object of its own. */
  const shownInvoice = ({ payment_intent: _, ...invoice }: Invoice) => invoice

  /** The buyer pays a checkout. The events are in an order in which Stripe may send them. */
  function buy(session: Session): StripeEvent[] {
    session.payment_status = 'paid'
    session.customer_details = { email: buyerEmail, name: 'Lin' }
    const { price, trade_no } = wanted.get(session.id) ?? {}
    if (!price) return [{ type: 'checkout.session.completed', object: session }]
    const id = `sub_${subscriptions.size + 1}`
    const subscription = { id, object: 'subscription', status: 'active', cancel_at_period_end: false, livemode: false }
    const made = { ...subscription, price, metadata: { trade_no: trade_no ?? '' } }
    subscriptions.set(id, made)
    const invoice = invoiceFor(made, 'subscription_create', 'paid')
    session.subscription = id
    session.invoice = invoice.id
    return [
      { type: 'checkout.session.completed', object: session },
      { type: 'invoice.paid', object: shownInvoice(invoice) },
    ]
  }

  /** The next period of a subscription begins, and its payment succeeds or fails. */
  function cycle(subscription: Subscription, isPaid = true): StripeEvent {
    const invoice = invoiceFor(subscription, 'subscription_cycle', isPaid ? 'paid' : 'open')
    return { type: isPaid ? 'invoice.paid' : 'invoice.payment_failed', object: shownInvoice(invoice) }
  }

  /** A payment of an open invoice that was tried again. */
  function payLater({ object }: StripeEvent): StripeEvent {
    const invoice = missing(invoices.get((object as Invoice).id))
    Object.assign(invoice, { status: 'paid', amount_paid: invoice.amount_due })
    return { type: 'invoice.paid', object: shownInvoice(invoice) }
  }

  /** The buyer disputes a payment, or the dispute goes on. */
  function dispute(payment_intent: unknown, status: DisputeStatus, amount: number, currency = 'eur'): StripeEvent {
    const type = `charge.dispute.${status === 'needs_response' ? 'created' : status.endsWith('review') ? 'updated' : 'closed'}`
    const id = `du_of_${payment_intent}`
    return { type, object: { id, object: 'dispute', payment_intent, amount, currency, status, livemode: false } }
  }

  function refund(form: URLSearchParams, key: string): Refund {
    const known = refunds.find((one) => one.key === key)
    if (known) return known
    const made = {
      id: `re_${refunds.length + 1}`,
      payment_intent: form.get('payment_intent') ?? '',
      amount: Number(form.get('amount')),
      status: 'succeeded',
      key,
    }
    refunds.push(made)
    return made
  }

  function answer(method: string, url: URL, form: URLSearchParams, key: string): unknown {
    const { pathname, searchParams: query } = url
    const list = (data: unknown[]) => ({ object: 'list', data, has_more: false })
    const isOf = ({ payment_intent }: { payment_intent?: unknown }) => payment_intent === query.get('payment_intent')
    const [, , resource = '', id = ''] = pathname.replace('/checkout', '').split('/')
    switch (`${method} ${resource}${id && '/'}`) {
      case 'POST sessions':
        return createOnce(form, key)
      case 'GET sessions':
        return list([...sessions.values()].filter(isOf))
      case 'GET sessions/': {
        const session = missing(sessions.get(id))
        const invoice = invoices.get(String(session.invoice))
        return query.get('expand[0]') === 'invoice' && invoice
          ? { ...session, invoice: shownInvoice(invoice) }
          : session
      }
      case 'GET prices/':
        return missing(prices.get(id))
      case 'GET subscriptions/':
        return missing(subscriptions.get(id))
      case 'POST subscriptions/':
        return Object.assign(running(id), { cancel_at_period_end: form.get('cancel_at_period_end') === 'true' })
      case 'DELETE subscriptions/':
        return Object.assign(running(id), { status: 'canceled' })
      case 'GET invoice_payments': {
        const payment = query.get('payment[payment_intent]')
        if (payment && query.get('payment[type]') !== 'payment_intent') throw new Refusal(400, 'parameter_missing')
        const found = [...invoices.values()].filter(
          (one) => one.status === 'paid' && (one.payment_intent === payment || one.id === query.get('invoice')),
        )
        const isWhole = query.get('expand[0]') === 'data.invoice'
        return list(
          found.map((invoice) => ({
            object: 'invoice_payment',
            invoice: isWhole ? shownInvoice(invoice) : invoice.id,
            payment: { type: 'payment_intent', payment_intent: invoice.payment_intent },
            status: 'paid',
          })),
        )
      }
      case 'GET refunds':
        return list(refunds.filter(isOf).reverse())
      default:
        throw new Refusal(404, 'resource_missing')
    }
  }

  const response = async (request: IncomingMessage, reply: ServerResponse) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const path = request.url ?? ''
    const form = new URLSearchParams(text)
    const { authorization = '', 'idempotency-key': key = '' } = request.headers
    sent.push({ path, form, authorization, key: String(key) })
    reply.setHeader('content-type', 'application/json')
    const refuse = (status: number, code: string) => {
      reply.statusCode = status
      return reply.end(JSON.stringify({ error: { type: 'invalid_request_error', code } }))
    }
    if (request.method === 'POST' && path === '/v1/refunds') {
      const how = next.shift()
      if (how === 'away') return request.socket.destroy()
      if (how === 'refuse') return refuse(400, 'balance_insufficient')
      const made = refund(form, String(key))
      return how === 'lost' ? request.socket.destroy() : reply.end(JSON.stringify({ object: 'refund', ...made }))
    }
    const answered = () => answer(request.method ?? '', new URL(path, 'http://x'), form, String(key))
    const isChange = request.method === 'POST' && path.startsWith('/v1/subscriptions/')
    const how = isChange ? changing.shift() : undefined
    try {
      return reply.end(JSON.stringify(how ? await how(answered) : answered()))
    } catch (error) {
      if (how) return request.socket.destroy()
      if (!(error instanceof Refusal)) throw error
      return refuse(error.status, error.code)
    }
  }
  return { sessions, prices, subscriptions, refunds, next, changing, sent, buy, cycle, payLater, dispute, response }
}
