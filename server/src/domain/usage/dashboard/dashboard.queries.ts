import { sql } from 'kysely'
import { isPostgres } from '../../../store/is-postgres.ts'
import type { Database } from '../../../store/schema.ts'
import type { Store } from '../../../store/store.ts'
import { paidBy } from '../logs/paid-by.ts'
import { type HourRange, someIds, splitRange, type Table } from '../logs/usage-hours.queries.ts'

const sum = (column: keyof Database['usage_hours']) => sql<number>`sum(${sql.ref(column)})`

type Counts = Record<
  'count' | 'failures' | 'refusals' | 'quota' | 'prompt_tokens' | 'completion_tokens' | 'first_calls' | 'first_ms',
  number
>
export type ModelHour = Counts & { hour: number; model_name: string }

type HourSums = [number, number, number, number, number, number, number, number, number]

/**
 * Sums of all users by model and hour, oldest first. A month of many models is tens of thousands of rows. They are read
 * as two texts, the names and the numbers, in a fraction of the time: an array of numbers is written faster than JSON.
 */
export async function readAllHours(store: Store, { from, to }: HourRange): Promise<ModelHour[]> {
  const numbers = sql`hour, calls, failures, refusals, quota, prompt_tokens, completion_tokens, first_calls, first_ms`
  const order = sql`ORDER BY hour, model_name`
  const lists = isPostgres(store)
    ? sql`json_agg(model_name ${order})::text AS names, array_agg(ARRAY[${numbers}] ${order})::text AS sums`
    : sql`json_group_array(model_name ${order}) AS names, json_group_array(json_array(${numbers}) ${order}) AS sums`
  const { rows } = await sql<{ names: string | null; sums: string | null }>`SELECT ${lists} FROM usage_model_hours
    WHERE hour >= ${from} AND hour < ${to}`.execute(store)
  const names: string[] = JSON.parse(rows[0]?.names ?? '[]')
  const sums: HourSums[] = JSON.parse((rows[0]?.sums ?? '[]').replaceAll('{', '[').replaceAll('}', ']'))
  return sums.map(
    ([hour, count, failures, refusals, quota, prompt_tokens, completion_tokens, first_calls, first_ms], index) => ({
      hour,
      model_name: names[index] ?? '',
      count,
      failures,
      refusals,
      quota,
      prompt_tokens,
      completion_tokens,
      first_calls,
      first_ms,
    }),
  )
}

/**
 * Whose calls: those of all users; or of these users, by the name that they had if one is given; or those that an
 * organisation pays for, and with 0 those that users pay for themselves.
 */
export type Callers =
  | 'everyone'
  | { ids: readonly number[]; username?: string; account_id?: number }
  | { ids?: undefined; username?: undefined; account_id: number }

const sumColumns = sql`sum(calls) AS count, sum(failures) AS failures, sum(refusals) AS refusals, sum(quota) AS quota,
  sum(prompt_tokens) AS prompt_tokens, sum(completion_tokens) AS completion_tokens`

const tableOf = (callers: Callers) => sql.table(callers === 'everyone' ? 'usage_model_hours' : 'usage_hours')

function areBy(callers: Callers) {
  if (callers === 'everyone') return sql`1 = 1`
  const { ids, username, account_id } = callers
  const areOf = ids ? sql`user_id IN (${sql.join(someIds(ids))})` : sql`1 = 1`
  const isNamed = username === undefined ? sql`1 = 1` : sql`username = ${username}`
  const isPaid = account_id === undefined ? sql`1 = 1` : paidBy(account_id)
  return sql`${areOf} AND ${isNamed} AND ${isPaid}`
}

/** Sums of these users by model and hour, oldest first. */
export async function readHoursOf(store: Store, { from, to }: HourRange, users: Callers): Promise<ModelHour[]> {
  const { rows } = await sql<ModelHour>`SELECT hour, model_name, ${sumColumns}, sum(first_calls) AS first_calls,
      sum(first_ms) AS first_ms
    FROM ${tableOf(users)} WHERE ${areBy(users)} AND hour >= ${from} AND hour < ${to}
    GROUP BY hour, model_name ORDER BY hour, model_name`.execute(store)
  return rows
}

