import { sql } from 'kysely'
import type { Store } from '../../../../store/store.ts'
import { paidBy } from '../../../usage/logs/paid-by.ts'

/** From its first second, without the last one. */
export type Span = { from: number; to: number }

/** The balance at the beginning of a second. */
export async function readBalanceAt(store: Store, orgId: number, at: number): Promise<number> {
  const { sum } = await store
    .selectFrom('ledger')
    .select(sql<number>`coalesce(sum(posted), 0)`.as('sum'))
    .where('user_id', '=', orgId)
    .where('created_at', '<', at)
    .executeTakeFirstOrThrow()
  return Number(sum)
}

/** The entries of a span by kind. */
export const readMovements = (store: Store, orgId: number, { from, to }: Span) =>
  store
    .selectFrom('ledger')
    .select(['kind', sql<number>`sum(posted)`.as('quota'), sql<number>`count(*)`.as('entries')])
    .where('user_id', '=', orgId)
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
    .groupBy('kind')
    .orderBy('kind')
    .execute()

const sum = (column: 'quota' | 'calls' | 'prompt_tokens' | 'completion_tokens') =>
  sql<number>`coalesce(sum(${sql.ref(`usage_hours.${column}`)}), 0)`.as(column)

/** What members spent, by model, in the hours that begin in a span. */
export const readSpent = (store: Store, orgId: number, { from, to }: Span) =>
  store
    .selectFrom('usage_hours')
    .leftJoin('users', 'users.id', 'usage_hours.user_id')
    .select(['usage_hours.user_id', 'usage_hours.model_name', 'users.username', 'users.display_name'])
    .select([sum('quota'), sum('calls'), sum('prompt_tokens'), sum('completion_tokens')])
    .where(paidBy(orgId))
    .where('hour', '>=', from)
    .where('hour', '<', to)
    .groupBy(['usage_hours.user_id', 'usage_hours.model_name', 'users.username', 'users.display_name'])
    .execute()
