import type Stripe from 'stripe'
import { z } from 'zod'
import { moneyText } from './payable.ts'
import type { Claim, DisputeStatus } from './payment-provider.ts'
import { renewalTradeNo } from './renewal-trade-no.ts'

/*
 * The fields that we read of Stripe's events and objects. A member of another type than documented is empty, and then
 * matches no order.
 */

/** The events after which a checkout may be paid: at once, or later where the method takes days. */
const paidEvents: ReadonlySet<string> = new Set([
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
])
/** Refunds that take days can fail after they were accepted. */
const failedRefundEvents: ReadonlySet<string> = new Set(['refund.failed', 'refund.updated', 'charge.refund.updated'])
export const failedStatuses: ReadonlySet<string> = new Set(['failed', 'canceled'])

const cents = z.int().nonnegative().nullable().catch(null)
const mode = z.boolean().nullable().catch(null)
const text = z.string().catch('')

export const sessionForm = z.object({
  client_reference_id: text,
  mode: text,
  amount_total: cents,
  currency: text,
  payment_status: text,
  livemode: mode,
  customer_details: z.object({ email: text }).nullable().catch(null),
})
type Session = z.infer<typeof sessionForm>
const emptySession: Session = {
  client_reference_id: '',
  mode: '',
  amount_total: null,
  currency: '',
  payment_status: '',
  livemode: null,
  customer_details: null,
}
const chargeForm = z.object({
  payment_intent: text,
  amount_refunded: z.int().nonnegative(),
  currency: z.string(),
  livemode: mode,
})
const refundForm = z.object({ id: z.string(), payment_intent: text, currency: z.string(), status: text })

/** Our order is named in the metadata of the subscription, which Stripe copies to its invoices. */
const metadataForm = z.object({ trade_no: text }).catch({ trade_no: '' })
const ofSubscription = z.object({ subscription: text, metadata: metadataForm }).nullable().catch(null)
export const invoiceForm = z.object({
  id: z.string(),
  amount_paid: cents,
  amount_due: cents,
  currency: text,
  livemode: mode,
  billing_reason: text,
  status: text,
  customer_email: text,
  parent: z.object({ subscription_details: ofSubscription }).nullable().catch(null),
  // Older versions of the API, which webhooks may be set to, name the subscription here.
  subscription: text,
  subscription_details: ofSubscription,
})
export type Invoice = z.infer<typeof invoiceForm>
const subscriptionForm = z.object({ id: z.string(), livemode: mode, metadata: metadataForm })

const eventForm = z.object({ type: z.string(), data: z.object({ object: sessionForm }) })
const chargeEvent = z.object({ data: z.object({ object: chargeForm }) })
const disputeForm = z.object({
  id: z.string(),
  payment_intent: text,
  amount: cents,
  currency: text,
  status: text,
  livemode: mode,
})
const disputeEvent = z.object({ data: z.object({ object: disputeForm }) })
const refundEvent = z.object({ livemode: mode, data: z.object({ object: refundForm }) })
const invoiceEvent = z.object({ data: z.object({ object: invoiceForm }) })
const subscriptionEvent = z.object({ data: z.object({ object: subscriptionForm }) })

/** Keys of the test mode make test orders: a payment of the other mode does not complete them. */
export const modeOf = (isLive: boolean | null) => (isLive === null ? '' : isLive ? 'live' : 'test')

const moneyOf = (amount: number | null) => (amount === null ? '' : moneyText(BigInt(amount)))

/** The claim of an event whose signature is valid. One that says nothing about an order of ours names no order. */
export async function claimOfEvent(stripe: Stripe, body: unknown): Promise<Claim> {
  const { success, data: event } = eventForm.safeParse(body)
  if (!success) return claimOfSession(emptySession)
  const { type } = event
  const claim = (await refundClaim(stripe, type, body)) ?? (await disputeClaim(stripe, type, body))
  const other = claim ?? invoiceEventClaim(type, body) ?? endedClaim(type, body)
  return other ?? claimOfSession(paidEvents.has(type) ? event.data.object : emptySession)
}

