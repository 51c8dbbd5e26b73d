import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { moveLogsLease } from '../jobs/move-logs.ts'
import { releaseLease, takeLease } from '../store/lease.ts'
import type { Store } from '../store/store.ts'

const leaseSeconds = 3600
const pauseMs = 200

/** Runs work while no log row is moved to the log database: a row would be seen in both databases or in neither. */
export async function whileLogsRest<Result>(
  store: Store,
  now: () => number,
  work: () => Promise<Result>,
): Promise<Result> {
  for (;;) {
    const lease = await takeLease(store, moveLogsLease, `operation ${randomUUID()}`, leaseSeconds, now())
    if (!lease) await pause(pauseMs)
    else
      try {
        return await work()
      } finally {
        await releaseLease(store, lease)
      }
  }
}
