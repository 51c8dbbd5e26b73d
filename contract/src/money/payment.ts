import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { idParams, pageOf, pageQuery, queryFlag, queryText } from '../page.ts'

/** What clients of this family name the methods. */
export const paymentMethods = ['zfb', 'wx', 'stripe'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

/** An order is pending until its payment is credited. */
export const orderStatus = { pending: 'pending', success: 'success' } as const
/** An order that is not paid by then is shown as expired. */
export const orderExpiresAfterSeconds = 24 * 3600

export const order = z.object({
  id: z.int(),
  user_id: z.int(),
  username: z.string(),
  trade_no: z.string(),
  provider: z.string(),
  payment_method: z.string(),
  amount: z.int(),
  /** Decimal text. */
  money: z.string(),
  currency: z.string(),
  quota: z.int(),
  status: z.string(),
  create_time: z.int(),
  /** 0 until the order is credited. */
  complete_time: z.int(),
  /** The order is old and was not paid; a late payment is still credited. */
  is_expired: z.boolean(),
  /** The super administrator who completed it by hand; empty when a payment did. */
  completed_by: z.string(),
})
export type Order = z.infer<typeof order>

/** Everything that added to a balance. */
export const rechargeRecord = z.object({
  id: z.int(),
  kind: z.enum(['top_up', 'redemption', 'grant', 'transfer', 'invite_reward', 'refund', 'adjustment_credit']),
  amount: z.int(),
  reference: z.string(),
  created_at: z.int(),
})
export type RechargeRecord = z.infer<typeof rechargeRecord>

export const noticeEffects = ['credited', 'repeated', 'ignored', 'refused', 'tested'] as const
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

/** `message` is `success`, or `error` with the reason in `data`: the shape that clients of this family read. */
const familyResponse = <Data extends z.ZodType>(data: Data) =>
  z.union([
    z.object({ message: z.literal('success'), data, url: z.string().optional(), trade_no: z.string().optional() }),
    z.object({ message: z.literal('error'), data: z.string() }),
  ])
const requested = z.object({ amount: z.unknown(), top_up_code: z.unknown().optional() })

export const paymentApi = {
  amount: endpoint('user', 'POST /api/user/amount', {
    summary: 'What an amount costs, as text with two decimals',
    body: requested.extend({ payment_method: z.unknown().optional() }),
    data: familyResponse(z.string()),
    bare: true,
  }),
  pay: endpoint('user', 'POST /api/user/pay', {
    summary: 'Make an order: its number, the address of the payment provider and the form to post there',
    body: requested.extend({ payment_method: z.unknown() }),
    data: familyResponse(z.record(z.string(), z.string())),
    bare: true,
  }),
  own: endpoint('user', 'GET /api/topup/self', {
    summary: "The caller's own orders",
    query: pageQuery,
    data: pageOf(order),
  }),
  all: endpoint('admin', 'GET /api/topup/', {
    summary: 'The orders of everyone, found by order number or user name',
    query: pageQuery.extend({ keyword: queryText, status: queryText }),
    data: pageOf(order),
  }),
  complete: endpoint('root', 'POST /api/topup/complete', {
    summary: 'Credit an order that was paid but never notified; not an own one',
    body: z.object({ trade_no: z.string().min(1, 'not_found').max(128, 'not_found') }),
    data: order,
  }),
  records: endpoint('user', 'GET /api/topup/records', {
    summary: "What was added to the caller's balance; with `rebates`, invitation rewards alone",
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
    data: z.array(offeredMethod),
  }),
}
