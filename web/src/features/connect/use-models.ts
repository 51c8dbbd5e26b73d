import { useQuery } from '@tanstack/react-query'
import type { Token } from '@turnpike/contract/identity/token'
import { pricingApi } from '@turnpike/contract/money/pricing'
import { call } from '../../lib/api/call.ts'
import { session } from '../../lib/session/session.ts'
import { type Dialect, modelsFor } from './models.ts'

/** The models that a token may call, by the format of a client; undefined until they are known. */
export function useModels(token: Token): { of: (dialect: Dialect) => string[] | undefined; error: Error | null } {
  const user = session.use()
  const { data, error } = useQuery({
    queryKey: ['pricing', user?.id, user?.group],
    queryFn: () => call(pricingApi.list),
    staleTime: 60_000,
  })
  return { of: (dialect) => data && modelsFor(dialect, data.data, token, user?.group ?? ''), error }
}
