import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '../../config.ts'
import { moveLogsLease } from '../../jobs/move-logs.ts'
import { databaseClock } from '../../store/database-clock.ts'
import { releaseLease, takeLease } from '../../store/lease.ts'
import { openStore } from '../../store/store.ts'
import type { Databases } from '../installation.ts'

const leaseSeconds = 3600
const pauseMs = 200

/**
 * Passes the database's time to the work. Where the log has a database of its own, no row is moved there meanwhile: it
 * would be in both copies or in neither.
 */
export async function whileLogsRest<Result>(
  { SQLITE_SYNCHRONOUS: synchronous }: Pick<Config, 'SQLITE_SYNCHRONOUS'>,
  { main, log }: Databases,
  work: (now: number) => Promise<Result>,
): Promise<Result> {
  const open = await openStore({ main, synchronous, poolSize: 2 })
  const clock = databaseClock(open)
  try {
    await clock.sync()
    if (!log) return await work(clock.now())
    for (;;) {
      const lease = await takeLease(open.store, moveLogsLease, `backup ${randomUUID()}`, leaseSeconds, clock.now())
      if (!lease) await pause(pauseMs)
      else
        try {
          return await work(clock.now())
        } finally {
          await releaseLease(open.store, lease)
        }
    }
  } finally {
    await open.close()
  }
}
