import { type ExpressionBuilder, type Insertable, sql } from 'kysely'
import type { UsageHoursTable } from '../../store/schema/usage.ts'
import type { Database } from '../../store/schema.ts'
import type { Store } from '../../store/store.ts'
import { modelMatches } from './model-pattern.ts'

/** What calls are filtered by. An absent member matches every call. */
export type CallFilters = {
  user_id?: number | undefined
  username?: string | undefined
  token_name?: string | undefined
  token_id?: number | undefined
  model_name?: string | undefined
  channel?: number | undefined
  group?: string | undefined
}

/** Whole hours, the last one excluded. */
export type HourRange = { from: number; to: number }

function matches(eb: ExpressionBuilder<Database, 'usage_hours'>, filters: CallFilters, { from, to }: HourRange) {
  const { user_id, username, token_name, token_id, model_name, channel, group } = filters
  return eb.and([
    eb('hour', '>=', from),
    eb('hour', '<', to),
    ...(user_id === undefined ? [] : [eb('user_id', '=', user_id)]),
    ...(username ? [eb('username', '=', username)] : []),
    ...(token_name ? [eb('token_name', '=', token_name)] : []),
    ...(token_id ? [eb('token_id', '=', token_id)] : []),
    ...(model_name ? [modelMatches(model_name)] : []),
    ...(channel ? [eb('channel_id', '=', channel)] : []),
    ...(group ? [eb('group', '=', group)] : []),
  ])
}

const sum = (column: keyof UsageHoursTable) => sql<number>`coalesce(sum(${sql.ref(column)}), 0)`.as(column)

/** The sums of all hours in the range. */
export const sumHours = (store: Store, filters: CallFilters, range: HourRange) =>
  store
    .selectFrom('usage_hours')
    .select([sum('calls'), sum('failures'), sum('quota'), sum('prompt_tokens'), sum('completion_tokens')])
    .where((eb) => matches(eb, filters, range))
    .executeTakeFirstOrThrow()

/** How many rows each hour has, newest first; hours without any are left out. */
export const countByHour = (store: Store, filters: CallFilters, range: HourRange) =>
  store
    .selectFrom('usage_hours')
    .select(['hour', sum('calls'), sum('failures')])
    .where((eb) => matches(eb, filters, range))
    .groupBy('hour')
    .orderBy('hour', 'desc')
    .execute()

/** The users who have this name, or had it when they called in the range. */
export async function findUsersOfName(store: Store, username: string, range: HourRange): Promise<number[]> {
  const rows = await store
    .selectFrom('usage_hours')
    .select('user_id as id')
    .where((eb) => matches(eb, { username }, range))
    .union(store.selectFrom('users').select('id').where('username', '=', username))
    .execute()
  return rows.map(({ id }) => id)
}

type UsageHour = Insertable<UsageHoursTable>

const keyColumns = [
  'hour',
  'user_id',
  'token_id',
  'channel_id',
  'model_name',
  'group',
  'username',
  'token_name',
] as const
const grown = (column: keyof UsageHoursTable) =>
  sql<number>`${sql.ref(`usage_hours.${column}`)} + ${sql.ref(`excluded.${column}`)}`

/** Adds rows of different keys to the hours. The ledger has statements of its own for this. */
export async function addToHours(store: Store, rows: readonly UsageHour[]): Promise<void> {
  if (rows.length === 0) return
  await store
    .insertInto('usage_hours')
    .values([...rows])
    .onConflict((conflict) =>
      conflict.columns([...keyColumns]).doUpdateSet({
        calls: grown('calls'),
        failures: grown('failures'),
        quota: grown('quota'),
        prompt_tokens: grown('prompt_tokens'),
        completion_tokens: grown('completion_tokens'),
        use_seconds: grown('use_seconds'),
        first_calls: grown('first_calls'),
        first_ms: grown('first_ms'),
      }),
    )
    .execute()
}
