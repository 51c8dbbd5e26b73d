import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { orElse, orNothing } from '../../left-out.ts'
import { idParams, pageOf, pageQuery, queryOneOf, queryText, queryWhole } from '../../page.ts'
import { familyResponse } from '../family-response.ts'
import { reasonField } from '../refund.ts'
import { billingPreferences, windowState } from './billing.ts'
import { durationUnits, planTerms } from './plan.ts'

export const billingPreferenceField = z.enum(billingPreferences)

export const subscriptionStatuses = ['active', 'expired', 'cancelled'] as const
export const subscriptionSources = ['balance', 'order', 'admin', 'import'] as const
export type SubscriptionSource = (typeof subscriptionSources)[number]

const subscription = z.object({
  id: z.int(),
  user_id: z.int(),
  plan_id: z.int(),
  /** The amount of the pot that is open now, and its use. */
  amount_total: z.int(),
  amount_used: z.int(),
  start_time: z.int(),
  end_time: z.int(),
  status: z.enum(subscriptionStatuses),
  source: z.enum(subscriptionSources),
  last_reset_time: z.int(),
  next_reset_time: z.int(),
  upgrade_group: z.string(),
  prev_user_group: z.string(),
  downgrade_group: z.string(),
  allow_wallet_overflow: z.boolean(),
  created_at: z.int(),
  updated_at: z.int(),
  title: z.string(),
  terms: planTerms,
  /** The pot first, then the shorter windows. Empty where it no longer runs. */
  windows: z.array(windowState),
  /** Decimal text: what was paid for the current period. */
  paid: z.string(),
  currency: z.string(),
  /** Whether it will be renewed by the payment provider, and whether it could be again. */
  renews: z.boolean(),
  is_renewable: z.boolean(),
  /** 0 unless a renewal has failed: until when it may still succeed. */
  grace_until: z.int(),
})
export type Subscription = z.infer<typeof subscription>
const wrapped = z.object({ subscription })

/** A subscription in the list of administrators. */
const listedSubscription = subscription.extend({
  username: z.string(),
  /** The organisation that has it, and its name; 0 and empty where the user has it. */
  account_id: z.int(),
  account: z.string(),
})
export type ListedSubscription = z.infer<typeof listedSubscription>

const planId = z.int('plan_missing').positive('plan_missing')
/** The running subscription that the new plan replaces; its unused part lowers the price. */
const replaces = orNothing(z.int().positive())
const purchase = z.object({
  plan_id: planId,
  replaces,
  /** Of the plan that the buyer has seen: one that was changed since is not bought. */
  updated_at: orNothing(z.int()),
})

const quote = z.object({
  /** Decimal texts, in the currency of the plan: the price, the credit for the replaced plan, and what is left to pay. */
  price: z.string(),
  credit: z.string(),
  currency: z.string(),
  due: z.string(),
  /** What is left to pay from the balance; absent where the balance cannot pay. */
  balance: z.object({ quota: z.int(), available: z.int() }).optional(),
  /** What is left to pay by each method, in its own currency. `renews`: the method pays again at the end of each period. */
  methods: z.array(z.object({ method: z.string(), money: z.string(), currency: z.string(), renews: z.boolean() })),
})
export type PlanQuote = z.infer<typeof quote>

const listQuery = pageQuery.extend({
  /** The beginning of the name of a user or an organisation. */
  keyword: queryText,
  plan_id: queryWhole,
  status: queryOneOf(subscriptionStatuses),
  source: queryOneOf(subscriptionSources),
  /** Those that end until then. */
  ends_before: queryWhole,
})
export type SubscriptionFilters = Omit<z.output<typeof listQuery>, 'p' | 'page_size'>

const resetOutcome = z.object({
  plan_id: z.int(),
  matched_count: z.int(),
  reset_count: z.int(),
  user_count: z.int(),
  advance_reset_time: z.boolean(),
})
const advance_reset_time = orElse(z.boolean(), true).meta({
  description:
    'If false, windows of hours keep the time of their next reset. Windows of other periods keep it in any case.',
})

const revenueRow = z.object({
  plan_id: z.int(),
  title: z.string(),
  /** Sales and renewals of the span, by what paid; `money` is decimal text. */
  sold: z.int(),
  renewed: z.int(),
  from_balance: z.int(),
  paid: z.array(z.object({ currency: z.string(), money: z.string() })),
  /** What was granted to pots in the span, by resets too, and what requests took from pots in it. */
  granted: z.int(),
  used: z.int(),
  running: z.int(),
})
export type PlanRevenue = z.infer<typeof revenueRow>

