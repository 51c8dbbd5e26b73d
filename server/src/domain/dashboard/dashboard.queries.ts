import { sql } from 'kysely'
import type { UsageHoursTable } from '../../store/schema/usage.ts'
import type { Store } from '../../store/store.ts'
import type { HourRange } from '../logs/usage-hours.queries.ts'

const sum = (column: keyof UsageHoursTable) => sql<number>`sum(${sql.ref(column)})`

const sums = [
  sum('calls').as('count'),
  sum('failures').as('failures'),
  sum('quota').as('quota'),
  sum('prompt_tokens').as('prompt_tokens'),
  sum('completion_tokens').as('completion_tokens'),
  sum('first_calls').as('first_calls'),
  sum('first_ms').as('first_ms'),
] as const

/** Sums by model and hour, oldest first. */
export const readUsage = (store: Store, { from, to }: HourRange, owner: { user_id?: number; username?: string }) =>
  store
    .selectFrom('usage_hours')
    .select(['hour', 'model_name', ...sums])
    .where('hour', '>=', from)
    .where('hour', '<', to)
    .$if(owner.user_id !== undefined, (query) => query.where('user_id', '=', owner.user_id ?? 0))
    .$if(owner.username !== undefined, (query) => query.where('username', '=', owner.username ?? ''))
    .groupBy(['hour', 'model_name'])
    .orderBy('hour')
    .orderBy('model_name')
    .execute()

const tokens = sql<number>`sum(prompt_tokens) + sum(completion_tokens)`.as('token_used')

/** Those with the most consumption first. */
export const readTopUsers = (store: Store, { from, to }: HourRange, limit: number) =>
  store
    .selectFrom('usage_hours')
    .select(['user_id as id', sql<string>`max(username)`.as('name')])
    .select([sum('calls').as('count'), sum('failures').as('failures'), sum('quota').as('quota'), tokens])
    .where('hour', '>=', from)
    .where('hour', '<', to)
    .groupBy('user_id')
    .orderBy('quota', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()

/** A channel that was deleted has no name. */
export const readTopChannels = (store: Store, { from, to }: HourRange, limit: number) =>
  store
    .selectFrom('usage_hours')
    .leftJoin('channels', 'channels.id', 'usage_hours.channel_id')
    .select(['usage_hours.channel_id as id', sql<string>`coalesce(max(channels.name), '')`.as('name')])
    .select([
      sum('calls').as('count'),
      sum('failures').as('failures'),
      sql<number>`sum(usage_hours.quota)`.as('quota'),
      tokens,
    ])
    .where('hour', '>=', from)
    .where('hour', '<', to)
    .where('usage_hours.channel_id', '<>', 0)
    .groupBy('usage_hours.channel_id')
    .orderBy('quota', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
