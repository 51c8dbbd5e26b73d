import { useQuery } from '@tanstack/react-query'
import { planApi } from '@turnpike/contract/money/plans/plan'
import { call } from '../../lib/api/call.ts'

/** Every query about plans and subscriptions has a key under this one, so that a change of one loads them all again. */
export const plansKey = 'plans'

/** Every plan, with the number of its subscriptions. */
export const useAllPlans = () => useQuery({ queryKey: [plansKey, 'all'], queryFn: () => call(planApi.all) })
