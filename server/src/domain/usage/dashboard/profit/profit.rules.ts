import { marginOf, type ProfitQuery, type ProfitRow, profitRowsMax, type Sales } from '@turnpike/contract/usage/profit'
import { AppError } from '../../../../http/app-error.ts'
import type { Store } from '../../../../store/store.ts'
import { csvCell } from '../../logs/csv-cell.ts'
import { hoursAround } from '../../logs/log-span.ts'
import type { HourRange } from '../../logs/usage-hours.queries.ts'
import { calendarParts } from '../calendar.ts'
import {
  type CostSales,
  type HourShares,
  readCosts,
  readLosses,
  readNames,
  readSales,
  readShares,
  type SalesKey,
  type UsageSales,
} from './profit.queries.ts'

const daySeconds = 86_400
const spanMax = 367 * daySeconds
const usualSpan = 7 * daySeconds

const keys = { channel: 'channel_id', model: 'model_name', user: 'user_id', group: 'group', day: 'hour' } as const
const noSales: Sales = { calls: 0, quota: 0, known_calls: 0, known_quota: 0, cost: 0, shares: 0, losses: 0, lost: 0 }

type Profit = {
  /** The rows with the most sales first, and days in their order. */
  rows: ProfitRow[]
  /** What sales agents got in the whole span. */
  shares: number
}

/** Sales, cost and margin of a span. */
export async function readProfit(store: Store, query: ProfitQuery, now: number) {
  const { rows, shares } = await profitOf(store, query, now)
  const total = { ...noSales }
  for (const row of rows) add(total, row)
  return {
    total: { ...total, shares },
    rows: query.by === 'day' ? rows : rows.slice(0, profitRowsMax),
    rows_total: rows.length,
  }
}

export async function profitOf(store: Store, query: ProfitQuery, now: number): Promise<Profit> {
  const end = query.end_timestamp || now
  const start = query.start_timestamp || end - usualSpan
  if (end - start > spanMax) throw new AppError('log_span_long')
  if (start > end) return { rows: [], shares: 0 }
  const range = hoursAround({ start, end })
  const key: SalesKey = keys[query.by]
  const sums = sumsOf(await readSales(store, range, key), await readCosts(store, range, key))
  const hours = await readShares(store, range)
  const shares = hours.reduce((sum, hour) => sum + hour.shares, 0)
  if (query.by === 'day') return { rows: daysOf(withShares(sums, hours), range, query.time_zone ?? 'UTC'), shares }
  const named = await withNames(store, sums, query.by)
  const rows = named.sort((one, other) => other.quota - one.quota || other.calls - one.calls || one.id - other.id)
  return { rows, shares }
}

/** Refunds are not sales, whether the cost of their calls is known or not. */
function sumsOf(sales: readonly UsageSales[], costs: readonly CostSales[]): Map<string | number, Sales> {
  const sums = new Map<string | number, Sales>()
  const sumOf = (key: string | number): Sales => {
    const known = sums.get(key)
    if (known) return known
    const sum = { ...noSales }
    sums.set(key, sum)
    return sum
  }
  for (const { key, calls, quota } of sales) add(sumOf(key), { ...noSales, calls, quota })
  for (const { key, calls, quota, refunded, ...rest } of costs)
    add(sumOf(key), { ...noSales, ...rest, known_calls: calls, known_quota: quota, quota: -refunded })
  return sums
}

/** The sums of hours, with the shares of each. */
function withShares(sums: ReadonlyMap<string | number, Sales>, hours: readonly HourShares[]) {
  const all = new Map(sums)
  for (const { hour, shares } of hours) all.set(hour, { ...(all.get(hour) ?? noSales), shares })
  return all
}

function add(to: Sales, more: Sales): void {
  for (const name of Object.keys(noSales) as (keyof Sales)[]) to[name] += more[name]
}

async function withNames(store: Store, sums: Map<string | number, Sales>, by: Exclude<ProfitQuery['by'], 'day'>) {
  const rows = [...sums].filter(([, { calls, known_calls, quota }]) => calls > 0 || known_calls !== 0 || quota !== 0)
  if (by === 'model' || by === 'group') return rows.map(([name, sum]) => ({ ...sum, id: 0, name: String(name) }))
  const ids = rows.map(([id]) => Number(id))
  const names = await readNames(store, by === 'channel' ? 'channels' : 'users', ids)
  return rows.map(([id, sum]) => ({ ...sum, id: Number(id), name: names.get(Number(id)) ?? '' }))
}

function daysOf(sums: Map<string | number, Sales>, range: HourRange, zone: string): ProfitRow[] {
  return calendarParts(range, 'day', zone).map(({ from, to }) => {
    const day: ProfitRow = { ...noSales, id: from, name: dayName(from, zone) }
    for (const [hour, sum] of sums) if (Number(hour) >= from && Number(hour) < to) add(day, sum)
    return day
  })
}

const dayName = (seconds: number, zone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(seconds * 1000)
    .toZonedDateTimeISO(zone)
    .toPlainDate()
    .toString()

/** Sales below cost of the last 24 hours. */
export async function readLastLosses(store: Store, now: number) {
  const rows = await readLosses(store, hoursAround({ start: now - daySeconds + 3600, end: now }))
  const [first] = rows
  const names = first && (await readNames(store, 'channels', [first.channel_id]))
  return {
    losses: rows.reduce((sum, { losses }) => sum + losses, 0),
    lost: rows.reduce((sum, { lost }) => sum + lost, 0),
    worst: first
      ? {
          channel_id: first.channel_id,
          channel_name: names?.get(first.channel_id) ?? '',
          model_name: first.model_name,
        }
      : null,
  }
}

const columns = [
  'id',
  'name',
  'calls',
  'revenue_usd',
  'calls_with_cost',
  'revenue_with_cost_usd',
  'cost_usd',
  'shares_usd',
  'margin_usd',
  'margin_percent',
  'calls_below_cost',
  'lost_usd',
] as const

/**
 * Amounts are dollars with six digits: a point of quota is two millionths of one. Shares that belong to no row have a row of
 * their own, so that the columns add up.
 */
export function profitFile({ rows, shares }: Profit, quotaPerUnit: number): string {
  const dollars = (quota: number) => (quota / quotaPerUnit).toFixed(6)
  const undivided = shares - rows.reduce((sum, row) => sum + row.shares, 0)
  const ownRow = { ...noSales, id: 0, name: 'shares of sales agents', shares: undivided }
  const lines = [...rows, ...(undivided === 0 ? [] : [ownRow])].map((row) => {
    const margin = marginOf(row)
    return [
      row.id,
      row.name,
      row.calls,
      dollars(row.quota),
      row.known_calls,
      dollars(row.known_quota),
      dollars(row.cost),
      dollars(row.shares),
      dollars(margin),
      row.known_quota > 0 ? ((margin / row.known_quota) * 100).toFixed(2) : '',
      row.losses,
      dollars(row.lost),
    ]
  })
  // Excel reads a file as UTF-8 only with this mark. A negative amount is a number and no formula.
  return `\ufeff${[columns, ...lines].map((line) => line.map(cell).join(',')).join('\r\n')}\r\n`
}

const cell = (value: string | number): string =>
  /^-?\d+(\.\d+)?$/.test(String(value)) ? String(value) : csvCell(value)
