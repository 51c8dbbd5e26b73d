import { type ExpressionBuilder, sql } from 'kysely'
import type { Database } from '../../../store/schema.ts'
import type { Store } from '../../../store/store.ts'
import { usernameKey } from '../../identity/users/username.ts'
import { modelMatches } from './model-pattern.ts'
import { paidBy } from './paid-by.ts'
import { hourKey, hourSums, rollUps, type UsageHour } from './usage-hour.ts'

/** A filter of calls. An absent member matches every call. */
export type CallFilters = {
  user_id?: number | undefined
  /** The organisation that pays, or 0 for the calls that users pay for themselves. */
  account_id?: number | undefined
  /** The ids of the users of a name: there is no index by name. */
  user_ids?: readonly number[]
  username?: string | undefined
  token_name?: string | undefined
  token_id?: number | undefined
  model_name?: string | undefined
  channel?: number | undefined
  group?: string | undefined
}

/** Whole hours, without the last one. */
export type HourRange = { from: number; to: number }

export type Table = 'usage_hours' | 'usage_days'

const secondsPerDay = 86_400

/** Splits a range into whole days, and the hours before and after them. */
export function splitRange({ from, to }: HourRange): [Table, HourRange][] {
  const first = Math.ceil(from / secondsPerDay) * secondsPerDay
  const last = Math.floor(to / secondsPerDay) * secondsPerDay
  if (first >= last) return [['usage_hours', { from, to }]]
  const parts: [Table, HourRange][] = [
    ['usage_hours', { from: last, to }],
    ['usage_days', { from: first, to: last }],
    ['usage_hours', { from, to: first }],
  ]
  return parts.filter(([, range]) => range.from < range.to)
}

/** An empty list is not valid SQL, and no user has the id -1. */
export const someIds = (ids: readonly number[]): number[] => (ids.length > 0 ? [...ids] : [-1])

function matches(eb: ExpressionBuilder<Database, Table>, filters: CallFilters, { from, to }: HourRange) {
  const { user_id, account_id, user_ids, username, token_name, token_id, model_name, channel, group } = filters
  return eb.and([
    eb('hour', '>=', from),
    eb('hour', '<', to),
    ...(user_id === undefined ? [] : [eb('user_id', '=', user_id)]),
    ...(account_id === undefined ? [] : [paidBy(account_id)]),
    ...(user_ids ? [eb('user_id', 'in', someIds(user_ids))] : []),
    ...(username ? [eb('username', '=', username)] : []),
    ...(token_name ? [eb('token_name', '=', token_name)] : []),
    ...(token_id ? [eb('token_id', '=', token_id)] : []),
    ...(model_name ? [modelMatches(model_name)] : []),
    ...(channel ? [eb('channel_id', '=', channel)] : []),
    ...(group ? [eb('group', '=', group)] : []),
  ])
}

const sum = (column: keyof Database['usage_hours']) => sql<number>`coalesce(sum(${sql.ref(column)}), 0)`.as(column)

/** The sums of the whole days in the range, and of the hours before and after them. */
export const sumHours = (store: Store, filters: CallFilters, range: HourRange) =>
  Promise.all(
    splitRange(range).map(([table, part]) =>
      store
        .selectFrom(table)
        .select([sum('calls'), sum('failures'), sum('refusals'), sum('quota')])
        .select([sum('prompt_tokens'), sum('completion_tokens')])
        .where((eb) => matches(eb, filters, part))
        .executeTakeFirstOrThrow(),
    ),
  )

/** The number of rows per day, newest first, and per hour where a day is not whole. Empty ones are left out. */
export async function countByDay(store: Store, filters: CallFilters, range: HourRange): Promise<CountedSpan[]> {
  const parts = splitRange(range).map(async ([table, part]) => {
    const seconds = table === 'usage_days' ? secondsPerDay : 3600
    const rows = await countIn(store, table, filters, part)
    return rows.map(({ hour, calls, failures }) => ({ from: hour, to: hour + seconds, calls, failures }))
  })
  return (await Promise.all(parts)).flat()
}

/** The same per hour of some days. */
export async function countByHour(store: Store, filters: CallFilters, range: HourRange): Promise<CountedSpan[]> {
  const rows = await countIn(store, 'usage_hours', filters, range)
  return rows.map(({ hour, calls, failures }) => ({ from: hour, to: hour + 3600, calls, failures }))
}

export type CountedSpan = HourRange & { calls: number; failures: number }

const countIn = (store: Store, table: Table, filters: CallFilters, range: HourRange) =>
  store
    .selectFrom(table)
    .select(['hour', sum('calls'), sum('failures')])
    .where((eb) => matches(eb, filters, range))
    .groupBy('hour')
    .orderBy('hour', 'desc')
    .execute()

/** The users who have this name, or had it when they called in the range. */
export async function findUsersOfName(store: Store, username: string, range: HourRange): Promise<number[]> {
  const rows = await store
    .selectFrom('usage_days')
    .select('user_id as id')
    .where((eb) => matches(eb, { username }, { ...range, from: range.from - secondsPerDay }))
    .union(store.selectFrom('users').select('id').where('username_key', '=', usernameKey(username)))
    .execute()
  return rows.map(({ id }) => id)
}

const grownIn = (table: Table | 'usage_model_hours') =>
  Object.fromEntries(
    [...hourSums, 'refusals' as const].map((column) => [
      column,
      sql<number>`${sql.ref(`${table}.${column}`)} + ${sql.ref(`excluded.${column}`)}`,
    ]),
  )

/** Rows of one statement need the same columns. */
const withRefusals = <Row extends { refusals?: number }>(row: Row): Row & { refusals: number } => ({
  ...row,
  refusals: row.refusals ?? 0,
})

/**
 * Adds calls to their hours, their days and the hours of their models. The ledger has statements of its own for this.
 */
export async function addToHours(store: Store, rows: Iterable<UsageHour>): Promise<void> {
  const { hours, days, modelHours } = rollUps(rows)
  if (hours.length === 0) return
  for (const [table, list] of [
    ['usage_hours', hours],
    ['usage_days', days],
  ] as const)
    await store
      .insertInto(table)
      .values(list.map(withRefusals))
      .onConflict((conflict) => conflict.columns([...hourKey]).doUpdateSet(grownIn(table)))
      .execute()
  await store
    .insertInto('usage_model_hours')
    .values(modelHours.map(withRefusals))
    .onConflict((conflict) => conflict.columns(['hour', 'model_name']).doUpdateSet(grownIn('usage_model_hours')))
    .execute()
}
