import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { queryText, queryWhole } from '../page.ts'

/** The dimensions of a profit report. */
export const profitParts = ['channel', 'model', 'user', 'group', 'day'] as const
export type ProfitPart = (typeof profitParts)[number]

/** Sales in quota, without refunds. */
const sales = z.object({
  /** Successful calls, and their charges. */
  calls: z.int(),
  quota: z.int(),
  /** Those of them whose cost is known. */
  known_calls: z.int(),
  known_quota: z.int(),
  cost: z.int(),
  /** What sales agents got, less what was taken back. It is a cost of all sales: only days and the total have it. */
  shares: z.int(),
  /** Calls that cost more than they were sold for, and the sum of the differences. */
  losses: z.int(),
  lost: z.int(),
})
export type Sales = z.infer<typeof sales>

/** What is left of the sales whose cost is known; the cost of the others is unknown. */
export const marginOf = ({ known_quota, cost, shares }: Pick<Sales, 'known_quota' | 'cost' | 'shares'>): number =>
  known_quota - cost - shares

/** `id` is that of the channel or user, or the first second of the day; else 0. A channel or user that is gone has no name. */
const profitRow = sales.extend({ id: z.int(), name: z.string() })
export type ProfitRow = z.infer<typeof profitRow>

/** The rows with the most sales; the file has all of them. */
export const profitRowsMax = 100

/** Days begin at midnight in the time zone, an IANA name, UTC unless given. */
const query = z.object({
  start_timestamp: queryWhole,
  end_timestamp: queryWhole,
  by: queryText.pipe(z.enum(profitParts).default('channel')),
  time_zone: queryText,
})
export type ProfitQuery = z.output<typeof query>

export const profitApi = {
  report: endpoint('admin', 'GET /api/data/profit', {
    summary: 'Sales, cost and margin of a span: in total, and by channel, model, user, group or day',
    query: query,
    data: z.object({ total: sales, rows: z.array(profitRow), rows_total: z.int() }),
  }),
  export: endpoint('admin', 'GET /api/data/profit/export', {
    summary: 'The same as a file: CSV, with every row',
    query: query,
    data: z.unknown(),
    bare: true,
  }),
  losses: endpoint('admin', 'GET /api/data/profit/losses', {
    summary:
      'The calls of the last day that cost more than they were sold for; none where the administrator does not watch',
    data: z.object({
      losses: z.int(),
      lost: z.int(),
      /** The channel and model with the largest loss. */
      worst: z.object({ channel_id: z.int(), channel_name: z.string(), model_name: z.string() }).nullable(),
    }),
  }),
}