/** The checkout of a subscription buys nothing: the invoice that it pays does. */
export const claimOfSession = (session: Session): Claim => ({
  trade_no: session.client_reference_id,
  merchant: modeOf(session.livemode),
  money: moneyOf(session.amount_total),
  currency: session.currency.toUpperCase(),
  method: 'stripe',
  isPaid: session.payment_status === 'paid' && session.mode !== 'subscription',
  payer: session.customer_details?.email ?? '',
})

function invoiceEventClaim(type: string, body: unknown): Claim | undefined {
  if (type !== 'invoice.paid' && type !== 'invoice.payment_failed') return undefined
  const { success, data: event } = invoiceEvent.safeParse(body)
  return success ? claimOfInvoice(event.data.object, type === 'invoice.paid') : undefined
}

const aboutOf = ({ parent, subscription, subscription_details }: Invoice) =>
  parent?.subscription_details ?? { subscription, metadata: subscription_details?.metadata ?? { trade_no: '' } }

/** The first invoice of a subscription pays the order, and later ones renew what it bought. */
export function claimOfInvoice(invoice: Invoice, isPaid: boolean): Claim {
  const { subscription, metadata } = aboutOf(invoice)
  const { id, amount_paid, amount_due, currency, livemode, billing_reason, customer_email } = invoice
  const claim = {
    trade_no: metadata.trade_no,
    merchant: modeOf(livemode),
    money: moneyOf(isPaid ? amount_paid : amount_due),
    currency: currency.toUpperCase(),
    method: 'stripe',
    isPaid,
    renewed_by: subscription,
    payer: customer_email,
  }
  if (billing_reason === 'subscription_create') return claim
  const state = billing_reason !== 'subscription_cycle' ? 'other' : isPaid ? 'paid' : 'failed'
  return { ...claim, renewal: { state, payment: id } }
}

function endedClaim(type: string, body: unknown): Claim | undefined {
  if (type !== 'customer.subscription.deleted') return undefined
  const { success, data: event } = subscriptionEvent.safeParse(body)
  if (!success) return undefined
  const { id, livemode, metadata } = event.data.object
  const about = { trade_no: metadata.trade_no, merchant: modeOf(livemode), renewed_by: id }
  return { ...about, money: '', currency: '', method: 'stripe', isPaid: false, renewal: { state: 'ended' } }
}

/** What an event says of refunds; undefined for other events. */
async function refundClaim(stripe: Stripe, type: string, body: unknown): Promise<Claim | undefined> {
  if (type === 'charge.refunded') {
    const { success, data: event } = chargeEvent.safeParse(body)
    if (!success) return undefined
    const { payment_intent, amount_refunded, currency, livemode } = event.data.object
    return refundClaimOf(stripe, { payment_intent, currency, livemode, amount: amount_refunded, refund: 'made' })
  }
  if (!failedRefundEvents.has(type)) return undefined
  const { success, data: event } = refundEvent.safeParse(body)
  if (!success || !failedStatuses.has(event.data.object.status)) return undefined
  const { id, payment_intent, currency } = event.data.object
  return refundClaimOf(stripe, {
    payment_intent,
    currency,
    livemode: event.livemode,
    amount: 0,
    refund: { failed: id },
  })
}

/** The states of a dispute that has ended. An early warning that was closed has cost nothing; a dispute that was prevented has. */
const endsOfDisputes = new Map<string, DisputeStatus>([
  ['won', 'won'],
  ['warning_closed', 'won'],
  ['lost', 'lost'],
  ['prevented', 'lost'],
])

