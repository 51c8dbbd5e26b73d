import { type TokenBatchChange, tokenStatus } from '@turnpike/contract/token'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import type { Caller } from '../../http/caller.ts'
import { editOf } from './token-edit.ts'
import { standingOf } from './token-standing.ts'
import { deleteTokens, editToken, lockTokens, setTokenStatus, type TokenRow } from './tokens.queries.ts'

type Needs = Pick<Deps, 'store' | 'vault' | 'clock' | 'forgetKey'>

/** Makes one change to several tokens of the caller, or to none when one of them is missing. */
export async function changeTokens(
  { store, vault, clock, forgetKey }: Needs,
  caller: Caller,
  { ids, status, ...change }: TokenBatchChange,
): Promise<{ changed: number; skipped: number }> {
  const now = clock()
  const changed = await store.transaction().execute(async (transaction) => {
    const rows = await lockTokens(transaction, caller.id, ids)
    if (rows.length !== ids.length) throw new AppError('not_found')
    const done: TokenRow[] = []
    for (const row of rows) {
      // The group stays as it is, so that none has to be allowed.
      const edited = await editToken(transaction, row, editOf(row, change, { groups: {}, now }))
      if (status === tokenStatus.enabled && standingOf(edited, now) !== tokenStatus.enabled) continue
      done.push(status === undefined ? edited : await setTokenStatus(transaction, edited, status))
    }
    return done
  })
  forgetKeys({ vault, forgetKey }, changed)
  return { changed: changed.length, skipped: ids.length - changed.length }
}

/** Deletes several tokens of the caller; those that are missing are passed over. Returns how many there were. */
export async function removeTokens(
  { store, vault, clock, forgetKey }: Needs,
  caller: Caller,
  ids: readonly number[],
): Promise<number> {
  const deleted = await deleteTokens(store, caller.id, ids, clock())
  forgetKeys({ vault, forgetKey }, deleted)
  return deleted.length
}

function forgetKeys({ vault, forgetKey }: Pick<Needs, 'vault' | 'forgetKey'>, rows: Pick<TokenRow, 'key_cipher'>[]) {
  for (const { key_cipher } of rows) forgetKey(vault.decrypt(key_cipher, 'token key'))
}
