import { AppError } from '../../../../http/app-error.ts'
import type { Caller } from '../../../../http/caller.ts'
import type { Store } from '../../../../store/store.ts'
import { isAbove, isRoot } from '../../user-admin/authority.ts'
import { findMember } from '../members.queries.ts'
import type { OrgAccount } from './org-admin.queries.ts'

/**
 * Administrators who may not change their own balance may not change that of an organisation which they belong to, or
 * whose owner they may not change.
 */
export async function checkMayChangeOrg(
  transaction: Store,
  caller: Caller,
  { id, owner_level }: Pick<OrgAccount, 'id' | 'owner_level'>,
): Promise<void> {
  if (isRoot(caller)) return
  const isOwn = (await findMember(transaction, id, caller.id)) !== undefined
  if (isOwn || !isAbove(caller, { role: owner_level ?? 0 })) throw new AppError('org_update_forbidden')
}
