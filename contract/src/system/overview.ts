import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { queryText } from '../page.ts'
import { channelAttempt } from '../routing/channel-attempts.ts'
import { budgetPeriods } from '../routing/limits.ts'

/** Rows of one block; `count` says how many there are in total. */
export const overviewRowsMax = 5

const block = <Row extends z.ZodType>(row: Row) => z.object({ count: z.int(), rows: z.array(row) })

/** Figures of a span, in quota. Refunds are deducted from sales. The margin is `known_quota` − `cost` − `shares`. */
const figures = z.object({
  requests: z.int(),
  failures: z.int(),
  quota: z.int(),
  /** The sales whose cost is known. */
  known_quota: z.int(),
  cost: z.int(),
  /** What sales agents got, less what was taken back. */
  shares: z.int(),
  /** Paid orders and redeemed codes. */
  top_ups: z.int(),
})
export type OverviewFigures = z.infer<typeof figures>

const money = z.object({
  /** Midnight in the reader's time zone. */
  since: z.int(),
  today: figures,
  /** The end of the last whole hour: figures are sums of hours, so both days are compared up to here. */
  until: z.int(),
  today_until: figures,
  yesterday_until: figures,
})
export type OverviewMoney = z.infer<typeof money>

/** A model whose newest requests on a channel failed. */
const failingModel = z.object({
  model: z.string(),
  failures: z.int(),
  requests: z.int(),
  last: channelAttempt.pick({ at: true, outcome: true, status: true }),
})
export type FailingModel = z.infer<typeof failingModel>

/** A channel that fails, or a model on it, that no administrator has disabled. */
const failing = z.object({
  channel_id: z.int(),
  channel_name: z.string(),
  status: z.int(),
  /** Whether the channel fails; if not, only these models do. */
  is_whole: z.boolean(),
  /** 0 where it is not known. */
  since: z.int(),
  /** Of a failed test or an automatic disabling; else empty. */
  reason: z.string(),
  /** How many models it lists: the only one cannot be disabled alone. */
  listed: z.int(),
  models: z.array(failingModel),
})
export type FailingRow = z.infer<typeof failing>

const lowUser = z.object({ id: z.int(), username: z.string(), quota: z.int(), warned_at: z.int() })
/** An upstream account with little money left. `cost` is that of the last day, in dollars. */
const lowAccount = z.object({
  channel_id: z.int(),
  channel_name: z.string(),
  balance: z.number(),
  cost: z.number(),
  checked_at: z.int(),
})
/** A budget of an upstream account of which little is left. */
const lowBudget = z.object({
  channel_id: z.int(),
  channel_name: z.string(),
  period: z.enum(budgetPeriods),
  used: z.int(),
  max: z.int(),
  resets_at: z.int().optional(),
})
export type LowBudget = z.infer<typeof lowBudget>

/** An account is low when it has less than this, in dollars, or less than these days of its costs. */
export const lowAccountRule = { dollars: 5, days: 3 } as const
/** A budget is low when this part of it is used. */
export const lowBudgetShare = 0.8
/** A user whose balance became low longer ago is not listed. */
export const lowUserDays = 7

const openOrder = z.object({
  trade_no: z.string(),
  username: z.string(),
  money: z.string(),
  currency: z.string(),
  create_time: z.int(),
})
/** A signed payment notification that was refused, and whose order is not credited. */
const refusedNotice = z.object({
  id: z.int(),
  trade_no: z.string(),
  provider: z.string(),
  reason: z.string(),
  received_at: z.int(),
})
/** An order that is not paid by then counts as waiting. */
export const orderWaitsAfterSeconds = 600

const scheduledPrice = z.object({
  id: z.int(),
  effective_at: z.int(),
  actor_name: z.string(),
  models: z.int(),
  /** The first of them. */
  names: z.array(z.string()),
})

const change = z.object({
  id: z.int(),
  at: z.int(),
  actor_name: z.string(),
  action: z.string(), // resource and verb, such as `channel.update`
  target: z.string(),
})
export type OverviewChange = z.infer<typeof change>

const overview = z.object({
  money,
  failing: block(failing),
  low_users: block(lowUser),
  low_accounts: block(lowAccount),
  low_budgets: block(lowBudget),
  open_orders: block(openOrder),
  refused_notices: block(refusedNotice),
  /** Price changes with a later start, and open price proposals; absent for administrators who may not see them. */
  scheduled_prices: block(scheduledPrice).optional(),
  price_proposals: z.int().optional(),
  model_proposals: z.object({ appeared: z.int(), vanished: z.int() }),
  /** What agents wait for: applications, payouts that are not paid, and shares with signs of abuse. */
  agents: z.object({ applications: z.int(), withdrawals: z.int(), held: z.int() }),
  /** The newest acts of other administrators. */
  changes: z.array(change),
})
export type Overview = z.infer<typeof overview>

export const overviewApi = {
  overview: endpoint('admin', 'GET /api/overview', {
    summary:
      "The operator's home: today's money, failures, low balances, waiting payments and prices, changes by others",
    /** Today begins at midnight in the time zone, an IANA name, UTC unless given. */
    query: z.object({ time_zone: queryText }),
    data: overview,
  }),
}
