import { sql } from 'kysely'
import type { Store } from '../../../../store/store.ts'
import type { CallerRow } from '../ledger/plan.ts'
import type { Seat } from './callers.ts'

/** The members who call, without a lock. The executors of both databases have statements of their own for this. */
export async function readCallers(store: Store, seats: readonly Seat[]): Promise<CallerRow[]> {
  const found: CallerRow[] = []
  for (const { account_id, caller_id } of seats) {
    const row = await store
      .selectFrom('users')
      .leftJoin('organisation_members as member', (join) =>
        join.onRef('member.user_id', '=', 'users.id').on('member.org_id', '=', account_id),
      )
      .select(['users.id as caller_id', 'username', 'status', 'deleted_at'])
      .select(sql<0 | 1>`CASE WHEN member.user_id IS NULL THEN 0 ELSE 1 END`.as('is_member'))
      .where('users.id', '=', caller_id)
      .executeTakeFirst()
    if (row) found.push({ account_id, ...row })
  }
  return found
}
