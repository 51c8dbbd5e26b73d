import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { registrationBounds } from '../identity/registration.ts'
import { pageOf, pageQuery, queryText } from '../page.ts'
import { quotaBounds } from '../quota.ts'
import { webhookBounds } from './notification.ts'

/**
 * Calls that tools of related gateways make and our own console does not: it has other endpoints for the same things,
 * which return more. Members for features that this server does not have are left out of responses and ignored in
 * bodies.
 */

const textUpTo = ({ lengthMax }: { lengthMax: number }) => z.string().max(lengthMax).nullish()

const familySetting = z.object({
  /** The only enabled method after this call. */
  notify_type: z.enum(['email', 'webhook']),
  /** In quota; fractions are rounded. */
  quota_warning_threshold: z.number().min(1).max(quotaBounds.max).transform(Math.round),
  webhook_url: textUpTo(webhookBounds.address),
  /** Empty: the stored one stays. */
  webhook_secret: textUpTo(webhookBounds.secret),
  /** The bound address, or empty: mail is sent to no other. */
  notification_email: textUpTo(registrationBounds.email),
})
export type FamilySetting = z.output<typeof familySetting>

const topUpInfo = z.object({
  /** Epay is set up. */
  enable_online_topup: z.boolean(),
  enable_stripe_topup: z.boolean(),
  enable_redemption: z.literal(true),
  /** `type` is the `payment_method` of `POST /api/user/pay`. */
  pay_methods: z.array(z.object({ name: z.string(), type: z.string(), min_topup: z.string() })),
  min_topup: z.int(),
  stripe_min_topup: z.int(),
  amount_options: z.array(z.int()),
  discount: z.record(z.string(), z.number()),
  topup_link: z.string(),
})
export type TopUpInfo = z.infer<typeof topUpInfo>

const topUp = z.object({
  id: z.int(),
  user_id: z.int(),
  amount: z.int(),
  money: z.number(),
  trade_no: z.string(),
  payment_method: z.string(),
  payment_provider: z.string(),
  create_time: z.int(),
  complete_time: z.int(),
  status: z.enum(['pending', 'success', 'expired']),
})
export type TopUp = z.infer<typeof topUp>

/** A monitor has its share of time available in `uptime`, from 0 to 1, and 1 in `status` while it is up. */
const monitorGroup = z.object({
  categoryName: z.string(),
  monitors: z.array(z.object({ name: z.string(), uptime: z.number(), status: z.int(), group: z.string().optional() })),
})

export const familyApi = {
  saveSetting: endpoint('user', 'PUT /api/user/setting', {
    summary:
      'How the caller is notified that their balance runs low, for tools; `/api/user/notification` knows more methods',
    body: familySetting,
  }),
  secondFactor: endpoint('user', 'GET /api/user/2fa/status', {
    summary: 'Whether the own account has an authenticator app, for tools; `/api/user/2fa` says more',
    data: z.object({
      enabled: z.boolean(),
      /** Too many wrong passwords or codes. */
      locked: z.boolean(),
      backup_codes_remaining: z.int().optional(), // absent without an app
    }),
  }),
  topUpInfo: endpoint('user', 'GET /api/user/topup/info', {
    summary: 'How the caller can pay, for tools; `/api/payment/methods` has prices',
    org: 'pay',
    data: topUpInfo,
  }),
  topUps: endpoint('user', 'GET /api/user/topup/self', {
    summary: "The caller's own orders, for tools, found by part of their number; `/api/topup/self` says more",
    org: 'watch',
    query: pageQuery.extend({ keyword: queryText }),
    data: pageOf(topUp),
  }),
  uptime: endpoint('public', 'GET /api/uptime/status', {
    summary: 'Groups of an uptime monitor, for tools. This server has no such groups: the list is empty',
    data: z.array(monitorGroup),
  }),
}
