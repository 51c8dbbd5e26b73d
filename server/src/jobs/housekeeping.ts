import type { Deps } from '../deps.ts'
import { deleteDeadSessions } from '../domain/identity/session/session.queries.ts'
import { sessionLife } from '../domain/identity/session/session-life.ts'
import { pruneAttempts } from '../domain/routing/channels/attempts/attempts.rules.ts'
import { forgetDeleted } from '../domain/routing/channels/history/deleted-channels.queries.ts'
import { pruneCounters } from '../domain/routing/limits/limits.queries.ts'
import { forgetSealed } from '../domain/system/audit/changes.queries.ts'
import { undoSeconds } from '../domain/system/audit/undo.rules.ts'
import { pruneRecords } from '../domain/usage/prompt-records/prompt-records.rules.ts'
import { takeLease } from '../store/lease.ts'

export const housekeepingEverySeconds = 600

/**
 * Deletes expired sessions, which are refused anyway; the keys of channels that were deleted or changed too long ago to
 * be undone; attempts that newer ones have replaced; counts of limits whose time has passed; and expired records of
 * prompts.
 */
export async function housekeeping(
  { store, logStore, clock }: Pick<Deps, 'store' | 'logStore' | 'clock'>,
  holder: string,
): Promise<void> {
  const now = clock()
  const lease = await takeLease(store, 'housekeeping', holder, housekeepingEverySeconds, now)
  if (!lease) return
  await deleteDeadSessions(store, now, now - sessionLife.idleSeconds)
  await forgetDeleted(store, now - undoSeconds)
  await forgetSealed(store, now - undoSeconds)
  await pruneAttempts(store)
  await pruneCounters(store, now)
  await pruneRecords({ store, logStore }, now)
}
