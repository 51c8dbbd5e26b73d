import { sql } from 'kysely'
import { isPostgres } from '../../store/is-postgres.ts'
import type { Store } from '../../store/store.ts'

/**
 * One change of channels at a time, from here to the end of the transaction. It is a lock of its own because settlements
 * must not wait for the rows while the routing index is written. In SQLite a transaction is alone anyway.
 */
export async function lockChannels(transaction: Store): Promise<void> {
  if (isPostgres(transaction))
    await sql`select pg_advisory_xact_lock(hashtext('turnpike channels'))`.execute(transaction)
}

/** Takes several rows in the order in which settlements take them, so that neither ends up waiting for the other. */
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