/**
 * Sums by model and part of a range, oldest first; `hour` is the first second of the part. The parts are joined to the
 * hours one by one, so that each is a short index scan.
 */
export async function readParts(
  store: Store,
  { from, to }: HourRange,
  parts: readonly HourRange[],
  callers: Callers,
): Promise<ModelHour[]> {
  if (parts.length === 0) return []
  const values = parts.map((part) => sql`(CAST(${part.from} AS BIGINT), CAST(${part.to} AS BIGINT))`)
  const { rows } = await sql<ModelHour>`WITH parts (first, next) AS (VALUES ${sql.join(values)})
    SELECT first AS hour, model_name, ${sumColumns}, sum(first_calls) AS first_calls, sum(first_ms) AS first_ms
    FROM parts CROSS JOIN ${tableOf(callers)}
    WHERE ${areBy(callers)} AND hour >= first AND hour < next AND hour >= ${from} AND hour < ${to}
    GROUP BY first, model_name ORDER BY first, model_name`.execute(store)
  return rows
}

type Hour = Pick<
  ModelHour,
  'hour' | 'count' | 'failures' | 'refusals' | 'quota' | 'prompt_tokens' | 'completion_tokens'
>

/** Sums of all models by hour, oldest first. */
export async function readHourTotals(store: Store, { from, to }: HourRange, callers: Callers): Promise<Hour[]> {
  const { rows } = await sql<Hour>`SELECT hour, ${sumColumns} FROM ${tableOf(callers)}
    WHERE ${areBy(callers)} AND hour >= ${from} AND hour < ${to} GROUP BY hour ORDER BY hour`.execute(store)
  return rows
}

/** The first hour with a call of any user. */
export async function readOldestHour(store: Store): Promise<number | undefined> {
  const row = await store.selectFrom('usage_model_hours').select('hour').orderBy('hour').limit(1).executeTakeFirst()
  return row?.hour
}

type Share = {
  id: number
  name: string
  count: number
  failures: number
  refusals: number
  quota: number
  token_used: number
}

/** Adds the parts of a range up, and takes those with the most consumption. */
async function topOf(
  range: HourRange,
  limit: number,
  read: (table: Table, part: HourRange) => Promise<Share[]>,
): Promise<Share[]> {
  const shares = new Map<number, Share>()
  for (const [table, part] of splitRange(range))
    for (const share of await read(table, part)) {
      const same = shares.get(share.id)
      if (!same) shares.set(share.id, share)
      else {
        same.name ||= share.name
        same.count += share.count
        same.failures += share.failures
        same.refusals += share.refusals
        same.quota += share.quota
        same.token_used += share.token_used
      }
    }
  return [...shares.values()].sort((one, other) => other.quota - one.quota || one.id - other.id).slice(0, limit)
}

const sums = [
  sum('calls').as('count'),
  sum('failures').as('failures'),
  sum('refusals').as('refusals'),
  sum('quota').as('quota'),
  sql<number>`sum(prompt_tokens) + sum(completion_tokens)`.as('token_used'),
] as const

export const readTopUsers = (store: Store, range: HourRange, limit: number): Promise<Share[]> =>
  topOf(range, limit, (table, { from, to }) =>
    store
      .selectFrom(table)
      .select(['user_id as id', sql<string>`max(username)`.as('name')])
      .select(sums)
      .where('hour', '>=', from)
      .where('hour', '<', to)
      .groupBy('user_id')
      .execute(),
  )

/** A channel that was deleted has no name. */
export async function readTopChannels(store: Store, range: HourRange, limit: number): Promise<Share[]> {
  const shares = await topOf(range, limit, (table, { from, to }) =>
    store
      .selectFrom(table)
      .select(['channel_id as id', sql<string>`''`.as('name')])
      .select(sums)
      .where('hour', '>=', from)
      .where('hour', '<', to)
      .where('channel_id', '<>', 0)
      .groupBy('channel_id')
      .execute(),
  )
  const ids = shares.map(({ id }) => id)
  const named = await store
    .selectFrom('channels')
    .select(['id', 'name'])
    .where('id', 'in', [0, ...ids])
    .execute()
  const names = new Map(named.map(({ id, name }) => [id, name]))
  return shares.map((share) => ({ ...share, name: names.get(share.id) ?? '' }))
}
