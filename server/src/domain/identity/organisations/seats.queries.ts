import { userStatus } from '@turnpike/contract/identity/user'
import type { Seat } from '../../../http/caller.ts'
import type { Store } from '../../../store/store.ts'

/** The place of a user in a live, enabled organisation. */
export async function findSeat(store: Store, orgId: number, userId: number): Promise<Seat | undefined> {
  const row = await store
    .selectFrom('organisation_members as member')
    .innerJoin('users', 'users.id', 'member.org_id')
    .select(['users.id', 'users.display_name', 'users.group', 'users.limits'])
    .select(['member.role', 'member.limits as member_limits', 'member.models', 'member.groups'])
    .where('member.org_id', '=', orgId)
    .where('member.user_id', '=', userId)
    .where('users.deleted_at', 'is', null)
    .where('users.status', '=', userStatus.enabled)
    .executeTakeFirst()
  if (!row) return undefined
  const { id, role, display_name, group, limits, member_limits, models, groups } = row
  return { id, role, name: display_name, group, limits, member: { limits: member_limits, models, groups } }
}
