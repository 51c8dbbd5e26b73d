import { useQuery } from '@tanstack/react-query'
import { pricingApi } from '@turnpike/contract/money/pricing'
import { call } from '../../lib/api/call.ts'
import { session } from '../../lib/session/session.ts'

/** The models with their prices, and the groups that the reader may use. */
export function usePricing() {
  const user = session.use()
  return useQuery({
    queryKey: ['pricing', user?.id, user?.group],
    queryFn: () => call(pricingApi.list),
    staleTime: 60_000,
  })
}
