import { tokenStatus } from '@turnpike/contract/identity/token'
import type { ExpressionBuilder } from 'kysely'
import { changesRow } from '../../../store/row-counts.ts'
import type { Database } from '../../../store/schema.ts'
import type { Store } from '../../../store/store.ts'
import { loginNamesOf } from '../users/users.queries.ts'

/** The columns that hold the sign-in methods of an account. */
const signInMethods = ['password_hash', 'email', 'github_id', 'linux_do_id', 'wechat_id', 'telegram_id'] as const
type BoundMethod = Exclude<(typeof signInMethods)[number], 'password_hash'>

/** Columns that are cleared with a sign-in method: its login name, and for mail the address that was never proved. */
const besides = (method: BoundMethod) => (method === 'email' ? ['claimed_email'] : loginNamesOf(method))

/** Clears a sign-in method; false for the last one. One statement, so that two requests cannot clear the last two. */
export async function clearSignInMethod(store: Store, id: number, method: BoundMethod): Promise<boolean> {
  const others = signInMethods.filter((other) => other !== method)
  return changesRow(
    store
      .updateTable('users')
      .set(Object.fromEntries([method, ...besides(method)].map((column) => [column, ''])))
      .where('id', '=', id)
      .where((is) => is.or(others.map((other) => is(other, '!=', '')))),
  )
}

const isHeldBy = (userId: number) => (eb: ExpressionBuilder<Database, 'tokens'>) =>
  eb.or([eb('user_id', '=', userId), eb('caller_id', '=', userId)])

/**
 * Disables the tokens of an account that is cancelled, also those that the person holds for organisations, so that they
 * stay disabled even if the account is restored. Returns their ids.
 */
export async function disableTokens(store: Store, userId: number): Promise<number[]> {
  const rows = await store
    .updateTable('tokens')
    .set({ status: tokenStatus.disabled })
    .where(isHeldBy(userId))
    .where('status', '=', tokenStatus.enabled)
    .where('deleted_at', 'is', null)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Enables those tokens of a user again that are still disabled. */
export const enableTokens = (store: Store, userId: number, ids: readonly number[]) =>
  store
    .updateTable('tokens')
    .set({ status: tokenStatus.enabled })
    .where(isHeldBy(userId))
    .where('id', 'in', ids)
    .where('status', '=', tokenStatus.disabled)
    .where('deleted_at', 'is', null)
    .execute()
