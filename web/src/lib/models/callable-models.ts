import { useQuery } from '@tanstack/react-query'
import { type PricedModel, pricingApi } from '@turnpike/contract/pricing'
import type { Token } from '@turnpike/contract/token'
import { call } from '../api/call.ts'
import { session } from '../session/session.ts'

type Row = Pick<PricedModel, 'model_name' | 'enable_groups' | 'supported_endpoint_types'>
type Limits = Pick<Token, 'group' | 'model_limits_enabled' | 'model_limits'>

/** The models that an enabled channel serves, that have a price, and that a chat with the token may name. */
export function callableModels(rows: readonly Row[], token: Limits, ownGroup: string): string[] {
  const group = token.group || ownGroup
  const limits = token.model_limits_enabled ? new Set(token.model_limits.split(',')) : undefined
  return rows
    .filter(
      ({ model_name, enable_groups, supported_endpoint_types }) =>
        supported_endpoint_types.includes('openai') &&
        enable_groups.includes(group) &&
        (limits?.has(model_name) ?? true),
    )
    .map(({ model_name }) => model_name)
}

/** The same for a page; undefined until the models are known. */
export function useCallableModels(token: Limits | undefined): string[] | undefined {
  const user = session.use()
  const { data } = useQuery({
    queryKey: ['pricing', user?.id, user?.group],
    queryFn: () => call(pricingApi.list),
    staleTime: 60_000,
    enabled: token !== undefined,
  })
  return data && token && callableModels(data.data, token, user?.group ?? '')
}
