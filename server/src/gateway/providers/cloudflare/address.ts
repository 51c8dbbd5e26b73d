import { fixedPart } from '../../translate/response/bad-channel.ts'
import { bearer, isCloudflareGateway } from '../openai-shaped/address.ts'
import { fixedPath } from '../openai-shaped/fixed-path.ts'
import type { Endpoint } from '../openai-shaped/single.ts'
import type { Target } from '../provider.ts'

type Account = Pick<Target, 'base_url' | 'key' | 'other'>

/** A base URL of the AI Gateway already names the account and the gateway, and its paths are shorter. */
export const isGateway = ({ base_url }: Pick<Target, 'base_url'>): boolean =>
  isCloudflareGateway({ base_url }) || base_url.endsWith('/workers-ai')

function rootOf({ base_url, other }: Account): string {
  const account = fixedPart(other.trim(), /^[\w-]{1,64}$/, 'account id')
  return `${base_url.replace(/\/client\/v4$/, '')}/client/v4/accounts/${account}/ai`
}

/** A path of the OpenAI format, or of the account. */
export const accountEndpoint = (target: Account, path: string): Endpoint => ({
  url: (isGateway(target) ? target.base_url : rootOf(target)) + path,
  headers: bearer(target),
})

/** The URL of one model. The slashes and the @ in its name are not encoded. */
export function modelEndpoint(target: Account & Pick<Target, 'model'>): Endpoint {
  const name = target.model.split('/').map(encodeURIComponent).join('/').replaceAll('%40', '@')
  const url = isGateway(target) ? `${target.base_url}/${name}` : `${rootOf(target)}/run/${name}`
  return { url: fixedPath(url), headers: bearer(target) }
}
