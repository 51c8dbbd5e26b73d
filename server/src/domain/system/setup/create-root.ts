import { defaultRoot, role, userStatus } from '@turnpike/contract/identity/user'
import { hashPassword } from '../../../secrets/passwords.ts'
import type { Store } from '../../../store/store.ts'
import { usernameKey } from '../../identity/users/username.ts'
import { anyLiveUser, insertUser } from '../../identity/users/users.queries.ts'
import { post } from '../../money/wallet/ledger/ledger-post.ts'

const rootQuota = 100_000_000

/** Creates the super administrator where there are no users. Of two processes starting at once, one creates it. */
export async function createRoot(store: Store, password: string, now: number): Promise<boolean> {
  if (await anyLiveUser(store)) return false
  const password_hash = await hashPassword(password)
  return store.transaction().execute(async (transaction) => {
    const created = await insertUser(transaction, {
      username: defaultRoot.username,
      username_key: usernameKey(defaultRoot.username),
      password_hash,
      display_name: 'Root User',
      role: role.root,
      status: userStatus.enabled,
      created_at: now,
    })
    if (!created) return false
    await post(transaction, {
      user_id: created.id,
      kind: 'grant',
      reference: `first start ${created.id}`,
      amount: rootQuota,
      at: now,
    })
    return true
  })
}
