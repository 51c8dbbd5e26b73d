import type { Undoable } from '@turnpike/contract/system/history'
import type { Deps } from '../../../../deps.ts'
import { bumpRevision } from '../../../../store/revision.ts'
import type { Store } from '../../../../store/store.ts'
import { type Actor, type AuditEntry, logAdminAction, writeAudit } from '../../../system/audit/audit.queries.ts'
import { lockChannels } from '../channel-locks.queries.ts'

/** The result of a change and its audit entry; without an entry nothing changed. */
export type Changed<Result> = { result: Result; audit?: AuditEntry | undefined }
/** The result in the response; `undo_id` is the audit row of the change, which undoes it. */
export type Done<Result> = { data: Result } & Undoable

/**
 * Runs a change of channels by an administrator: one at a time, audited, in force on this instance when it returns and
 * on the others within 2 s.
 */
export async function changeByAdmin<Result>(
  { store, reload }: Pick<Deps, 'store' | 'reload'>,
  actor: Actor,
  work: (transaction: Store) => Promise<Changed<Result>>,
): Promise<Done<Result>> {
  const { result, undo_id } = await store.transaction().execute(async (transaction) => {
    await lockChannels(transaction)
    const changed = await work(transaction)
    if (!changed.audit) return { result: changed.result }
    const undo_id = await writeAudit(transaction, actor, changed.audit)
    const { action, target = '' } = changed.audit
    await logAdminAction(transaction, actor, { user: actor, event: 'channel_changed', params: { action, target } })
    await bumpRevision(transaction)
    return { result: changed.result, undo_id }
  })
  if (undo_id === undefined) return { data: result }
  await reload()
  return { data: result, undo_id }
}
