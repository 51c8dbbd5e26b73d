import { tokenBounds } from '@turnpike/contract/identity/token'
import type { Vault } from '../../../secrets/vault.ts'
import type { Store } from '../../../store/store.ts'
import { newSealedKey } from './token-key.ts'
import { insertToken } from './tokens.queries.ts'

/** The remaining quota of an unlimited token, which counts once its owner sets a limit. */
const quotaShown = 500_000

/** The first token of a new account, where the operator wants one: named after its owner, unlimited, without expiry. */
export async function createDefaultToken(
  transaction: Store,
  vault: Vault,
  { user, at }: { user: { id: number; username: string }; at: number },
): Promise<void> {
  await insertToken(transaction, {
    ...newSealedKey(vault),
    user_id: user.id,
    name: [...user.username].slice(0, tokenBounds.name.charactersMax).join(''),
    unlimited_quota: 1,
    remain_quota: quotaShown,
    created_time: at,
    accessed_time: at,
  })
}
