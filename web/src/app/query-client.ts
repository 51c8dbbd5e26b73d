import { MutationCache, type Query, QueryClient } from '@tanstack/react-query'
import { toast } from '../components/overlay/toast-list.ts'
import { CallError } from '../lib/api/call.ts'
import { org } from '../lib/session/org-context.ts'
import { session } from '../lib/session/session.ts'

const retriesMax = 2

/** Retries a missing connection and a server that is unavailable, which may end by themselves; never a refusal. */
export const mayRetry = (failures: number, error: unknown) =>
  failures < retriesMax && error instanceof CallError && (error.status === 0 || error.status >= 502)

export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: mayRetry, staleTime: 5_000 } },
  // Pages show failed queries themselves; a failed mutation becomes a toast unless it has an `onError` of its own.
  mutationCache: new MutationCache({
    onError: (error, _variables, _result, mutation) => {
      if (!mutation.options.onError) toast.error(error.message)
    },
  }),
})

// Data of one account must not be shown to the next, whether it signs in here or in another tab.
let account = session.get()?.id
session.watch((user) => {
  if (user?.id === account) return
  account = user?.id
  queryClient.removeQueries({ type: 'inactive' })
  if (user) queryClient.resetQueries({ type: 'active' })
})

// What one account pays for must not be shown in the context of another. Queries that no organisation changes say so.
let payer = org.get()
org.watch((id) => {
  if (id === payer) return
  payer = id
  const predicate = ({ meta }: Query) => meta?.keptOnSwitch !== true
  queryClient.removeQueries({ type: 'inactive', predicate })
  if (session.get()) void queryClient.resetQueries({ type: 'active', predicate })
})
