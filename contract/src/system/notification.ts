import { z } from 'zod'
import { type BoundsByField, printable } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { quotaBounds } from '../quota.ts'

/**
 * Where notifications are sent besides mail. `wxpusher` reaches the WeChat account that scanned a QR code, or takes the
 * push token of one (SPT_…) as its secret;
 * `wecom` and `dingtalk` take the key of a group's bot or its whole webhook address; `generic` takes any web address.
 */
export const webhookKinds = ['none', 'wxpusher', 'wecom', 'dingtalk', 'generic'] as const
export type WebhookKind = (typeof webhookKinds)[number]

/**
 * The events that send a notification: the balance fell below the person's threshold, or to zero; a model that the person
 * uses becomes dearer; a plan ended, or its renewal failed; the person's standing as an agent or a payout changed, for
 * administrators also that somebody waits for a decision about these.
 */
export const notificationEvents = ['quota_low', 'quota_exhausted', 'price_increase', 'plan_ended', 'agent'] as const
export type NotificationEvent = (typeof notificationEvents)[number]

export const notificationBounds = { warning_threshold: quotaBounds } satisfies BoundsByField
export const webhookBounds = {
  address: { lengthMax: 2048, pattern: printable },
  secret: { lengthMax: 512, pattern: printable },
  mention: { lengthMax: 21, pattern: /^\+?\d{0,20}$/ },
} satisfies BoundsByField

/** How long the QR code of WxPusher can be scanned, and how often its state may be queried. */
export const wxpusherCodeSeconds = 300
export const wxpusherPollSeconds = 10

const threshold = z.int().min(quotaBounds.min).max(quotaBounds.max)
const events = z.array(z.enum(notificationEvents)).max(notificationEvents.length)

/**
 * The setting in responses: addresses and secrets are write-only, because most such addresses are secrets themselves.
 */
export const notificationSetting = z.object({
  events,
  warning_threshold: threshold.nullable(), // null: the administrator's setting
  default_threshold: z.int(),
  mail: z.boolean(),
  email: z.string(), // the bound mail address, or empty
  webhook: z.object({
    kind: z.enum(webhookKinds),
    address_hint: z.string(), // the host of the stored address and its last characters, or empty
    has_secret: z.boolean(),
    mention: z.string(), // phone number to mention in the group
  }),
  wxpusher: z.object({
    available: z.boolean(), // the administrator has set up an application, so that a QR code can be fetched
    uid_hint: z.string(), // the bound WeChat account, shortened, or empty
  }),
})
export type NotificationSetting = z.infer<typeof notificationSetting>

const textWithin = ({ lengthMax, pattern }: { lengthMax: number; pattern: RegExp }, code?: 'phone_invalid') =>
  z.string().trim().max(lengthMax, code).regex(pattern, code)

/** Absent members stay as they are. So do an empty address and secret, as long as the kind stays. */
const notificationChange = z.object({
  events: events.optional(),
  warning_threshold: threshold.nullable().optional(),
  mail: z.boolean().optional(),
  webhook: z
    .object({
      kind: z.enum(webhookKinds),
      address: textWithin(webhookBounds.address).optional(),
      secret: textWithin(webhookBounds.secret).nullable().optional(), // null removes it
      mention: textWithin(webhookBounds.mention, 'phone_invalid').optional(),
    })
    .optional(),
})
export type NotificationChange = z.output<typeof notificationChange>

const wxpusherCode = z.object({
  picture: z.string(), // the QR code as a data address
  expires_at: z.int(),
})
export type WxpusherCode = z.infer<typeof wxpusherCode>
const wxpusherState = z.enum(['waiting', 'bound', 'expired'])
export type WxpusherState = z.infer<typeof wxpusherState>

export const notificationApi = {
  get: endpoint('user', 'GET /api/user/notification', {
    summary:
      'How the caller is notified: of their balance, price increases, plans that end, and their payouts as an agent',
    data: notificationSetting,
  }),
  update: endpoint('user', 'PUT /api/user/notification', {
    summary: 'Change it; absent members stay as they are',
    body: notificationChange,
    data: notificationSetting,
  }),
  wxpusherCode: endpoint('user', 'POST /api/user/notification/wxpusher', {
    summary: 'Fetch a QR code; the WeChat account that scans it is notified from then on. It replaces the one before',
    data: wxpusherCode,
  }),
  wxpusherState: endpoint('user', 'GET /api/user/notification/wxpusher', {
    changes: true,
    summary: 'Whether the QR code was scanned; the state changes at most every ten seconds',
    data: z.object({ state: wxpusherState }),
  }),
  wxpusherUnbind: endpoint('user', 'DELETE /api/user/notification/wxpusher', {
    summary: 'Unbind the WeChat account that scanned the QR code',
    data: notificationSetting,
  }),
  test: endpoint('user', 'POST /api/user/notification/test', {
    summary: 'Send a test by every method that is switched on; returns which ones accepted it',
    data: z.object({ mail: z.boolean().nullable(), webhook: z.boolean().nullable() }), // null: switched off
  }),
}
