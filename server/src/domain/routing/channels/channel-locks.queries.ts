import { sql } from 'kysely'
import { isPostgres } from '../../../store/is-postgres.ts'
import type { Store } from '../../../store/store.ts'

/**
 * One change of channels at a time, until the end of the transaction. An advisory lock instead of row locks, because
 * settlements must not wait for the rows while the routing index is written. SQLite runs one transaction at a time.
 */
export async function lockChannels(transaction: Store): Promise<void> {
  if (isPostgres(transaction))
    await sql`select pg_advisory_xact_lock(hashtext('turnpike channels'))`.execute(transaction)
}

/** Locks rows in the order in which settlements lock them, so that the two cannot deadlock. */
export async function lockChannelRows(transaction: Store, ids: readonly number[]): Promise<void> {
  if (isPostgres(transaction))
    await transaction
      .selectFrom('channels')
      .select('id')
      .where('id', 'in', ids)
      .orderBy('id')
      .forNoKeyUpdate()
      .execute()
}
