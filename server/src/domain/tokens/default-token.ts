import { tokenBounds } from '@turnpike/contract/token'
import type { Vault } from '../../secrets/vault.ts'
import type { Store } from '../../store/store.ts'
import { newSealedKey } from './token-key.ts'
import { insertToken } from './tokens.queries.ts'

/** What a token that is made unlimited shows once its owner gives it a limit. */
const quotaShown = 500_000

/** The token a new account may begin with, where the operator wants one: named after its owner, without limit or end. */
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
