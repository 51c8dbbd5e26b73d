import { sql } from 'kysely'
import { isPostgres } from '../../store/is-postgres.ts'
import type { UsageHoursTable } from '../../store/schema/usage.ts'
import type { Store } from '../../store/store.ts'
import { type HourRange, splitRange, type Table } from '../logs/usage-hours.queries.ts'

const sum = (column: keyof UsageHoursTable) => sql<number>`sum(${sql.ref(column)})`

type Counts = Record<
  'count' | 'failures' | 'quota' | 'prompt_tokens' | 'completion_tokens' | 'first_calls' | 'first_ms',
  number
>
type ModelHour = Counts & { hour: number; model_name: string }

/**
 * Sums of everyone by model and hour, oldest first. A month of many models is tens of thousands of rows, which are read in
 * a fraction of the time as one JSON text.
 */
export async function readAllHours(store: Store, { from, to }: HourRange): Promise<ModelHour[]> {
  const columns = sql`hour, model_name, calls, failures, quota, prompt_tokens, completion_tokens, first_calls, first_ms`
  const list = isPostgres(store)
    ? sql`json_agg(json_build_array(${columns}) ORDER BY hour, model_name)::text`
    : sql`json_group_array(json_array(${columns}) ORDER BY hour, model_name)`
  const { rows } = await sql<{ list: string | null }>`SELECT ${list} AS list FROM usage_model_hours
    WHERE hour >= ${from} AND hour < ${to}`.execute(store)
  const hours: [number, string, number, number, number, number, number, number, number][] = JSON.parse(
    rows[0]?.list ?? '[]',
  )
  return hours.map(
    ([hour, model_name, count, failures, quota, prompt_tokens, completion_tokens, first_calls, first_ms]) => ({
      hour,
      model_name,
      count,
      failures,
      quota,
      prompt_tokens,
      completion_tokens,
      first_calls,
      first_ms,
    }),
  )
}

/** Sums of these users by model and hour, oldest first. */
export const readHoursOf = (store: Store, { from, to }: HourRange, users: readonly number[], username?: string) =>
  store
    .selectFrom('usage_hours')
    .select(['hour', 'model_name', sum('calls').as('count'), sum('failures').as('failures'), sum('quota').as('quota')])
    .select([sum('prompt_tokens').as('prompt_tokens'), sum('completion_tokens').as('completion_tokens')])
    .select([sum('first_calls').as('first_calls'), sum('first_ms').as('first_ms')])
    .where('user_id', 'in', users.length > 0 ? [...users] : [-1])
    .where('hour', '>=', from)
    .where('hour', '<', to)
    .$if(username !== undefined, (query) => query.where('username', '=', username ?? ''))
    .groupBy(['hour', 'model_name'])
    .orderBy('hour')
    .orderBy('model_name')
    .execute()

type Share = { id: number; name: string; count: number; failures: number; quota: number; token_used: number }

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
        same.quota += share.quota
        same.token_used += share.token_used
      }
    }
  return [...shares.values()].sort((one, other) => other.quota - one.quota || one.id - other.id).slice(0, limit)
}

const sums = [
  sum('calls').as('count'),
  sum('failures').as('failures'),
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