export const subscriptionApi = {
  self: endpoint('user', 'GET /api/subscription/self', {
    summary: "The caller's subscriptions: the running ones, and all",
    org: 'watch',
    data: z.object({
      billing_preference: billingPreferenceField,
      subscriptions: z.array(wrapped),
      all_subscriptions: z.array(wrapped),
    }),
  }),
  prefer: endpoint('user', 'PUT /api/subscription/self/preference', {
    summary: 'Choose what pays for requests first: plans or the balance',
    org: 'pay',
    body: z.object({ billing_preference: billingPreferenceField }),
    data: z.object({ billing_preference: billingPreferenceField }),
  }),
  quote: endpoint('user', 'GET /api/subscription/quote', {
    summary: 'What a plan costs the caller, by each way to pay',
    org: 'pay',
    query: z.object({ plan_id: queryWhole, replaces: queryWhole }),
    data: quote,
  }),
  balancePay: endpoint('user', 'POST /api/subscription/balance/pay', {
    summary: 'Buy a plan from the balance',
    org: 'pay',
    body: purchase,
    data: wrapped,
  }),
  epayPay: endpoint('user', 'POST /api/subscription/epay/pay', {
    summary: 'Order a plan through Epay: the address of the payment provider and the form to post there',
    org: 'pay',
    body: purchase.extend({ payment_method: z.unknown() }),
    data: familyResponse(z.record(z.string(), z.string())),
    bare: true,
  }),
  stripePay: endpoint('user', 'POST /api/subscription/stripe/pay', {
    summary: 'Order a plan through Stripe: the address of the checkout',
    org: 'pay',
    body: purchase,
    data: familyResponse(z.object({ pay_link: z.string() })),
    bare: true,
  }),
  cancel: endpoint('user', 'POST /api/subscription/self/{id}/cancel', {
    summary: 'Stop the renewal of a subscription; it runs until its end',
    org: 'pay',
    params: idParams,
    data: wrapped,
  }),
  resume: endpoint('user', 'POST /api/subscription/self/{id}/resume', {
    summary: 'Renew a subscription after all',
    org: 'pay',
    params: idParams,
    data: wrapped,
  }),
}

export const subscriptionAdminApi = {
  list: endpoint('admin', 'GET /api/subscription/admin/subscriptions', {
    summary: 'The subscriptions of everyone, newest first',
    query: listQuery,
    data: pageOf(listedSubscription),
  }),
  bind: endpoint('admin', 'POST /api/subscription/admin/bind', {
    summary: 'Give a plan to a user or an organisation',
    body: z.object({ user_id: z.int('user_missing').positive('user_missing'), plan_id: planId }),
    data: wrapped,
  }),
  ofUser: endpoint('admin', 'GET /api/subscription/admin/users/{id}/subscriptions', {
    summary: 'All subscriptions of a user or an organisation',
    params: idParams,
    data: z.array(wrapped),
  }),
  give: endpoint('admin', 'POST /api/subscription/admin/users/{id}/subscriptions', {
    summary: 'Give a plan to a user or an organisation',
    params: idParams,
    body: z.object({ plan_id: planId }),
    data: wrapped,
  }),
  resetOfUser: endpoint('admin', 'POST /api/subscription/admin/users/{id}/subscriptions/reset', {
    summary: "Make the user's subscriptions of a plan unused again",
    params: idParams,
    body: z.object({ plan_id: planId, advance_reset_time }),
    data: resetOutcome,
  }),
  resetOfPlan: endpoint('admin', 'POST /api/subscription/admin/plans/{id}/subscriptions/reset', {
    summary: 'Make all running subscriptions of a plan unused again',
    params: idParams,
    body: z.object({ advance_reset_time }),
    data: resetOutcome,
  }),
  resetWindow: endpoint('admin', 'POST /api/subscription/admin/user_subscriptions/{id}/reset', {
    summary: 'Make one window of a subscription unused again: its place among the windows, the pot being 0',
    params: idParams,
    body: z.object({ window: z.int().min(0), reason: reasonField }),
    data: wrapped,
  }),
  extend: endpoint('admin', 'POST /api/subscription/admin/user_subscriptions/{id}/extend', {
    summary: 'Extend a running subscription without payment',
    params: idParams,
    body: z.object({
      unit: z.enum(durationUnits).exclude(['custom']),
      value: z.int().min(1).max(1000),
      reason: reasonField,
    }),
    data: wrapped,
  }),
  invalidate: endpoint('admin', 'POST /api/subscription/admin/user_subscriptions/{id}/invalidate', {
    summary: 'End a subscription at once; nothing is paid back',
    params: idParams,
    body: z.object({ reason: orNothing(reasonField) }).optional(),
    data: wrapped,
  }),
  remove: endpoint('admin', 'DELETE /api/subscription/admin/user_subscriptions/{id}', {
    summary: 'The same: a subscription stays in the books, so that it is ended instead of deleted',
    params: idParams,
  }),
  revenue: endpoint('admin', 'GET /api/subscription/admin/revenue', {
    summary: 'What each plan brought in a span of time, and how much was used of what was sold',
    query: z.object({ start_timestamp: queryWhole, end_timestamp: queryWhole }),
    data: z.array(revenueRow),
  }),
}
