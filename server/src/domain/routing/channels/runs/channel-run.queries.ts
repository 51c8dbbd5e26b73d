import type { ChannelRun } from '@turnpike/contract/routing/channel'
import { sql } from 'kysely'
import type { Lease } from '../../../../store/lease.ts'
import type { Store } from '../../../../store/store.ts'

/** Writes the row of a new run over that of the run before. */
export const openRun = (store: Store, { name, fencing_number }: Lease, start: { total: number; started_at: number }) =>
  store
    .insertInto('runs')
    .values({ name, fencing_number, ...start })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ fencing_number, ...start, done: 0, failed: 0, finished_at: 0 }),
    )
    .execute()

/** Counts one channel as done. Returns false when another holder has taken the run. */
export async function countDone(store: Store, { name, fencing_number }: Lease, isFailed: boolean): Promise<boolean> {
  const counted = await store
    .updateTable('runs')
    .set({ done: sql<number>`done + 1`, failed: sql<number>`failed + ${isFailed ? 1 : 0}` })
    .where('name', '=', name)
    .where('fencing_number', '=', fencing_number)
    .executeTakeFirst()
  return counted.numUpdatedRows > 0n
}

export const closeRun = (store: Store, { name, fencing_number }: Lease, finished_at: number) =>
  store
    .updateTable('runs')
    .set({ finished_at })
    .where('name', '=', name)
    .where('fencing_number', '=', fencing_number)
    .execute()

const neverRun: ChannelRun = { is_running: false, done: 0, total: 0, failed: 0, started_at: 0, finished_at: 0 }

/** The progress of a run, on whichever instance. A run whose process died ends when its lease expires. */
export async function readRun(store: Store, name: string, now: number): Promise<ChannelRun> {
  const row = await store
    .selectFrom('runs')
    .innerJoin('leases', 'leases.name', 'runs.name')
    .select(['runs.done', 'runs.total', 'runs.failed', 'runs.started_at', 'runs.finished_at', 'leases.expires_at'])
    .where('runs.name', '=', name)
    .executeTakeFirst()
  if (!row) return neverRun
  const { expires_at, ...run } = row
  return { ...run, is_running: run.finished_at === 0 && expires_at > now }
}
