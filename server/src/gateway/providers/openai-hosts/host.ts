import { addressOf, bearer } from '../openai-shaped/address.ts'
import { openAiShaped, type Shape } from '../openai-shaped/openai-shaped.ts'
import type { EndpointOf } from '../openai-shaped/single.ts'
import type { BalanceOperation, Provider } from '../provider.ts'
import { withNative } from '../with-native.ts'

/** A vendor of the OpenAI format that is described by data alone. */
export type Host = Shape & {
  /** The version at the beginning of every path, if it is not `/v1`. */
  version?: string
  balance?(endpointOf: EndpointOf): BalanceOperation
  /** The native formats that the host offers beside its own. */
  native?(endpointOf: EndpointOf): NonNullable<Provider['native']>
  countsTokens?: Provider['countsTokens']
  /** The failure that an error response means, for hosts whose errors no table describes. */
  failure?: Provider['failure']
}

/** Operators paste addresses from documentation: a version at the end is not repeated. */
const endpointUnder =
  (version: string): EndpointOf =>
  (target, path) => {
    const base_url = target.base_url.endsWith(version)
      ? target.base_url.slice(0, target.base_url.length - version.length)
      : target.base_url
    return { url: addressOf({ base_url }, path.replace(/^\/v1/, version)), headers: bearer(target) }
  }

export function hostProvider(host: Host): Provider {
  const { version = '/v1', balance, native, countsTokens, failure, ...shape } = host
  const endpointOf = endpointUnder(version)
  const provider: Provider = {
    ...openAiShaped({ ...shape, endpointOf }),
    ...(balance && { balance: balance(endpointOf) }),
    ...(failure && { failure }),
  }
  if (!native) return provider
  return withNative(provider, { native: native(endpointOf), ...(countsTokens && { countsTokens }) })
}

/** Fields of OpenAI and of other vendors that strict hosts refuse. */
export const foreignFields = [
  'audio',
  'enable_thinking',
  'extra_body',
  'metadata',
  'modalities',
  'prompt_cache_key',
  'prompt_cache_retention',
  'store',
  'thinking',
  'verbosity',
  'web_search_options',
] as const

/** The efforts of hosts that know low, medium and high. */
export const threeEfforts = { minimal: 'low', xhigh: 'high', max: 'high' } as const
