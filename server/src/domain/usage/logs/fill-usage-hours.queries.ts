import { logType } from '@turnpike/contract/usage/log'
import type { Store } from '../../../store/store.ts'
import type { StoredLog } from './logs.queries.ts'
import type { UsageHour } from './usage-hour.ts'
import { addToHours } from './usage-hours.queries.ts'

/** The highest id that is still to be added; 0 if all rows are added. */
export async function readFillPosition(store: Store): Promise<number> {
  const row = await store.selectFrom('usage_hours_fill').select('next_id').executeTakeFirst()
  return row?.next_id ?? 0
}

/** Whether the main database still has such rows, which will move to the log database. */
export async function hasUnmovedRows(store: Store, position: number): Promise<boolean> {
  return (await store.selectFrom('logs').select('id').where('id', '<=', position).limit(1).execute()).length > 0
}

export const readRowsToFill = (logStore: Store, position: number, limit: number): Promise<StoredLog[]> =>
  logStore
    .selectFrom('logs')
    .selectAll()
    .where('id', '<=', position)
    .where('type', 'in', [logType.consumption, logType.failure])
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** Adds rows and moves the position. Gives false if another process has moved it. */
export const saveFill = (
  store: Store,
  hours: readonly UsageHour[],
  position: number,
  next_id: number,
): Promise<boolean> =>
  store.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('usage_hours_fill')
      .set({ next_id })
      .where('next_id', '=', position)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    await addToHours(transaction, hours)
    return true
  })
