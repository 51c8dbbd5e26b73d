import type { User } from '@turnpike/contract/identity/user'
import { rowRevision } from '../../system/audit/row-revision.ts'
import type { UserRow } from './users.queries.ts'

/** A user as clients read it: no secrets, and the deletion time as a text or null. */
export const wireUser = ({ deleted_at, ...row }: UserRow): User => ({
  ...row,
  revision: userRevision(row),
  password: '',
  DeletedAt: deleted_at === null ? null : new Date(deleted_at * 1000).toISOString(),
})

/** Of the fields that administrators edit; the balance moves by differences. */
export const userRevision = ({ username, display_name, group }: Pick<UserRow, 'username' | 'display_name' | 'group'>) =>
  rowRevision(username, display_name, group)

/** The members of a user without accounts of other providers, or whose accounts the caller must not see. */
export const noIdentities = {
  github_id: '',
  github_name: '',
  wechat_id: '',
  telegram_id: '',
  linux_do_id: '',
  linux_do_name: '',
}

/** The user as sign-in endpoints report them; other members are empty, because pages load them afterwards. */
export const wireSignedIn = ({ id, username, display_name, role, status, group }: UserRow): User => ({
  id,
  username,
  password: '',
  display_name,
  role,
  status,
  email: '',
  claimed_email: '',
  ...noIdentities,
  group,
  quota: 0,
  held: 0,
  used_quota: 0,
  request_count: 0,
  aff_code: '',
  aff_count: 0,
  aff_quota: 0,
  aff_history_quota: 0,
  inviter_id: 0,
  created_at: 0,
  last_login_at: 0,
  DeletedAt: null,
  revision: '',
})
