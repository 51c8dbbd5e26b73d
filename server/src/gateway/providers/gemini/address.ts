import type { JsonObject } from '../../forms/chat.ts'
import type { Target, UpstreamRequest } from '../provider.ts'

type Account = Pick<Target, 'base_url' | 'other' | 'key'>

const versionDefault = 'v1beta'

/** The root of the account's API version. */
const rootOf = ({ base_url, other }: Account): string => `${base_url}/${other.trim() || versionDefault}`

/** Tuned models have their own collection; all others are under `models`. */
export const resourceOf = (model: string): string =>
  /^(?:models|tunedModels)\//.test(model) ? model : `models/${model}`

function pathOf(model: string): string {
  const [collection = '', ...name] = resourceOf(model).split('/')
  return `${collection}/${encodeURIComponent(name.join('/'))}`
}

/** Google's header for a key: in a URL it would end up in logs. */
const headersOf = ({ key }: Account): Record<string, string> => ({ 'x-goog-api-key': key })

/** A request for an action of a model: both are in the URL. Other hosts of the models have other URLs and credentials. */
export type ActionRequest = (
  target: Target,
  action: string,
  body: JsonObject,
  query?: Readonly<Record<string, string>>,
) => UpstreamRequest

export const actionRequest: ActionRequest = (target, action, body, query = {}) => {
  const search = new URLSearchParams(query).toString()
  const url = `${rootOf(target)}/${pathOf(target.model)}:${action}${search && `?${search}`}`
  return { method: 'POST', url, headers: headersOf(target), body }
}

export const listRequest = (target: Account, after?: string): UpstreamRequest => ({
  method: 'GET',
  url: `${rootOf(target)}/models?${new URLSearchParams({ pageSize: '1000', ...(after && { pageToken: after }) })}`,
  headers: headersOf(target),
})
