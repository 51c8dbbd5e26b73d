import { useQuery } from '@tanstack/react-query'
import { type EndpointType, pricingApi } from '@turnpike/contract/money/pricing'
import { call } from '../api/call.ts'
import { useOwnGroup } from '../api/organisations.ts'
import { session } from '../session/session.ts'
import { callableModels, type TokenLimits } from './callable-models.ts'

/** The models that a request with the token may name, a chat by default; undefined until they are known. */
export function useCallableModels(token: TokenLimits | undefined, endpoint?: EndpointType): string[] | undefined {
  const user = session.use()
  const ownGroup = useOwnGroup()
  const { data } = useQuery({
    queryKey: ['pricing', user?.id, user?.group],
    queryFn: () => call(pricingApi.list),
    staleTime: 60_000,
    enabled: token !== undefined,
  })
  return data && token && callableModels(data.data, token, ownGroup, endpoint)
}
