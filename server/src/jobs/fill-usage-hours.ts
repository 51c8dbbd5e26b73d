import {
  hasUnmovedRows,
  readFillPosition,
  readRowsToFill,
  saveFill,
} from '../domain/usage/logs/fill-usage-hours.queries.ts'
import { hourOfRow } from '../domain/usage/logs/usage-hour.ts'
import type { Log } from '../log.ts'
import { releaseLease, renewLease, takeLease } from '../store/lease.ts'
import type { OpenStore } from '../store/store.ts'

export const fillUsageHoursEverySeconds = 60
const leaseName = 'fill usage hours'
const leaseSeconds = 60
/** A statement of SQLite has at most 32,766 values, and an hour has 16. */
const batchMax = 2000

type FillUsageHoursDeps = { open: OpenStore; clock: () => number; log: Log }

/**
 * Adds the calls of log rows that are older than the hours to them, newest first. Each batch is added together with the
 * position it ends at, so that no row is added twice.
 */
export async function fillUsageHours({ open, clock, log }: FillUsageHoursDeps, holder: string): Promise<void> {
  const { store, logStore } = open
  let position = await readFillPosition(store)
  if (position === 0) return
  // Rows on their way to the log database would be skipped.
  if (logStore !== store && (await hasUnmovedRows(store, position))) return
  let lease = await takeLease(store, leaseName, holder, leaseSeconds, clock())
  let count = 0
  while (lease && position > 0) {
    const rows = await readRowsToFill(logStore, position, batchMax)
    const next = rows.length < batchMax ? 0 : (rows.at(-1)?.id ?? 1) - 1
    const hours = rows.map((row) => hourOfRow(row))
    if (!(await saveFill(store, hours, position, next))) break
    position = next
    count += rows.length
    lease = await renewLease(store, lease, leaseSeconds, clock())
  }
  if (lease) await releaseLease(store, lease)
  if (count > 0) log.info('older log rows added to the hours', { count, is_complete: position === 0 })
}
