import { z } from 'zod'
import { type BoundsByField, isTextWithin, printable } from '../../bounds.ts'
import { endpoint } from '../../endpoint.ts'
import { orElse, orNothing } from '../../left-out.ts'
import { groupNameBounds, modelNameBounds } from '../../names.ts'
import { idParams } from '../../page.ts'
import { isRatio, quotaBounds } from '../../quota.ts'
import { budgetBounds } from '../../routing/limits.ts'
import { isTimeZone, timeZoneLengthMax } from '../../time-zone.ts'

export const durationUnits = ['year', 'month', 'day', 'hour', 'custom'] as const
export type DurationUnit = (typeof durationUnits)[number]
export const resetPeriods = ['never', 'daily', 'weekly', 'monthly', 'custom'] as const
export type ResetPeriod = (typeof resetPeriods)[number]

const daySeconds = 86_400
export const planBounds = {
  title: { charactersMin: 1, charactersMax: 60, pattern: printable },
  subtitle: { charactersMax: 200, pattern: printable },
  price_amount: { min: 0, max: 9999, decimals: 6 },
  duration_value: { min: 1, max: 1000, decimals: 0 },
  /** Of a duration and of a reset in seconds. */
  seconds: { min: 60, max: 10 * 366 * daySeconds, decimals: 0 },
  total_amount: quotaBounds,
  sort_order: { min: -1_000_000, max: 1_000_000, decimals: 0 },
  max_purchase_per_user: { min: 0, max: 1_000_000, decimals: 0 },
  currency: { lengthMax: 3, pattern: /^[A-Z]{3}$/ },
  stripe_price_id: { lengthMax: 128, pattern: /^[\w-]*$/ },
} satisfies BoundsByField
export const planWindowsMax = 4
export const plansMax = 200

const wholeWithin = ({ min, max }: { min: number; max: number }) => z.int().min(min).max(max)
const windowAmount = wholeWithin(budgetBounds.amount)
/** A window of this many hours begins with its first use; weeks and months at the purchase; a day at midnight. */
const planWindow = z.discriminatedUnion('every', [
  z.strictObject({ every: z.literal('hours'), hours: wholeWithin(budgetBounds.hours), amount: windowAmount }),
  z.strictObject({ every: z.enum(['day', 'week', 'month']), amount: windowAmount }),
])
export type PlanWindow = z.infer<typeof planWindow>
export const spanOfWindow = (window: PlanWindow) => (window.every === 'hours' ? `${window.hours} hours` : window.every)

const modelName = z
  .string()
  .trim()
  .refine((name) => isTextWithin(modelNameBounds, name))
const groupName = z
  .string()
  .trim()
  .refine((name) => isTextWithin(groupNameBounds, name))
/** The group that a plan gives; empty: none. */
const givenGroup = orElse(z.union([z.literal(''), groupName]), '')

const windows = z
  .array(planWindow)
  .max(planWindowsMax)
  .refine((all) => new Set(all.map(spanOfWindow)).size === all.length, 'plan_window_repeated')
const models = z.array(modelName).max(500)
const groups = z.array(groupName).max(100)
const timeZone = z.string().max(timeZoneLengthMax).refine(isTimeZone, 'time_zone_unknown')

/** What a subscription keeps of its plan, as it is on the day of the purchase. */
export const planTerms = z.object({
  duration_unit: orElse(z.enum(durationUnits), 'month'),
  duration_value: orElse(wholeWithin(planBounds.duration_value), 1),
  /** The duration where its unit is `custom`; otherwise 0. */
  custom_seconds: orElse(z.union([z.literal(0), wholeWithin(planBounds.seconds)]), 0),
  /** 0: without a limit, except for the windows. */
  total_amount: orElse(wholeWithin(quotaBounds), 0),
  /** How often the total begins again. */
  quota_reset_period: orElse(z.enum(resetPeriods), 'never'),
  quota_reset_custom_seconds: orElse(z.union([z.literal(0), wholeWithin(planBounds.seconds)]), 0),
  /** Besides the total: the most that one may spend in shorter spans. */
  windows: orElse(windows, []),
  /** The models and groups that the plan pays for; empty: any. */
  models: orElse(models, []),
  groups: orElse(groups, []),
  /** Days begin at midnight there. */
  time_zone: orElse(timeZone, 'UTC'),
  /** Whether the balance pays when the plan is used up. */
  allow_wallet_overflow: orElse(z.boolean(), true),
  /** The group of buyers while the plan runs, and afterwards; empty: the one they had before. */
  upgrade_group: givenGroup,
  downgrade_group: givenGroup,
})
export type PlanTerms = z.output<typeof planTerms>

