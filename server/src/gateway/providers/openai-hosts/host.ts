import { addressOf, bearer } from '../openai-shaped/address.ts'
import { openAiShaped, type Shape } from '../openai-shaped/openai-shaped.ts'
import type { Reach } from '../openai-shaped/single.ts'
import type { BalanceOperation, Provider } from '../provider.ts'

/** A vendor of the OpenAI format that needs nothing but data. */
export type Host = Shape & {
  /** The version in front of every path, where it is not `/v1`. */
  version?: string
  balance?(reach: Reach): BalanceOperation
}

/** Operators paste addresses from documentation: a version at the end is not repeated. */
const reachUnder =
  (version: string): Reach =>
  (target, path) => {
    const base_url = target.base_url.endsWith(version)
      ? target.base_url.slice(0, target.base_url.length - version.length)
      : target.base_url
    return { url: addressOf({ base_url }, path.replace(/^\/v1/, version)), headers: bearer(target) }
  }

export function hostProvider({ version = '/v1', balance, ...shape }: Host): Provider {
  const reach = reachUnder(version)
  return { ...openAiShaped({ ...shape, reach }), ...(balance && { balance: balance(reach) }) }
}
