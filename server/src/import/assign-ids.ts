import type { Store } from '../store/store.ts'
import type { Planned } from './import-rows.ts'
import { type Numbered, readIds, reserveIds } from './imports.queries.ts'

/** Larger ids would leave too few for new rows. */
const keptIdMax = 2 ** 31 - 1

/**
 * The ids of new rows: that of the source where it is free here, because clients name users and channels by it, and a new
 * one otherwise.
 */
export async function assignIds(transaction: Store, table: Numbered, plans: readonly Planned[]): Promise<number[]> {
  const taken = await readIds(transaction, table)
  const keptId = ({ sourceId }: Planned) => {
    const id = /^\d{1,10}$/.test(sourceId) ? Number(sourceId) : 0
    return id > 0 && id <= keptIdMax && !taken.has(id) ? id : undefined
  }
  const kept = plans.map(keptId)
  let last = 0
  for (const id of [...taken, ...kept]) if (id !== undefined && id > last) last = id
  const ids = kept.map((id) => id ?? ++last)
  await reserveIds(transaction, table, last)
  return ids
}
