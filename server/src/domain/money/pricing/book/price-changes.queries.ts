import type { ModelPriceChange } from '@turnpike/contract/money/price-book'
import type { Store } from '../../../../store/store.ts'

export type PriceChange = {
  id: number
  effective_at: number
  created_at: number
  /** When it got its present prices and time. */
  changed_at: number
  actor_id: number
  actor_name: string
  changes: readonly ModelPriceChange[]
}

/** Future changes, and due changes that are not in the options yet; in the order in which they take effect. */
export async function readPriceChanges(store: Store): Promise<PriceChange[]> {
  const rows = await store.selectFrom('price_changes').selectAll().orderBy('effective_at').orderBy('id').execute()
  return rows.map((row) => ({ ...row, changes: JSON.parse(row.changes) as ModelPriceChange[] })) // checked before it was written
}

type Written = Pick<PriceChange, 'effective_at' | 'changes' | 'changed_at'>

export async function insertPriceChange(
  store: Store,
  { changes, ...row }: Omit<PriceChange, 'id' | 'changed_at'>,
): Promise<{ id: number }> {
  return store
    .insertInto('price_changes')
    .values({ ...row, changed_at: row.created_at, changes: JSON.stringify(changes) })
    .returning('id')
    .executeTakeFirstOrThrow()
}

export const updatePriceChange = (store: Store, id: number, { changes, ...row }: Written) =>
  store
    .updateTable('price_changes')
    .set({ ...row, changes: JSON.stringify(changes) })
    .where('id', '=', id)
    .execute()

export const deletePriceChange = (store: Store, id: number) =>
  store.deleteFrom('price_changes').where('id', '=', id).execute()
