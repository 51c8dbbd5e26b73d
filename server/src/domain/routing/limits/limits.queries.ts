import { sql } from 'kysely'
import type { Store } from '../../../store/store.ts'
import { ownedBy, type TokenOwner } from '../../identity/tokens/token-owner.ts'
import type { GroupLimits } from './limits-of-caller.ts'
import { readLimits } from './stored-limits.ts'

export type Count = { key: string; since: number; amount: number }

/** Adds to a step of a counter, in the caller's transaction. */
export const addToCounter = (transaction: Store, count: Count) =>
  transaction
    .insertInto('limit_counters')
    .values(count)
    .onConflict((conflict) =>
      conflict.columns(['key', 'since']).doUpdateSet(({ eb, ref }) => ({
        amount: eb('limit_counters.amount', '+', ref('excluded.amount')),
      })),
    )
    .execute()

export const readCounts = async (store: Store, keys: readonly string[]): Promise<Count[]> =>
  keys.length === 0
    ? []
    : store.selectFrom('limit_counters').select(['key', 'since', 'amount']).where('key', 'in', keys).execute()

export async function readGroupLimits(store: Store): Promise<Map<string, GroupLimits>> {
  const rows = await store.selectFrom('group_limits').selectAll().orderBy('group').execute()
  return new Map(
    rows.map(({ group, member, together }) => [group, { member: readLimits(member), together: readLimits(together) }]),
  )
}

export async function saveGroupLimits(
  transaction: Store,
  row: { group: string; member: string; together: string },
): Promise<void> {
  await transaction.deleteFrom('group_limits').where('group', '=', row.group).execute()
  if (row.member !== '' || row.together !== '') await transaction.insertInto('group_limits').values(row).execute()
}

export async function findTokenLimits(store: Store, owner: TokenOwner, id: number): Promise<string | undefined> {
  const row = await store
    .selectFrom('tokens')
    .select('limits')
    .where('id', '=', id)
    .where(ownedBy(owner))
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.limits
}

export const saveTokenLimits = (transaction: Store, id: number, limits: string) =>
  transaction.updateTable('tokens').set({ limits }).where('id', '=', id).execute()

export async function findUserLimits(store: Store, id: number): Promise<string> {
  const row = await store.selectFrom('users').select('limits').where('id', '=', id).executeTakeFirst()
  return row?.limits ?? ''
}

export const saveUserLimits = (transaction: Store, id: number, limits: string) =>
  transaction.updateTable('users').set({ limits }).where('id', '=', id).execute()

/** Deletes steps that no limit counts any more: those of limits per minute soon, those of budgets after two months. */
export async function pruneCounters(store: Store, now: number): Promise<void> {
  const isPerMinute = sql<boolean>`(key LIKE 'requests|%' OR key LIKE 'tokens|%')`
  const ended = store.deleteFrom('limit_counters').where('since', '>', 0)
  await ended
    .where('since', '<', now - 3600)
    .where(isPerMinute)
    .execute()
  await ended.where('since', '<', now - 62 * 86_400).execute()
}
