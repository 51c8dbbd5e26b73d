import type { Selectable } from 'kysely'
import type { Database } from '../../../store/schema.ts'
import type { Store } from '../../../store/store.ts'

export type OrderRefundRow = Selectable<Database['order_refunds']>
type NewRefund = Omit<OrderRefundRow, 'id' | 'provider_ref'>

export const insertRefund = (transaction: Store, refund: NewRefund): Promise<OrderRefundRow> =>
  transaction.insertInto('order_refunds').values(refund).returningAll().executeTakeFirstOrThrow()

/** The refunds of some orders, oldest first. */
export const readRefundsOf = (store: Store, orders: readonly string[]): Promise<OrderRefundRow[]> =>
  orders.length === 0
    ? Promise.resolve([])
    : store
        .selectFrom('order_refunds')
        .selectAll()
        .where('trade_no', 'in', [...orders])
        .orderBy('id')
        .execute()

/** Marks a refund as confirmed by the provider, unless it has failed. */
export async function confirmRefund(store: Store, id: number, provider_ref?: string): Promise<void> {
  await store
    .updateTable('order_refunds')
    .set({ status: 'done', ...(provider_ref && { provider_ref }) })
    .where('id', '=', id)
    .where('status', '<>', 'failed')
    .execute()
}

/** Moves a refund from pending to failed. Of all who try, one gets the row. */
export const failRefund = (store: Store, id: number): Promise<OrderRefundRow | undefined> =>
  store
    .updateTable('order_refunds')
    .set({ status: 'failed' })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .returningAll()
    .executeTakeFirst()

/** Moves a refund to failed that the provider had accepted before. */
export const revokeRefund = (store: Store, id: number): Promise<OrderRefundRow | undefined> =>
  store
    .updateTable('order_refunds')
    .set({ status: 'failed' })
    .where('id', '=', id)
    .where('status', '<>', 'failed')
    .returningAll()
    .executeTakeFirst()

export const findRefundByRef = (store: Store, trade_no: string, provider_ref: string) =>
  store
    .selectFrom('order_refunds')
    .selectAll()
    .where('trade_no', '=', trade_no)
    .where('provider_ref', '=', provider_ref)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

export const readPendingRefunds = (store: Store, createdBefore: number, limit: number): Promise<OrderRefundRow[]> =>
  store
    .selectFrom('order_refunds')
    .selectAll()
    .where('status', '=', 'pending')
    .where('created_at', '<', createdBefore)
    .orderBy('created_at')
    .limit(limit)
    .execute()
