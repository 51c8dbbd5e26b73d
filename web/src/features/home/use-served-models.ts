import { useQuery } from '@tanstack/react-query'
import { defaultGroup, pricingApi } from '@turnpike/contract/money/pricing'
import { call } from '../../lib/api/call.ts'
import { callableModels } from '../../lib/models/callable-models.ts'
import { session } from '../../lib/session/session.ts'

const anyToken = { group: '', model_limits_enabled: false, model_limits: '' }

/** The models that the visitor, or a new user, can use in a chat; none until they are known. The page of prices shares the query. */
export function useServedModels(): string[] {
  const user = session.use()
  const { data } = useQuery({
    queryKey: ['pricing', user?.id, user?.group],
    queryFn: () => call(pricingApi.list),
    staleTime: 60_000,
  })
  return data ? callableModels(data.data, anyToken, user?.group || defaultGroup) : []
}
