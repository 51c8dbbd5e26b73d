import { logMonthsFrom } from '../domain/usage/logs/log-month.ts'
import { makeLogMonth, readLogMonths } from '../domain/usage/logs/log-months.queries.ts'
import type { Log } from '../log.ts'
import { isPostgres } from '../store/is-postgres.ts'
import { releaseLease, takeLease } from '../store/lease.ts'
import type { OpenStore } from '../store/store.ts'

export const makeLogMonthsEverySeconds = 86_400
const leaseSeconds = 60
/** This month and the next two, so that the operator has weeks to notice a failure. */
const monthsMade = 3

type MakeLogMonthsDeps = { open: OpenStore; clock: () => number; log: Log }

/** On PostgreSQL, makes the tables of months before rows of those months are written. */
export async function makeLogMonths({ open, clock, log }: MakeLogMonthsDeps, holder: string): Promise<void> {
  const stores = [...new Set([open.store, open.logStore])].filter(isPostgres)
  if (stores.length === 0) return
  const lease = await takeLease(open.store, 'log months', holder, leaseSeconds, clock())
  if (!lease) return
  try {
    for (const store of stores) {
      const made = new Set((await readLogMonths(store)).map(({ name }) => name))
      for (const month of logMonthsFrom(clock(), monthsMade).filter(({ name }) => !made.has(name))) {
        const isMade = await makeLogMonth(store, month)
        if (isMade) log.info('month of the log made', { table: month.name })
        if (isMade !== undefined) continue
        log.warn('month of the log not made: a reader holds its lock', { table: month.name })
        break
      }
    }
  } finally {
    await releaseLease(open.store, lease)
  }
}
