import { bearer } from '../openai-shaped/address.ts'
import type { Endpoint } from '../openai-shaped/single.ts'
import type { Target } from '../provider.ts'

type Account = Pick<Target, 'base_url' | 'key'>

const codingPath = '/api/coding/paas/v4'

/** The host without the path of one of its APIs, which operators often paste with it. */
export const hostOf = ({ base_url }: Pick<Target, 'base_url'>): string =>
  base_url.replace(/(?:\/api(?:\/coding)?\/paas)?(?:\/v\d)?$/, '')

/** OpenAI's paths have another prefix. The coding subscription has its own API, which the base URL names. */
export function zhipuEndpoint(target: Account, path: string): Endpoint {
  const root = target.base_url.endsWith(codingPath) ? codingPath : '/api/paas/v4'
  return { url: hostOf(target) + root + path.replace(/^\/v1(?=\/)/, ''), headers: bearer(target) }
}
