import type { Deps } from '../../../deps.ts'
import type { Store } from '../../../store/store.ts'
import { revokeInvitationsOf } from './invitations.queries.ts'
import { deleteMember, disableTokensOf, readKeysOf, revokeLinksOf } from './members.queries.ts'
import { deleteTransferTo } from './transfers.queries.ts'

/**
 * Ends a membership, under the lock of the organisation's row: nothing of it works any more, and joining again revives
 * nothing. Running calls settle. Returns the encrypted keys to forget once the transaction has ended.
 */
export async function depart(transaction: Store, orgId: number, userId: number, at: number): Promise<string[]> {
  await deleteMember(transaction, orgId, userId)
  await disableTokensOf(transaction, orgId, userId)
  await revokeLinksOf(transaction, orgId, userId, at)
  await revokeInvitationsOf(transaction, orgId, userId, at)
  await deleteTransferTo(transaction, orgId, userId)
  return readKeysOf(transaction, orgId, userId)
}

/** Calls with these keys read the database again. */
export function forgetKeys({ vault, forgetKey }: Pick<Deps, 'vault' | 'forgetKey'>, ciphers: readonly string[]): void {
  for (const cipher of ciphers) forgetKey(vault.decrypt(cipher, 'token key'))
}
