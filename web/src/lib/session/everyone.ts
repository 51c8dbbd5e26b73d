import { role } from '@turnpike/contract/identity/user'
import { org } from './org-context.ts'
import { session } from './session.ts'

/** Whether lists show the rows of all users: to administrators, except while the tab acts for an organisation. */
export function useSeesEveryone(): boolean {
  const level = session.use()?.role ?? 0
  const isForOrg = org.use() !== undefined
  return level >= role.admin && !isForOrg
}
