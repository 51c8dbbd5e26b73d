import type { Deps } from '../deps.ts'
import { pruneAttempts } from '../domain/channels/attempts/attempts.rules.ts'
import { deleteDeadSessions } from '../domain/session/session.queries.ts'
import { sessionLife } from '../domain/session/session-life.ts'
import { takeLease } from '../store/lease.ts'

export const housekeepingEverySeconds = 600

/** Deletes expired sessions, which are refused anyway, and attempts that newer ones have replaced: both tables stay small. */
export async function housekeeping({ store, clock }: Pick<Deps, 'store' | 'clock'>, holder: string): Promise<void> {
  const now = clock()
  const lease = await takeLease(store, 'housekeeping', holder, housekeepingEverySeconds, now)
  if (!lease) return
  await deleteDeadSessions(store, now, now - sessionLife.idleSeconds)
  await pruneAttempts(store)
}
