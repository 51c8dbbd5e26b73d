import { useQuery } from '@tanstack/react-query'
import { type User, userApi } from '@turnpike/contract/user'
import { session } from '../session/session.ts'
import { call } from './call.ts'

/** The menus are drawn from what was stored at sign-in; a promotion or a new name since then must reach them. */
function remember({ id, username, display_name, role, status, group }: User) {
  const known = session.get()
  if (known?.id !== id) return
  const current = { id, username, display_name, role, status, group }
  if (Object.entries(current).some(([field, value]) => known[field as keyof typeof current] !== value))
    session.set({ ...known, ...current })
}

/** How soon an open page learns of what happened elsewhere: money spent, a new role, a ban. */
const lookEveryMs = 10_000

/** The signed-in account with its balance; no call is made while nobody is signed in or looks at the page. */
export function useSelf() {
  const user = session.use()
  return useQuery({
    queryKey: ['self', user?.id],
    queryFn: async () => {
      const self = await call(userApi.self)
      remember(self)
      return self
    },
    enabled: user !== undefined,
    refetchInterval: lookEveryMs,
  })
}
