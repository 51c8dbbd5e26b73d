import { role } from '@turnpike/contract/identity/user'
import { session } from '../../lib/session/session.ts'

/** Who looks at the page: only the super administrator sets terms and pays, and nobody decides about oneself. */
export function useRights() {
  const user = session.use()
  return { userId: user?.id ?? 0, isRoot: (user?.role ?? 0) >= role.root }
}