/** What an administrator fills in. */
const planFields = planTerms.extend({
  title: z
    .string('plan_title_invalid')
    .trim()
    .refine((text) => isTextWithin(planBounds.title, text), 'plan_title_invalid'),
  subtitle: orElse(
    z
      .string()
      .trim()
      .refine((text) => isTextWithin(planBounds.subtitle, text)),
    '',
  ),
  /** A price with at most six decimals, in `currency`. A balance pays only a price in dollars. */
  price_amount: z
    .number('plan_price_invalid')
    .max(planBounds.price_amount.max, 'plan_price_invalid')
    .refine((price) => isRatio(price), 'plan_price_invalid'),
  currency: orElse(z.string().trim().toUpperCase().regex(planBounds.currency.pattern), 'USD'),
  enabled: orElse(z.boolean(), true),
  /** Larger comes first. */
  sort_order: orElse(wholeWithin(planBounds.sort_order), 0),
  /** 0: any number. */
  max_purchase_per_user: orElse(wholeWithin(planBounds.max_purchase_per_user), 0),
  allow_balance_pay: orElse(z.boolean(), true),
  /** A recurring price of Stripe, which renews the plan; empty: a payment buys it once. */
  stripe_price_id: orElse(
    z.string().trim().max(planBounds.stripe_price_id.lengthMax).regex(planBounds.stripe_price_id.pattern),
    '',
  ),
})
type Periods = Pick<PlanTerms, 'duration_unit' | 'custom_seconds' | 'quota_reset_period' | 'quota_reset_custom_seconds'>
const isComplete = ({ duration_unit, custom_seconds, quota_reset_period, quota_reset_custom_seconds }: Periods) =>
  (duration_unit !== 'custom' || custom_seconds > 0) &&
  (quota_reset_period !== 'custom' || quota_reset_custom_seconds > 0)
const planForm = planFields.refine(isComplete, 'plan_seconds_missing')
export type PlanForm = z.output<typeof planForm>
/** Clients of this family do not know these members, or may leave them out: what is absent stays as it is. */
const planEdit = planFields
  .extend({
    windows: orNothing(windows),
    models: orNothing(models),
    groups: orNothing(groups),
    time_zone: orNothing(timeZone),
    allow_wallet_overflow: orNothing(z.boolean()),
    allow_balance_pay: orNothing(z.boolean()),
  })
  .refine(isComplete, 'plan_seconds_missing')
export type PlanEdit = z.output<typeof planEdit>

export const plan = planFields.extend({ id: z.int(), created_at: z.int(), updated_at: z.int() })
export type Plan = z.output<typeof plan>
/** Clients of this family expect each plan in a member of its own. */
const wrapped = z.object({ plan })
const listedPlan = wrapped.extend({
  /** Running subscriptions, and all that were ever sold or given. */
  running: z.int(),
  sold: z.int(),
})
export type ListedPlan = z.infer<typeof listedPlan>

export const planApi = {
  offered: endpoint('guest', 'GET /api/subscription/plans', {
    summary: 'The plans on sale',
    data: z.array(wrapped),
  }),
  all: endpoint('admin', 'GET /api/subscription/admin/plans', {
    summary: 'Every plan, with the number of its subscriptions',
    data: z.array(listedPlan),
  }),
  create: endpoint('admin', 'POST /api/subscription/admin/plans', {
    summary: 'Create a plan',
    body: z.object({ plan: planForm }),
    data: plan,
  }),
  update: endpoint('admin', 'PUT /api/subscription/admin/plans/{id}', {
    summary: 'Change a plan; subscriptions keep the terms of their purchase',
    params: idParams,
    body: z.object({ plan: planEdit }),
    data: plan,
  }),
  enable: endpoint('admin', 'PATCH /api/subscription/admin/plans/{id}', {
    summary: 'Put a plan on sale, or take it off',
    params: idParams,
    body: z.object({ enabled: z.boolean() }),
    data: plan,
  }),
  remove: endpoint('admin', 'DELETE /api/subscription/admin/plans/{id}', {
    summary: 'Delete a plan; its subscriptions run until their end',
    params: idParams,
  }),
}
