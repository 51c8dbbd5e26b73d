import { AppError } from '../../../http/app-error.ts'
import type { Store } from '../../../store/store.ts'
import { isUniqueViolation } from '../../../store/unique-violation.ts'
import { logAdminAction, writeAudit } from '../../system/audit/audit.queries.ts'
import type { StoredChange } from '../../system/audit/changes.queries.ts'
import { inverted, type RecordedChange } from '../../system/audit/recorded-change.ts'
import { changedSince, claimAct, onlyChange } from '../../system/audit/undo.rules.ts'
import { enableTokens } from '../self/self.queries.ts'
import { changeStanding, restoreUser, type UserRow } from '../users/users.queries.ts'
import { type Administrator, isAbove } from './authority.ts'
import { isUndoable } from './manage-user.rules.ts'
import { lockPerson } from './user-admin.queries.ts'

/**
 * Undoes that a user was disabled, enabled or cancelled. A cancelled account gets back the tokens that were disabled
 * with it; its sessions and its system access token stay ended.
 */
export async function undoPersonAct(store: Store, { caller, actor }: Administrator, id: number): Promise<undefined> {
  await store
    .transaction()
    .execute(async (transaction) => {
      const act = await claimAct(transaction, 'user', id, actor.at)
      if (!isUndoable(act.action.replace('user.', ''))) throw new AppError('undo_impossible')
      const { id: userId, fields } = onlyChange(act, 'user')
      const person = await lockPerson(transaction, userId)
      if (!person) throw new AppError('user_missing')
      if (!isAbove(caller, person)) throw new AppError('user_update_forbidden')
      if (fields.deleted_at) await restore(transaction, person, Number(fields.deleted_at.after), act.changes)
      else {
        if (person.deleted_at !== null) throw new AppError('account_cancelled')
        if (person.status !== fields.status?.after) return changedSince(person.username, 'status')
        await changeStanding(transaction, person.id, { status: Number(fields.status.before) })
      }
      const changes = act.changes.map(
        ({ kind, subject, fields: changed = {} }): RecordedChange => ({ kind, subject, fields: inverted(changed) }),
      )
      const target = `${person.id} ${person.username}`
      const detail = { undoes: id, action: act.action }
      await writeAudit(transaction, actor, { action: 'user.undo', target, detail, changes })
      const event = fields.deleted_at ? 'user_restored' : fields.status?.before === 1 ? 'user_enabled' : 'user_disabled'
      await logAdminAction(transaction, actor, { user: person, event, params: { target: person.username } })
    })
    .catch((error: unknown) => {
      // Another account may have taken the mail address.
      throw isUniqueViolation(error) ? new AppError('email_taken') : error
    })
}

async function restore(
  transaction: Store,
  person: UserRow,
  cancelledAt: number,
  changes: readonly StoredChange[],
): Promise<void> {
  if (!(await restoreUser(transaction, person.id, cancelledAt))) throw new AppError('undo_missing')
  const tokens = changes.filter(({ kind }) => kind === 'token').map(({ subject }) => Number(subject))
  if (tokens.length > 0) await enableTokens(transaction, person.id, tokens)
}
