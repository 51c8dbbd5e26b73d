import { logType } from '@turnpike/contract/usage/log'
import type { StoredLog } from '../domain/usage/logs/logs.queries.ts'
import { copyLogs, deleteLogs, readCopies, readOldestLogs } from '../domain/usage/logs/move-logs.queries.ts'
import type { Log } from '../log.ts'
import { releaseLease, renewLease, takeLease } from '../store/lease.ts'
import type { OpenStore, Store } from '../store/store.ts'

export const moveLogsEverySeconds = 2
export const moveLogsLease = 'move logs'
const leaseSeconds = 60
const batchMax = 200

type MoveLogsDeps = { open: OpenStore; clock: () => number; log: Log }

/**
 * Log rows are written in the main database, with their charges. Where LOG_SQL_DSN names another database, this job
 * moves them there: copied first and deleted afterwards, so that a row may be copied twice but is never lost.
 */
export async function moveLogs({ open, clock, log }: MoveLogsDeps, holder: string): Promise<void> {
  if (open.logStore === open.store) return
  let lease = await takeLease(open.store, moveLogsLease, holder, leaseSeconds, clock())
  let count = 0
  try {
    while (lease) {
      const rows = await readOldestLogs(open.store, batchMax)
      if (rows.length > 0) await moveRows(open, rows)
      count += rows.length
      if (rows.length < batchMax) break
      lease = await renewLease(open.store, lease, leaseSeconds, clock())
    }
  } finally {
    // Also after a failure, so that rows move as soon as the log database is back, and not when the lease has expired.
    if (lease) await releaseLease(open.store, lease)
  }
  if (count > 0) log.debug('log rows moved', { count })
}

async function moveRows({ store, logStore }: OpenStore, rows: StoredLog[]): Promise<void> {
  await logStore.transaction().execute(async (transaction) => {
    await copyLogs(transaction, rows)
    await expectCopied(transaction, rows)
  })
  await deleteLogs(
    store,
    rows.map(({ id }) => id),
  )
}

/**
 * A copy may exist from an earlier attempt; then it must be the same row, not another row with the same id. A log that
 * is partitioned by month has no unique index that would refuse the second one.
 */
async function expectCopied(logStore: Store, rows: StoredLog[]): Promise<void> {
  const found = await readCopies(logStore, rows)
  const copies = new Set(found.map(identityOf))
  const identities = new Map(rows.map((row) => [row.id, identityOf(row)]))
  const isConflicting = (row: LogIdentity) => identities.has(row.id) && identities.get(row.id) !== identityOf(row)
  const conflicting = rows.find((row) => !copies.has(identityOf(row))) ?? found.find(isConflicting)
  if (conflicting)
    throw new Error(
      `log row ${conflicting.id} cannot be moved: the log database has another row of that number. ` +
        'It belongs to another installation; name an empty one in LOG_SQL_DSN.',
    )
}

type LogIdentity = Pick<StoredLog, 'id' | 'user_id' | 'created_at' | 'type' | 'request_id'>

/** A call has one consumption row, whatever the id of that row. */
const identityOf = ({ id, user_id, created_at, type, request_id }: LogIdentity) =>
  type === logType.consumption && request_id !== '' ? `request ${request_id}` : `${id} ${user_id} ${created_at} ${type}`
