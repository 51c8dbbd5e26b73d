import { bearer } from '../openai-shaped/address.ts'
import type { Endpoint } from '../openai-shaped/single.ts'
import type { Target } from '../provider.ts'

type AccountTarget = Omit<Target, 'model'>

/** The host of all of DashScope's formats. Operators paste URLs of one format from its documentation. */
export const hostOf = ({ base_url }: Pick<Target, 'base_url'>): string =>
  base_url.replace(/\/(?:compatible-mode(?:\/v1)?|compatible-api\/v1|apps\/anthropic|api\/v1|v1)$/, '')

/** The URL and headers of a path. A channel may name plugins for all its requests. */
export const endpointAt = (target: AccountTarget, path: string): Endpoint => ({
  url: hostOf(target) + path,
  headers: { ...bearer(target), ...(target.other !== '' && { 'x-dashscope-plugin': target.other }) },
})

export const compatible = (path: string): string => `/compatible-mode/v1/${path}`
export const service = (path: string): string => `/api/v1/services/${path}`
