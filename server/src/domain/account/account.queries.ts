import { tokenStatus } from '@turnpike/contract/token'
import type { Store } from '../../store/store.ts'

/** Every way an account can be entered by. */
const waysIn = ['password_hash', 'email', 'github_id', 'linux_do_id', 'wechat_id', 'telegram_id'] as const
type Bound = Exclude<(typeof waysIn)[number], 'password_hash'>

/** Clears one way in while another is left; false when it is the last. One statement, so that two cannot clear both. */
export async function clearWayIn(store: Store, id: number, way: Bound): Promise<boolean> {
  const others = waysIn.filter((other) => other !== way)
  const { numUpdatedRows } = await store
    .updateTable('users')
    .set({ [way]: '' })
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
