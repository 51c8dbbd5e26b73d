import { useQuery } from '@tanstack/react-query'
import { role } from '@turnpike/contract/identity/user'
import { setupApi } from '@turnpike/contract/system/setup'
import { session } from '../session/session.ts'
import { call } from './call.ts'
import { stepsDone } from './setup.ts'

export const stepsKey = ['first steps'] as const

/** The steps left until the first call; administrators load them until a call has succeeded. */
export function useFirstSteps({ live = false } = {}) {
  const user = session.use()
  const isDone = stepsDone.use()
  const isAdmin = user !== undefined && user.role >= role.admin
  return useQuery({
    queryKey: [...stepsKey, user?.id],
    queryFn: async () => {
      const steps = await call(setupApi.steps)
      if (steps.has_call) stepsDone.set(true)
      return steps
    },
    enabled: isAdmin && (live || !isDone),
    staleTime: live ? 0 : 60_000,
    refetchInterval: ({ state }) => (live && !state.data?.has_call ? 3_000 : false),
  })
}
