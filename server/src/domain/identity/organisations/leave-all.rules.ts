import { AppError } from '../../../http/app-error.ts'
import type { Store } from '../../../store/store.ts'
import { depart } from './depart.ts'
import { readMembershipsOf } from './members.queries.ts'
import { lockAccounts } from './organisations.queries.ts'

/**
 * Ends every membership of a user who cancels their account. An organisation always has an owner, so that owners part
 * with theirs first.
 */
export async function leaveAll(transaction: Store, userId: number, at: number): Promise<void> {
  const before = await readMembershipsOf(transaction, userId)
  await lockAccounts(transaction, [userId, ...before.map(({ org_id }) => org_id)])
  const memberships = await readMembershipsOf(transaction, userId)
  if (memberships.some(({ role }) => role === 'owner')) throw new AppError('org_owner_cancels')
  for (const { org_id } of memberships) await depart(transaction, org_id, userId, at)
}
