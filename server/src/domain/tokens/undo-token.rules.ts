import { tokenStatus, tokensMax } from '@turnpike/contract/token'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import type { Caller } from '../../http/caller.ts'
import type { Store } from '../../store/store.ts'
import type { Actor } from '../audit/audit.queries.ts'
import { inverted, type RecordedFields } from '../audit/recorded-change.ts'
import { changedSince, claimAct, onlyChange } from '../audit/undo.rules.ts'
import { countTokens, lockOwner, lockToken, restoreToken, setTokenStatus } from './tokens.queries.ts'
import { checkEnabling, existing, recordToken } from './tokens.rules.ts'

type Needs = Pick<Deps, 'store' | 'vault' | 'forgetKey'>

/** Takes back that the caller deleted, disabled or enabled a token of theirs. A token that is back has the same key. */
export async function undoTokenAct({ store, vault, forgetKey }: Needs, caller: Caller, actor: Actor, id: number) {
  const key_cipher = await store.transaction().execute(async (transaction) => {
    // Another user's act looks like a missing one, and the refusal undoes the claim.
    const change = onlyChange(await claimAct(transaction, 'token', id, actor.at), 'token')
    const back = change.fields.deleted_at
      ? await restored(transaction, caller, change)
      : await switchedBack(transaction, caller, actor, change)
    await recordToken(transaction, actor, 'token.undo', { id: change.id, name: back.name }, inverted(change.fields))
    return back.key_cipher
  })
  forgetKey(vault.decrypt(key_cipher, 'token key'))
  return undefined
}

type Change = { id: number; fields: RecordedFields }

async function restored(transaction: Store, caller: Caller, { id, fields }: Change) {
  await lockOwner(transaction, caller.id)
  if ((await countTokens(transaction, caller.id)) >= tokensMax)
    throw new AppError('token_too_many', { params: { maximum: tokensMax } })
  const back = await restoreToken(transaction, caller.id, id, Number(fields.deleted_at?.after))
  if (!back) throw new AppError('undo_missing')
  return back
}

async function switchedBack(transaction: Store, caller: Caller, actor: Actor, { id, fields }: Change) {
  const token = existing(await lockToken(transaction, caller.id, id))
  if (token.status !== fields.status?.after) return changedSince(token.name, 'status')
  const isOn = fields.status.before !== tokenStatus.disabled
  if (isOn) checkEnabling(token, actor.at)
  return setTokenStatus(transaction, token, isOn ? tokenStatus.enabled : tokenStatus.disabled)
}
