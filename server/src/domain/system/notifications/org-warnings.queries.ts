import type { Store } from '../../../store/store.ts'

/** The organisations to warn, without disabled and deleted ones. */
export const findOrgsToWarn = (store: Store, ids: number[]) =>
  store
    .selectFrom('users')
    .select(['id', 'display_name as name', 'quota', 'setting'])
    .where('id', 'in', ids)
    .where('kind', '=', 'org')
    .where('status', '=', 1)
    .where('deleted_at', 'is', null)
    .execute()

/** The members who are told of an organisation's balance: they pay for it. */
export const findPayersOf = (store: Store, orgId: number) =>
  store
    .selectFrom('organisation_members as member')
    .innerJoin('users', 'users.id', 'member.user_id')
    .select(['users.email', 'users.setting'])
    .where('member.org_id', '=', orgId)
    .where('member.role', 'in', ['owner', 'billing'])
    .where('users.status', '=', 1)
    .where('users.deleted_at', 'is', null)
    .execute()
