import type { AppliedOrigin, AppliedPriceChange } from '@turnpike/contract/money/price-sources'
import type { Selectable } from 'kysely'
import { countRows } from '../../../../store/row-counts.ts'
import type { MoneyTables } from '../../../../store/schema/money.ts'
import type { Store } from '../../../../store/store.ts'

/** `change_id`: the change to come that carries it; 0 for one that applied at once. */
export type AppliedRow = AppliedPriceChange & { change_id: number }

const rowOf = (row: Selectable<MoneyTables['applied_prices']>): AppliedRow => ({
  ...row,
  origin: row.origin as AppliedOrigin, // written by the function below
  changes: JSON.parse(row.changes) as AppliedPriceChange['changes'], // written by the function below
})

export const insertApplied = (
  store: Store,
  { changes, ...row }: Omit<AppliedRow, 'id' | 'models' | 'undone_at' | 'undone_by'>,
): Promise<{ id: number }> =>
  store
    .insertInto('applied_prices')
    .values({ ...row, changes: JSON.stringify(changes), models: changes.length, undone_at: 0, undone_by: '' })
    .returning('id')
    .executeTakeFirstOrThrow()

export async function findApplied(store: Store, id: number): Promise<AppliedRow | undefined> {
  const row = await store.selectFrom('applied_prices').selectAll().where('id', '=', id).executeTakeFirst()
  return row && rowOf(row)
}

export async function pageOfApplied(
  store: Store,
  { p, page_size }: { p: number; page_size: number },
): Promise<{ items: AppliedRow[]; total: number }> {
  const total = await countRows(store.selectFrom('applied_prices'))
  const rows = await store
    .selectFrom('applied_prices')
    .selectAll()
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(page_size)
    .offset((p - 1) * page_size)
    .execute()
  return { items: rows.map(rowOf), total: Number(total) }
}

/** Changes of an origin since a time, whether they were undone or not. */
export async function readAppliedSince(store: Store, origin: AppliedOrigin, since: number): Promise<AppliedRow[]> {
  const rows = await store
    .selectFrom('applied_prices')
    .selectAll()
    .where('at', '>=', since)
    .where('origin', '=', origin)
    .execute()
  return rows.map(rowOf)
}

export const writeUndone = (store: Store, { id, changes, undone_at, undone_by }: AppliedRow) =>
  store
    .updateTable('applied_prices')
    .set({ changes: JSON.stringify(changes), undone_at, undone_by })
    .where('id', '=', id)
    .execute()

export async function readEditions(store: Store): Promise<string[]> {
  const rows = await store.selectFrom('shipped_editions').select('day').execute()
  return rows.map(({ day }) => day)
}

/** Whether this call was the first to record the edition. */
export async function recordEdition(store: Store, day: string, now: number): Promise<boolean> {
  const row = await store
    .insertInto('shipped_editions')
    .values({ day, recorded_at: now })
    .onConflict((conflict) => conflict.column('day').doNothing())
    .returning('day')
    .executeTakeFirst()
  return row !== undefined
}
