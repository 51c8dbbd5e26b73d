import type { Deps } from '../../../deps.ts'
import { bumpRevision } from '../../../store/revision.ts'
import type { Store } from '../../../store/store.ts'
import { type Actor, type AuditEntry, logAdminAction, writeAudit } from '../../audit/audit.queries.ts'
import { lockChannels } from '../channel-locks.queries.ts'

/** The result of a change and its audit entry; without an entry nothing changed. */
export type Changed<Result> = { result: Result; audit?: AuditEntry | undefined }

/**
 * Runs a change of channels by an administrator: one at a time, audited, in force on this instance when it returns and
 * on the others within 2 s.
 */
export async function changeByAdmin<Result>(
  { store, reload }: Pick<Deps, 'store' | 'reload'>,
  actor: Actor,
  work: (transaction: Store) => Promise<Changed<Result>>,
): Promise<Result> {
  const { result, audit } = await store.transaction().execute(async (transaction) => {
    await lockChannels(transaction)
    const changed = await work(transaction)
    if (changed.audit) {
      await writeAudit(transaction, actor, changed.audit)
      const { action, target = '' } = changed.audit
      await logAdminAction(transaction, actor, { user: actor, event: 'channel_changed', params: { action, target } })
      await bumpRevision(transaction)
    }
    return changed
  })
  if (audit) await reload()
  return result
}
