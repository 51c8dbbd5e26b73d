import type { Selectable } from 'kysely'
import type { Database } from '../../../../store/schema.ts'
import type { Store } from '../../../../store/store.ts'

export type DisputeRow = Selectable<Database['order_disputes']>

/** Stores a dispute. Returns undefined where it is known. */
export const insertDispute = (transaction: Store, dispute: Omit<DisputeRow, 'id'>): Promise<DisputeRow | undefined> =>
  transaction
    .insertInto('order_disputes')
    .values(dispute)
    .onConflict((conflict) => conflict.column('provider_ref').doNothing())
    .returningAll()
    .executeTakeFirst()

export const findDispute = (transaction: Store, provider_ref: string): Promise<DisputeRow | undefined> =>
  transaction.selectFrom('order_disputes').selectAll().where('provider_ref', '=', provider_ref).executeTakeFirst()

export async function saveDispute(
  transaction: Store,
  id: number,
  change: Pick<DisputeRow, 'status' | 'cents'>,
): Promise<void> {
  await transaction.updateTable('order_disputes').set(change).where('id', '=', id).execute()
}

/** What is disputed of an order now: hundredths of its currency. A dispute that was lost is a refund. */
export async function sumDisputed(store: Store, trade_no: string): Promise<number> {
  const row = await store
    .selectFrom('order_disputes')
    .select(({ fn }) => fn.sum<number | null>('cents').as('cents'))
    .where('trade_no', '=', trade_no)
    .where('status', '=', 'open')
    // An appeal opens a dispute again that counts as a refund since it was lost.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('order_refunds')
            .select('order_refunds.id')
            .whereRef('order_refunds.trade_no', '=', 'order_disputes.trade_no')
            .whereRef('order_refunds.provider_ref', '=', 'order_disputes.provider_ref')
            .where('order_refunds.status', '=', 'done'),
        ),
      ),
    )
    .executeTakeFirst()
  return Number(row?.cents ?? 0)
}
