import type { Token } from '@turnpike/contract/identity/token'
import type { EndpointType, PricedModel } from '@turnpike/contract/money/pricing'

type Row = Pick<PricedModel, 'model_name' | 'enable_groups' | 'supported_endpoint_types'>
export type TokenLimits = Pick<Token, 'group' | 'model_limits_enabled' | 'model_limits'>

/** The models that an enabled channel serves, that have a price, and that a request with the token may name; a chat unless `endpoint` says otherwise. */
export function callableModels(
  rows: readonly Row[],
  token: TokenLimits,
  ownGroup: string,
  endpoint: EndpointType = 'openai',
): string[] {
  const group = token.group || ownGroup
  const limits = token.model_limits_enabled ? new Set(token.model_limits.split(',')) : undefined
  return rows
    .filter(
      ({ model_name, enable_groups, supported_endpoint_types }) =>
        supported_endpoint_types.includes(endpoint) &&
        enable_groups.includes(group) &&
        (limits?.has(model_name) ?? true),
    )
    .map(({ model_name }) => model_name)
}
