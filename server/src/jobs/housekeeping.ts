import type { Deps } from '../deps.ts'
import { deleteDeadSessions } from '../domain/session/session.queries.ts'
import { sessionLife } from '../domain/session/session-life.ts'
import { takeLease } from '../store/lease.ts'

export const housekeepingEverySeconds = 600

/** Deletes expired sessions. They are refused anyway; this only keeps the table small. */
export async function housekeeping({ store, clock }: Pick<Deps, 'store' | 'clock'>, holder: string): Promise<void> {
  const now = clock()
  const lease = await takeLease(store, 'housekeeping', holder, housekeepingEverySeconds, now)
  if (lease) await deleteDeadSessions(store, now, now - sessionLife.idleSeconds)
}
