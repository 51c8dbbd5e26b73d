import { useQuery } from '@tanstack/react-query'
import { type User, userApi } from '@turnpike/contract/identity/user'
import { session } from '../session/session.ts'
import { call } from './call.ts'

/** The menus are drawn from the stored session; a role or name changed since sign-in is copied into it. */
function updateSession({ id, username, display_name, role, status, group }: User) {
  const known = session.get()
  if (known?.id !== id) return
  const current = { id, username, display_name, role, status, group }
  if (Object.entries(current).some(([field, value]) => known[field as keyof typeof current] !== value))
    session.set({ ...known, ...current })
}

/** The interval in which an open page shows changes made elsewhere: a spend, a new role, a ban. */
const refetchMs = 10_000

/** The signed-in account with its balance; no call is made without a session or while the page is hidden. */
export function useSelf() {
  const user = session.use()
  return useQuery({
    queryKey: ['self', user?.id],
    queryFn: async () => {
      const self = await call(userApi.self)
      updateSession(self)
      return self
    },
    enabled: user !== undefined,
    meta: { keptOnSwitch: true },
    refetchInterval: refetchMs,
  })
}
