import { tokenStatus, tokensMax } from '@turnpike/contract/identity/token'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../http/app-error.ts'
import type { Caller } from '../../../http/caller.ts'
import type { Store } from '../../../store/store.ts'
import { type Actor, writeAudit } from '../../system/audit/audit.queries.ts'
import { inverted, type RecordedFields } from '../../system/audit/recorded-change.ts'
import { changedSince, claimAct } from '../../system/audit/undo.rules.ts'
import { managedBy } from './token-owner.ts'
import { checkHolder, lockForTokens } from './token-seat.rules.ts'
import { countTokens, lockToken, restoreToken, setTokenStatus } from './tokens.queries.ts'
import { checkEnabling, existing } from './tokens.rules.ts'

type UndoTokenDeps = Pick<Deps, 'store' | 'vault' | 'forgetKey'>
type Change = { id: number; fields: RecordedFields }

/**
 * Undoes that the caller deleted, disabled or enabled their tokens: all of them or none. They have the same keys again.
 */
export async function undoTokenAct(
  { store, vault, forgetKey }: UndoTokenDeps,
  caller: Caller,
  actor: Actor,
  id: number,
) {
  const back = await store.transaction().execute(async (transaction) => {
    await lockForTokens(transaction, caller)
    const act = await claimAct(transaction, 'token', id, actor.at)
    // In an organisation several people change a token, and each takes back their own acts.
    if (act.actor_id !== actor.id) throw new AppError('undo_missing', { detail: { audit_id: id } })
    const changes = act.changes.map(({ subject, fields = {} }): Change => ({ id: Number(subject), fields }))
    if (changes.length === 0 || changes.some(({ fields }) => Object.keys(fields).length === 0))
      throw new AppError('undo_impossible', { detail: { audit_id: id } })
    const rows: { key_cipher: string }[] = []
    // Another user's act looks like a missing one, and the refusal undoes the claim.
    for (const change of changes)
      rows.push(
        change.fields.deleted_at
          ? await restored(transaction, caller, change)
          : await switchedBack(transaction, caller, actor, { ...change, isAlone: changes.length === 1 }),
      )
    await writeAudit(transaction, actor, {
      action: 'token.undo',
      target: act.target,
      changes: changes.map(({ id: subject, fields }) => ({ kind: 'token', subject, fields: inverted(fields) })),
    })
    return rows
  })
  for (const { key_cipher } of back) forgetKey(vault.decrypt(key_cipher, 'token key'))
  return undefined
}

async function restored(transaction: Store, caller: Caller, { id, fields }: Change) {
  const back = await restoreToken(transaction, managedBy(caller), id, Number(fields.deleted_at?.after))
  if (!back) throw new AppError('undo_missing')
  await checkHolder(transaction, caller, back)
  if ((await countTokens(transaction, back)) > tokensMax)
    throw new AppError('token_too_many', { params: { maximum: tokensMax } })
  return back
}

async function switchedBack(
  transaction: Store,
  caller: Caller,
  actor: Actor,
  { id, fields, isAlone }: Change & { isAlone: boolean },
) {
  const token = existing(await lockToken(transaction, managedBy(caller), id))
  if (token.status !== fields.status?.after) return changedSince(token.name, 'status')
  const isOn = fields.status.before !== tokenStatus.disabled
  // One of several that has expired or is exhausted gets its status back and does not block the others.
  if (isOn && isAlone) checkEnabling(token, actor.at)
  if (isOn) await checkHolder(transaction, caller, token)
  return setTokenStatus(transaction, token, isOn ? tokenStatus.enabled : tokenStatus.disabled)
}