/** What an event says of a dispute; undefined for other events. */
async function disputeClaim(stripe: Stripe, type: string, body: unknown): Promise<Claim | undefined> {
  if (!type.startsWith('charge.dispute.')) return undefined
  const { success, data: event } = disputeEvent.safeParse(body)
  if (!success) return undefined
  const { id, payment_intent, amount, currency, status, livemode } = event.data.object
  const { trade_no } = await orderOfPayment(stripe, payment_intent)
  const running = status.startsWith('appeal_') ? 'appealed' : 'open'
  return {
    ...{ trade_no, merchant: modeOf(livemode), money: moneyOf(amount), currency: currency.toUpperCase() },
    ...{ method: 'stripe', isPaid: true },
    dispute: { ref: id, status: endsOfDisputes.get(status) ?? running },
  }
}

type AboutRefund = Pick<z.infer<typeof chargeForm>, 'payment_intent' | 'currency' | 'livemode'> & {
  amount: number
  refund: NonNullable<Claim['refund']>
}

async function refundClaimOf(
  stripe: Stripe,
  { payment_intent, currency, livemode, amount, refund }: AboutRefund,
): Promise<Claim> {
  return {
    ...(await orderOfPayment(stripe, payment_intent)),
    merchant: modeOf(livemode),
    money: moneyOf(amount),
    currency: currency.toUpperCase(),
    method: 'stripe',
    isPaid: true,
    refund,
  }
}

/**
 * Refunds name the payment. Its checkout names the order, or its invoice where a subscription was paid. Another payment names
 * none.
 */
async function orderOfPayment(stripe: Stripe, payment_intent: string): Promise<Pick<Claim, 'trade_no' | 'renewed_by'>> {
  if (payment_intent === '') return { trade_no: '' }
  const { data: sessions } = await stripe.checkout.sessions.list({ payment_intent, limit: 1 })
  const named = sessions[0]?.client_reference_id
  if (named) return { trade_no: named }
  const { data: payments } = await stripe.invoicePayments.list({
    payment: { type: 'payment_intent', payment_intent },
    expand: ['data.invoice'],
    limit: 1,
  })
  const { success, data: invoice } = invoiceForm.safeParse(payments[0]?.invoice)
  if (!success) return { trade_no: '' }
  const { trade_no, renewed_by = '', renewal } = claimOfInvoice(invoice, true)
  if (trade_no === '' || !renewal) return { trade_no, renewed_by }
  return { trade_no: renewalTradeNo(trade_no, invoice.id), renewed_by }
}

/** The members that are shown, of any event. Those of other events are absent. */
const shownNumber = z.int().optional().catch(undefined)
const shownText = z.string().optional().catch(undefined)
const shownObject = sessionForm.extend({
  id: text,
  payment_intent: shownText,
  amount_refunded: shownNumber,
  billing_reason: shownText,
  amount_paid: shownNumber,
  amount: shownNumber,
  status: shownText,
})
const shownForm = z.object({
  id: text,
  type: text,
  data: z
    .object({ object: shownObject.catch({ ...emptySession, id: '' }) })
    .catch({ object: { ...emptySession, id: '' } }),
})

/** The parameters of an event, for people to read. */
export function shownParameters(body: unknown): Record<string, string> {
  const { success, data: event } = shownForm.safeParse(body)
  if (!success) return {}
  const { id, type, data } = event
  const { client_reference_id: out_trade_no, payment_status, amount_total, currency } = data.object
  const { payment_intent = '', amount_refunded, billing_reason, amount_paid, amount, status = '' } = data.object
  if (type.startsWith('charge.dispute.'))
    return { id, type, dispute: data.object.id, payment_intent, status, amount: String(amount ?? ''), currency }
  if (amount_refunded !== undefined)
    return { id, type, payment_intent, amount_refunded: String(amount_refunded), currency }
  if (billing_reason !== undefined)
    return { id, type, invoice: data.object.id, billing_reason, amount_paid: String(amount_paid ?? ''), currency }
  if (type.startsWith('customer.subscription.')) return { id, type, subscription: data.object.id }
  return { id, type, out_trade_no, payment_status, amount_total: String(amount_total ?? ''), currency }
}
