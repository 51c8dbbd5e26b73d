import { type SqlBool, sql } from 'kysely'
import type { Store } from '../../../../store/store.ts'
import { shownName } from '../../../identity/users/people.queries.ts'
import { type HourRange, splitRange } from '../../logs/usage-hours.queries.ts'

/** The dimension of the sums, as its column; `hour` for days. */
export type SalesKey = 'channel_id' | 'model_name' | 'user_id' | 'group' | 'hour'

export type UsageSales = { key: string | number; calls: number; quota: number }
export type HourShares = { hour: number; shares: number }
export type CostSales = UsageSales & { cost: number; losses: number; lost: number; refunded: number }

const within = ({ from, to }: HourRange) => sql`hour >= ${from} AND hour < ${to}`

/** Successful calls and their charges. */
export async function readSales(store: Store, range: HourRange, key: SalesKey): Promise<UsageSales[]> {
  const read = async (table: string, part: HourRange) =>
    (
      await sql<UsageSales>`SELECT ${sql.ref(key)} AS key, sum(calls) AS calls, sum(quota) AS quota
        FROM ${sql.table(table)} WHERE ${within(part)} GROUP BY ${sql.ref(key)}`.execute(store)
    ).rows
  if (key === 'hour' || key === 'model_name') return read('usage_model_hours', range)
  const parts: UsageSales[] = []
  for (const [table, part] of splitRange(range)) parts.push(...(await read(table, part)))
  return parts
}

/** Calls with a known cost, and refunds. */
export async function readCosts(store: Store, range: HourRange, key: SalesKey): Promise<CostSales[]> {
  const { rows } = await sql<CostSales>`SELECT ${sql.ref(key)} AS key, sum(calls) AS calls, sum(quota) AS quota,
      sum(cost) AS cost, sum(losses) AS losses, sum(lost) AS lost, sum(refunded) AS refunded
    FROM cost_hours WHERE ${within(range)} GROUP BY ${sql.ref(key)}`.execute(store)
  return rows
}

/** What sales agents got in each hour, less what was taken back of their shares. */
export const readShares = (store: Store, { from, to }: HourRange): Promise<HourShares[]> =>
  store
    .selectFrom('ledger')
    .select([
      sql<number>`created_at - created_at % 3600`.as('hour'),
      sql<number>`sum(CASE kind WHEN 'dividend' THEN amount ELSE -amount END)`.as('shares'),
    ])
    .where(sql<SqlBool>`kind IN ('dividend', 'dividend_reversal')`) // literals, so that the index of these entries is used
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
    .groupBy(sql`1`)
    .execute()

/** Databases take some ten thousand values in a statement. */
const idsMax = 5000

export async function readNames(store: Store, table: 'channels' | 'users', ids: readonly number[]) {
  const names = new Map<number, string>()
  for (let from = 0; from < ids.length; from += idsMax) {
    const some = ids.slice(from, from + idsMax)
    const rows =
      table === 'channels'
        ? await store.selectFrom('channels').select(['id', 'name']).where('id', 'in', some).execute()
        : await store
            .selectFrom('users')
            .select(['id', shownName.as('name')])
            .where('id', 'in', some)
            .execute()
    for (const { id, name } of rows) names.set(id, name)
  }
  return names
}

type Losses = { channel_id: number; model_name: string; losses: number; lost: number }

/** Calls sold below their cost, by channel and model, the largest sum first. */
export async function readLosses(store: Store, range: HourRange): Promise<Losses[]> {
  const { rows } = await sql<Losses>`SELECT channel_id, model_name, sum(losses) AS losses, sum(lost) AS lost
    FROM cost_hours WHERE ${within(range)} GROUP BY channel_id, model_name HAVING sum(losses) > 0
    ORDER BY lost DESC, channel_id, model_name`.execute(store)
  return rows
}
