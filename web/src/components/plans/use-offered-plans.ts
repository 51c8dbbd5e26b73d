import { useQuery } from '@tanstack/react-query'
import { planApi } from '@turnpike/contract/money/plans/plan'
import { call } from '../../lib/api/call.ts'

/** The plans on sale. */
export const useOfferedPlans = ({ enabled = true }: { enabled?: boolean } = {}) =>
  useQuery({
    queryKey: ['plans', 'offered'],
    queryFn: async () => (await call(planApi.offered)).map(({ plan }) => plan),
    staleTime: 60_000,
    enabled,
  })
