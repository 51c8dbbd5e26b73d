import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { groupNameBounds } from '../names.ts'
import { idParams } from '../page.ts'
import { quotaBounds } from '../quota.ts'
import { isTimeZone, timeZoneLengthMax } from '../time-zone.ts'

export const calendarPeriods = ['day', 'week', 'month'] as const
export type CalendarPeriod = (typeof calendarPeriods)[number]
/** `hours` has a length of its own and is always rolling: days do not divide into every number of hours. */
export const budgetPeriods = ['hours', ...calendarPeriods] as const
export type BudgetPeriod = (typeof budgetPeriods)[number]

/** A rolling month has this many days. */
export const rollingMonthDays = 30

export const limitBounds = {
  requests_per_minute: { min: 1, max: 1_000_000, decimals: 0 },
  tokens_per_minute: { min: 1, max: 1_000_000_000, decimals: 0 },
  calls_at_once: { min: 1, max: 100_000, decimals: 0 },
} as const
export const budgetBounds = {
  amount: { ...quotaBounds, min: 1 },
  hours: { min: 1, max: rollingMonthDays * 24, decimals: 0 },
} as const
export const budgetsMax = 6

const wholeWithin = ({ min, max }: { min: number; max: number }) => z.int().min(min).max(max)

const amount = wholeWithin(budgetBounds.amount)

/**
 * The most that may be spent in a period: a calendar one, which begins at midnight in a time zone (weeks on Monday), or
 * the hours that have just passed.
 */
export const budget = z.discriminatedUnion('window', [
  z.strictObject({
    window: z.literal('calendar'),
    period: z.enum(calendarPeriods),
    time_zone: z.string().max(timeZoneLengthMax).refine(isTimeZone, 'time_zone_unknown'),
    amount,
  }),
  z.discriminatedUnion('period', [
    z.strictObject({ window: z.literal('rolling'), period: z.enum(calendarPeriods), amount }),
    z.strictObject({
      window: z.literal('rolling'),
      period: z.literal('hours'),
      hours: wholeWithin(budgetBounds.hours),
      amount,
    }),
  ]),
])
export type Budget = z.infer<typeof budget>

/** A set of limits has one budget of each span. */
export const spanOf = ({ window, period, ...rest }: Budget) =>
  [period, window, 'time_zone' in rest && rest.time_zone, 'hours' in rest && rest.hours].join(' ')

/**
 * The limits of a token, user or group, or of a channel and each of its keys, whose budgets count costs. An absent member
 * limits nothing.
 */
export const limits = z.strictObject({
  requests_per_minute: wholeWithin(limitBounds.requests_per_minute).optional(),
  tokens_per_minute: wholeWithin(limitBounds.tokens_per_minute).optional(),
  calls_at_once: wholeWithin(limitBounds.calls_at_once).optional(),
  budgets: z
    .array(budget)
    .max(budgetsMax)
    .refine((all) => new Set(all.map(spanOf)).size === all.length, 'budget_repeated')
    .optional(),
})
export type Limits = z.infer<typeof limits>

/**
 * The subject of a limit: a token, a user or an organisation, a member of an organisation, each user of a group, or all
 * users of a group together; or a channel or one of its keys, whose limits send calls elsewhere instead of refusing them.
 */
export const limitScopes = ['token', 'user', 'seat', 'member', 'group', 'channel', 'key'] as const
export type LimitScope = (typeof limitScopes)[number]

export const limitMeasures = ['requests', 'tokens', 'calls', ...budgetPeriods] as const
export type LimitMeasure = (typeof limitMeasures)[number]

/** One limit and its current use. */
export const limitState = z.object({
  scope: z.enum(limitScopes),
  measure: z.enum(limitMeasures),
  /** Of a key of a channel; 0 where the channel has one key. */
  key_id: z.int().optional(),
  /** Of a calendar budget. */
  time_zone: z.string().optional(),
  /** Of a budget of hours. */
  hours: z.int().optional(),
  used: z.int(), // including the reservations of running calls
  reserved: z.int(),
  max: z.int(),
  /**
   * When the window ends, or when its oldest part leaves it; absent where nothing is used, and for concurrent calls.
   */
  resets_at: z.int().optional(),
})
export type LimitState = z.infer<typeof limitState>

const shown = z.object({ limits, states: z.array(limitState) })
export type ShownLimits = z.infer<typeof shown>

const groupName = z.string().min(1).max(groupNameBounds.lengthMax)
const groupLimits = z.object({ group: z.string(), member: limits, together: limits })
export type GroupLimits = z.infer<typeof groupLimits>

export const limitsApi = {
  ofToken: endpoint('user', 'GET /api/token/{id}/limits', {
    summary: 'The limits of a token of the caller, and how much of them is used',
    org: 'call',
    params: idParams,
    data: shown,
  }),
  setOfToken: endpoint('user', 'PUT /api/token/{id}/limits', {
    summary: 'Set the limits of a token of the caller',
    org: 'call',
    params: idParams,
    body: limits,
    data: shown,
  }),
  own: endpoint('user', 'GET /api/user/self/limits', {
    summary: "All limits that apply to the caller's calls, those of the group included",
    org: 'any',
    data: z.array(limitState),
  }),
  ofUser: endpoint('admin', 'GET /api/user/{id}/limits', {
    summary: 'The limits of a user, and how much of them is used',
    params: idParams,
    data: shown,
  }),
  setOfUser: endpoint('admin', 'PUT /api/user/{id}/limits', {
    summary: 'Set the limits of a user',
    params: idParams,
    body: limits,
    data: shown,
  }),
  ofChannel: endpoint('admin', 'GET /api/channel/{id}/limits', {
    summary: 'The limits of a channel and of its keys, and how much of them is used',
    params: idParams,
    data: z.array(limitState),
  }),
  ofGroups: endpoint('admin', 'GET /api/group/limits', {
    summary: 'The limits of all groups that have any',
    data: z.array(groupLimits),
  }),
  setOfGroup: endpoint('root', 'PUT /api/group/limits', {
    summary: 'Set the limits of a group: of each of its users, and of all of them together',
    body: z.object({ group: groupName, member: limits, together: limits }),
    data: groupLimits,
  }),
}
