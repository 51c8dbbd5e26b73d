import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../http/app-error.ts'
import type { Store } from '../../../store/store.ts'
import { type Actor, logAdminAction, writeAudit } from '../../system/audit/audit.queries.ts'
import { deleteLogsUntil, findClearingEnd } from './clear-logs.queries.ts'
import { dropLogMonth, readLogMonths } from './log-months.queries.ts'

const batchRows = 5000 // calls must be able to write their rows between two batches

/**
 * Deletes log rows older than `target`, oldest first and in whole seconds. The remaining log is then complete from its
 * first row on, which the verification of the ledger relies on. A future time is refused, because it would delete rows
 * that nobody could have read.
 */
export async function clearLogs(
  { store, logStore }: Pick<Deps, 'store' | 'logStore'>,
  actor: Actor,
  target: number | undefined,
): Promise<number> {
  if (!target || target < 0) throw new AppError('invalid_parameter')
  if (target > actor.at) throw new AppError('log_clear_future')
  const stores = [...new Set([store, logStore])] // new rows are in the main database until they are moved
  const ends = await Promise.all(stores.map((one) => findClearingEnd(one, target, batchRows)))
  if (ends.every((end) => end === undefined)) throw new AppError('nothing_deleted')
  // The audit row comes first: after a failure part of the log rows may already be deleted.
  await writeAudit(store, actor, { action: 'log.clear', target: String(target) })
  let count = 0
  for (const one of stores) count += await clearStore(one, target)
  await logAdminAction(store, actor, { user: actor, event: 'logs_cleared', params: { count } })
  return count
}

/** Drops the months before the time, and deletes the rows before, between and after them, oldest first. */
async function clearStore(store: Store, before: number): Promise<number> {
  let count = 0
  for (const month of await readLogMonths(store)) {
    if (month.end > before) break
    count += await deleteRows(store, month.start)
    const dropped = await dropLogMonth(store, month)
    if (dropped === undefined) break // a long read holds a lock on the month; deleting rows needs no such lock
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
