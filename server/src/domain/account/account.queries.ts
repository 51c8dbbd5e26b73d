import { tokenStatus } from '@turnpike/contract/token'
import type { Store } from '../../store/store.ts'

/** Every method an account can be entered by. */
const signInMethods = ['password_hash', 'email', 'github_id', 'linux_do_id', 'wechat_id', 'telegram_id'] as const
type BoundMethod = Exclude<(typeof signInMethods)[number], 'password_hash'>

/** Clears one method in while another is left; false when it is the last. One statement, so that two cannot clear both. */
export async function clearSignInMethod(store: Store, id: number, method: BoundMethod): Promise<boolean> {
  const others = signInMethods.filter((other) => other !== method)
  const { numUpdatedRows } = await store
    .updateTable('users')
    .set({ [method]: '' })
    .where('id', '=', id)
    .where((is) => is.or(others.map((other) => is(other, '!=', ''))))
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export const readEarnings = async (store: Store, id: number): Promise<number> =>
  (await store.selectFrom('users').select('aff_quota').where('id', '=', id).executeTakeFirst())?.aff_quota ?? 0

/** Keys of an account that ends are switched off for themselves, not only because their owner is gone. */
export const disableTokens = (store: Store, userId: number) =>
  store
    .updateTable('tokens')
    .set({ status: tokenStatus.disabled })
    .where('user_id', '=', userId)
    .where('status', '=', tokenStatus.enabled)
    .where('deleted_at', 'is', null)
    .execute()
