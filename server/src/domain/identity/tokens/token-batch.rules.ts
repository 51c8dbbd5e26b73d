import { type TokenBatchChange, tokenStatus } from '@turnpike/contract/identity/token'
import type { Undoable } from '@turnpike/contract/system/history'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../http/app-error.ts'
import type { Caller } from '../../../http/caller.ts'
import { type Actor, writeAudit } from '../../system/audit/audit.queries.ts'
import type { RecordedChange } from '../../system/audit/recorded-change.ts'
import { editOf } from './token-edit.ts'
import { managedBy } from './token-owner.ts'
import { lockForTokens } from './token-seat.rules.ts'
import { standingOf } from './token-standing.ts'
import { deleteTokens, editToken, lockTokens, setTokenStatus, type TokenRow } from './tokens.queries.ts'
import { held } from './tokens.rules.ts'

type TokenBatchDeps = Pick<Deps, 'store' | 'vault' | 'forgetKey'>
type Changed = { data: { changed: number; skipped: number } } & Undoable

/**
 * Makes one change to several tokens of the caller, or to none when one of them is missing. Enabling and disabling can
 * be undone.
 */
export async function changeTokens(
  { store, vault, forgetKey }: TokenBatchDeps,
  caller: Caller,
  actor: Actor,
  { ids, status, ...change }: TokenBatchChange,
): Promise<Changed> {
  const now = actor.at
  const isOn = status === tokenStatus.enabled
  const { changed, undo_id } = await store.transaction().execute(async (transaction) => {
    if (isOn && caller.org) await lockForTokens(transaction, caller)
    const rows = await lockTokens(transaction, managedBy(caller), ids)
    if (rows.length !== ids.length) throw new AppError('not_found')
    // Members who manage the organisation only disable the tokens of others.
    if (status !== tokenStatus.disabled || Object.values(change).some((value) => value !== undefined))
      for (const row of rows) held(caller, row)
    const changed: TokenRow[] = []
    const switched: RecordedChange[] = []
    for (const row of rows) {
      // The group does not change, so it need not be allowed.
      const edited = await editToken(transaction, row, editOf(row, change, { groups: {}, now }))
      if (isOn && standingOf(edited, now) !== tokenStatus.enabled) continue
      changed.push(status === undefined ? edited : await setTokenStatus(transaction, edited, status))
      if (status !== undefined && row.status !== status)
        switched.push({ kind: 'token', subject: row.id, fields: { status: { before: row.status, after: status } } })
    }
    const action = isOn ? 'token.enable' : 'token.disable'
    const undo_id =
      switched.length > 0
        ? await writeAudit(transaction, actor, { action, target: targetOf(switched), changes: switched })
        : undefined
    return { changed, undo_id }
  })
  forgetKeys({ vault, forgetKey }, changed)
  const data = { changed: changed.length, skipped: ids.length - changed.length }
  return { data, ...(undo_id !== undefined && { undo_id }) }
}

/** Deletes several tokens of the caller; those that are missing are passed over. Returns how many there were. */
export async function removeTokens(
  { store, vault, forgetKey }: TokenBatchDeps,
  caller: Caller,
  actor: Actor,
  ids: readonly number[],
): Promise<{ data: number } & Undoable> {
  const { deleted, undo_id } = await store.transaction().execute(async (transaction) => {
    const deleted = await deleteTokens(transaction, managedBy(caller), ids, actor.at)
    if (deleted.length === 0) return { deleted }
    const changes = deleted.map(
      ({ id }): RecordedChange => ({
        kind: 'token',
        subject: id,
        fields: { deleted_at: { before: null, after: actor.at } },
      }),
    )
    const undo_id = await writeAudit(transaction, actor, { action: 'token.delete', target: targetOf(changes), changes })
    return { deleted, undo_id }
  })
  forgetKeys({ vault, forgetKey }, deleted)
  return { data: deleted.length, ...(undo_id !== undefined && { undo_id }) }
}

const targetOf = (changes: readonly RecordedChange[]) => changes.map(({ subject }) => `#${subject}`).join(' ')

function forgetKeys(
  { vault, forgetKey }: Pick<TokenBatchDeps, 'vault' | 'forgetKey'>,
  rows: Pick<TokenRow, 'key_cipher'>[],
) {
  for (const { key_cipher } of rows) forgetKey(vault.decrypt(key_cipher, 'token key'))
}
