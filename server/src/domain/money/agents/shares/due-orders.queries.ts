import { sql } from 'kysely'
import { isPostgres } from '../../../../store/is-postgres.ts'
import type { Store } from '../../../../store/store.ts'
import type { OrderRow } from '../../payments/orders.queries.ts'

/** The condition of the index `top_ups_shares_due`. Parameters in it would keep SQLite from using the index. */
const isDue = sql<boolean>`shares_due <> 0 AND status = 'success'`

/** Orders that were paid, refunded or disputed since they were looked at. */
export const readDueOrders = (store: Store, after: number, limit: number) =>
  store
    .selectFrom('top_ups')
    .select(['id', 'trade_no', 'user_id'])
    .where(isDue)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()

/** Locks an order that is due: who refunds it waits, and makes it due again. */
export const lockDueOrder = (transaction: Store, id: number): Promise<OrderRow | undefined> =>
  transaction
    .selectFrom('top_ups')
    .selectAll()
    .where('id', '=', id)
    .where(isDue)
    .$if(isPostgres(transaction), (query) => query.forNoKeyUpdate())
    .executeTakeFirst()

export async function noteShared(transaction: Store, id: number): Promise<void> {
  await transaction.updateTable('top_ups').set({ shares_due: 0 }).where('id', '=', id).execute()
}
