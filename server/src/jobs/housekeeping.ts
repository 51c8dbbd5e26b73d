import type { Deps } from '../deps.ts'
import { forgetSealed } from '../domain/audit/changes.queries.ts'
import { undoSeconds } from '../domain/audit/undo.rules.ts'
import { pruneAttempts } from '../domain/channels/attempts/attempts.rules.ts'
import { forgetDeleted } from '../domain/channels/history/deleted-channels.queries.ts'
import { deleteDeadSessions } from '../domain/session/session.queries.ts'
import { sessionLife } from '../domain/session/session-life.ts'
import { takeLease } from '../store/lease.ts'

export const housekeepingEverySeconds = 600

/**
 * Deletes expired sessions, which are refused anyway, the keys of channels that were deleted or changed too long ago to
 * be undone, and attempts that newer ones have replaced.
 */
export async function housekeeping({ store, clock }: Pick<Deps, 'store' | 'clock'>, holder: string): Promise<void> {
  const now = clock()
  const lease = await takeLease(store, 'housekeeping', holder, housekeepingEverySeconds, now)
  if (!lease) return
  await deleteDeadSessions(store, now, now - sessionLife.idleSeconds)
  await forgetDeleted(store, now - undoSeconds)
  await forgetSealed(store, now - undoSeconds)
  await pruneAttempts(store)
}
