import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { orNothing } from '../left-out.ts'
import { idParams, pageOf, pageQuery, queryFlag, queryText, queryWhole } from '../page.ts'
import { familyResponse } from './family-response.ts'
import { reasonField } from './refund.ts'

/** What clients of this family name the methods. */
export const paymentMethods = ['zfb', 'wx', 'stripe'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

/** An order is pending until its payment is credited. */
export const orderStatus = { pending: 'pending', success: 'success' } as const
/** An order that is not paid by then is shown as expired. */
export const orderExpiresAfterSeconds = 24 * 3600

/** Pending until the payment provider confirms it. The balance is lower from the start; a failed refund restores it. */
export const orderRefundStatus = { pending: 'pending', done: 'done', failed: 'failed' } as const
export const orderRefund = z.object({
  id: z.int(),
  created_at: z.int(),
  status: z.enum(orderRefundStatus),
  /** Decimal text. */
  money: z.string(),
  /** What was taken from the balance, and what the balance did not cover. */
  quota: z.int(),
  missing: z.int(),
  reason: z.string(),
  /** For administrators. Empty for a refund that was made at the provider. */
  operator: z.string(),
})
export type OrderRefund = z.infer<typeof orderRefund>

export const order = z.object({
  id: z.int(),
  /** Who ordered. */
  user_id: z.int(),
  username: z.string(),
  /** The organisation that is credited, and its name; 0 and empty where the user is. */
  account_id: z.int(),
  account: z.string(),
  trade_no: z.string(),
  provider: z.string(),
  payment_method: z.string(),
  amount: z.int(),
  /** Decimal text. */
  money: z.string(),
  currency: z.string(),
  quota: z.int(),
  /** The plan that was ordered, and its title; 0 and empty where the balance is credited. */
  plan_id: z.int(),
  plan: z.string(),
  status: z.string(),
  create_time: z.int(),
  /** 0 until the order is credited. */
  complete_time: z.int(),
  /** The order is old and was not paid; a late payment is still credited. */
  is_expired: z.boolean(),
  /** The super administrator who completed it by hand; empty when a payment did. */
  completed_by: z.string(),
  /** Decimal text: what was paid back, or is waiting for the provider. */
  refunded: z.string(),
  refunds: z.array(orderRefund),
})
export type Order = z.infer<typeof order>

/** What changed a balance besides the charges of requests. */
export const recordKinds = [
  'top_up',
  'redemption',
  'grant',
  'transfer',
  'invite_reward',
  'refund',
  'manual_refund',
  'adjustment_credit',
  'adjustment_debit',
  'order_refund',
  'plan_purchase',
  'dividend',
  'dividend_reversal',
  'withdrawal',
] as const
export const rechargeRecord = z.object({
  id: z.int(),
  kind: z.enum(recordKinds),
  /** Negative for what was taken from the balance or from earnings. */
  amount: z.int(),
  reference: z.string(),
  /** The administrator's; else empty. */
  reason: z.string(),
  created_at: z.int(),
})
export type RechargeRecord = z.infer<typeof rechargeRecord>

export const noticeEffects = [
  'credited',
  'refunded',
  'refund_failed',
  'disputed',
  'dispute_won',
  'renewal_failed',
  'renewal_ended',
  'repeated',
  'ignored',
  'refused',
  'tested',
] as const
/** A payment notification, and how it was handled. */
export const paymentNotice = z.object({
  id: z.int(),
  received_at: z.int(),
  provider: z.string(),
  address: z.string(),
  trade_no: z.string(),
  /** The parameters as they came, without the signature. */
  parameters: z.record(z.string(), z.string()),
  /** Each check in its order; null where it was not reached. */
  checks: z.object({
    signature: z.boolean().nullable(),
    merchant: z.boolean().nullable(),
    order: z.boolean().nullable(),
    amount: z.boolean().nullable(),
    method: z.boolean().nullable(),
    paid: z.boolean().nullable(),
  }),
  effect: z.enum(noticeEffects),
  reason: z.string(),
})
export type PaymentNotice = z.infer<typeof paymentNotice>
export type NoticeChecks = PaymentNotice['checks']

/** `ratio` is the part of the price that the caller's group pays. */
const offeredMethod = z.object({
  method: z.enum(paymentMethods),
  price: z.number(),
  currency: z.string(),
  ratio: z.number(),
})
export type OfferedMethod = z.infer<typeof offeredMethod>

/** Values of the filter: the two statuses, and orders of which something was paid back. */
export const orderFilterStatuses = [...Object.values(orderStatus), 'refunded'] as const
const orderFilters = z.object({
  keyword: queryText,
  status: queryText,
  start_timestamp: queryWhole,
  end_timestamp: queryWhole,
})
export type OrderFilters = z.output<typeof orderFilters>

/** Sums of the credited orders of a filter. */
const orderTotals = z.object({
  /** All orders of the filter, and the credited ones. */
  orders: z.int(),
  credited: z.int(),
  quota: z.int(),
  currencies: z.array(z.object({ currency: z.string(), paid: z.string(), refunded: z.string() })),
})
export type OrderTotals = z.infer<typeof orderTotals>

/** Payments that wait for an administrator. Sums are decimal texts by currency. */
const currencySums = z.array(z.object({ currency: z.string(), money: z.string() }))
const waitingPayments = z.object({
  /** Orders of the last three days that have waited for more than ten minutes. */
  pending: z.object({ orders: z.int(), oldest: z.int(), sums: currencySums }),
  /** Signed notifications of the last seven days that were refused. */
  refused: z.object({ notices: z.int(), newest: z.int() }),
  /** Refunds that the provider has not confirmed. */
  refunds: z.object({ orders: z.int(), oldest: z.int(), sums: currencySums }),
})
export type WaitingPayments = z.infer<typeof waitingPayments>
const moneyPattern = /^\d{1,12}(\.\d{1,2})?$/
const moneyField = z
  .string()
  .trim()
  .refine((text) => moneyPattern.test(text))

const requested = z.object({ amount: z.unknown(), top_up_code: z.unknown().optional() })

export const paymentApi = {
  amount: endpoint('user', 'POST /api/user/amount', {
    summary: 'What an amount costs, as text with two decimals',
    org: 'pay',
    body: requested.extend({ payment_method: z.unknown().optional() }),
    data: familyResponse(z.string()),
    bare: true,
  }),
  pay: endpoint('user', 'POST /api/user/pay', {
    summary: 'Make an order: its number, the address of the payment provider and the form to post there',
    org: 'pay',
    body: requested.extend({ payment_method: z.unknown() }),
    data: familyResponse(z.record(z.string(), z.string())),
    bare: true,
  }),
  own: endpoint('user', 'GET /api/topup/self', {
    summary: "The caller's own orders; in an organisation, all of its orders",
    org: 'watch',
    query: pageQuery,
    data: pageOf(order),
  }),
  all: endpoint('admin', 'GET /api/topup/', {
    summary: 'The orders of everyone, found by order number, user name or name of an organisation',
    query: pageQuery.extend(orderFilters.shape),
    data: pageOf(order),
  }),
  totals: endpoint('admin', 'GET /api/topup/totals', {
    summary: 'Sums of the orders of a filter: payments and refunds by currency, and the credited quota',
    query: orderFilters,
    data: orderTotals,
  }),
  export: endpoint('admin', 'GET /api/topup/export', {
    summary: 'The orders of a filter as a file: CSV, with every order',
    query: orderFilters,
    data: z.unknown(),
    bare: true,
  }),
  refund: endpoint('root', 'POST /api/topup/refund', {
    summary: 'Refund an order, or a part of it: through Stripe by its API, of other providers as a record',
    body: z.object({
      trade_no: z.string().min(1, 'not_found').max(128, 'not_found'),
      /** Decimal text. Absent: everything that is left. */
      money: orNothing(moneyField),
      /** The refunded amount that the administrator has seen; another one is refused. */
      refunded: moneyField,
      reason: reasonField,
    }),
    data: order,
  }),
  waiting: endpoint('admin', 'GET /api/payment/waiting', {
    summary: 'Payments that wait: open orders, refused notifications, and refunds without a confirmation',
    data: waitingPayments,
  }),
  complete: endpoint('root', 'POST /api/topup/complete', {
    summary: 'Credit an order that was paid but never notified; not an own one',
    body: z.object({ trade_no: z.string().min(1, 'not_found').max(128, 'not_found') }),
    data: order,
  }),
  records: endpoint('user', 'GET /api/topup/records', {
    summary: "What changed the caller's balance besides requests; with `rebates`, invitation rewards alone",
    org: 'watch',
    query: pageQuery.extend({ rebates: queryFlag.optional() }),
    data: pageOf(rechargeRecord),
  }),
  notices: endpoint('admin', 'GET /api/payment/notices', {
    summary: 'Every notification of a payment provider, with its verdict and its effect',
    query: pageQuery.extend({ keyword: queryText }),
    data: pageOf(paymentNotice),
  }),
  replay: endpoint('admin', 'POST /api/payment/notices/{id}/replay', {
    summary: 'Check a notification again as if it had just come',
    params: idParams,
    data: paymentNotice,
  }),
  test: endpoint('admin', 'POST /api/payment/test', {
    summary: 'Check a simulated notification against the settings; never credits',
    body: z.object({ provider: z.enum(['epay', 'stripe']).default('epay') }),
    data: paymentNotice,
  }),
  methods: endpoint('user', 'GET /api/payment/methods', {
    summary: "The methods that are set up, with the price of a dollar of quota and the caller's part of that price",
    org: 'pay',
    data: z.array(offeredMethod),
  }),
}
