import type { Deps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import type { Store } from '../../store/store.ts'
import { type Actor, logAdminAction, writeAudit } from '../audit/audit.queries.ts'
import { deleteLogsUntil, findClearingEnd } from './clear-logs.queries.ts'
import { dropLogMonth, readLogMonths } from './log-months.queries.ts'

const batchRows = 5000 // calls must be able to write their rows in between

/**
 * Deletes log rows older than `target`, oldest first and whole seconds at a time: what is left is complete from its first
 * row on, which is what the books are checked against. The running second is never touched.
 */
export async function clearLogs(
  { store, logStore }: Pick<Deps, 'store' | 'logStore'>,
  actor: Actor,
  target: number | undefined,
): Promise<number> {
  if (!target || target < 0) throw new AppError('invalid_parameter')
  const before = Math.min(target, actor.at)
  const stores = [...new Set([store, logStore])] // with a log database of their own, rows wait in the main one to be moved
  const ends = await Promise.all(stores.map((one) => findClearingEnd(one, before, batchRows)))
  if (ends.every((end) => end === undefined)) throw new AppError('nothing_deleted')
  // Written down first: part of the rows may be gone already when something fails.
  await writeAudit(store, actor, { action: 'log.clear', target: String(before) })
  let count = 0
  for (const one of stores) count += await clearStore(one, before)
  await logAdminAction(store, actor, { user: actor, event: 'logs_cleared', params: { count } })
  return count
}

/** Months that lie before the time whole are dropped. Between and after them, rows are deleted, so that order is kept. */
async function clearStore(store: Store, before: number): Promise<number> {
  let count = 0
  for (const month of await readLogMonths(store)) {
    if (month.end > before) break
    count += await deleteRows(store, month.start)
    const dropped = await dropLogMonth(store, month)
    if (dropped === undefined) break // somebody reads the log for long: deleting rows disturbs nobody
    count += dropped
  }
  return count + (await deleteRows(store, before))
}

async function deleteRows(store: Store, before: number): Promise<number> {
  let count = 0
  for (;;) {
    const end = await findClearingEnd(store, before, batchRows)
    if (end === undefined) return count
    count += await deleteLogsUntil(store, end)
  }
}
