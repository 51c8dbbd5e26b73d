import { MutationCache, QueryClient } from '@tanstack/react-query'
import { toast } from '../components/overlay/toast-list.ts'
import { CallError } from '../lib/api/call.ts'
import { session } from '../lib/session/session.ts'

const retriesMax = 2

/** Only what may pass by itself is tried again: no connection, or a server in trouble. A refusal stays one. */
export const mayRetry = (failures: number, error: unknown) =>
  failures < retriesMax && error instanceof CallError && (error.status === 0 || error.status >= 502)

export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: mayRetry, staleTime: 5_000 } },
  // What a page loads, it shows or explains itself; what a person did and failed is said at once, unless the page does.
  mutationCache: new MutationCache({
    onError: (error, _variables, _result, mutation) => {
      if (!mutation.options.onError) toast.error(error.message)
    },
  }),
})

// Nothing of one account may be seen by the next, whether they sign in here or in another tab.
let account = session.get()?.id
session.watch((user) => {
  if (user?.id === account) return
  account = user?.id
  queryClient.removeQueries({ type: 'inactive' })
  if (user) queryClient.resetQueries({ type: 'active' })
})
