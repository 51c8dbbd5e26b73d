import { countChanged } from '../../../store/row-counts.ts'
import type { Store } from '../../../store/store.ts'

/** The time of the `rows`-th oldest row before `before`, or of the newest such row where there are fewer. */
export async function findClearingEnd(store: Store, before: number, rows: number): Promise<number | undefined> {
  const oldest = (direction: 'asc' | 'desc', offset: number) =>
    store
      .selectFrom('logs')
      .select('created_at')
      .where('created_at', '<', before)
      .orderBy('created_at', direction)
      .limit(1)
      .offset(offset)
      .executeTakeFirst()
  const end = (await oldest('asc', rows - 1)) ?? (await oldest('desc', 0))
  return end?.created_at
}

/** Returns how many rows were deleted. */
export const deleteLogsUntil = (store: Store, lastSecond: number): Promise<number> =>
  countChanged(store.deleteFrom('logs').where('created_at', '<=', lastSecond))
