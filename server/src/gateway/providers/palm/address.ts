import type { JsonObject } from '../../forms/chat.ts'
import type { Target, UpstreamRequest } from '../provider.ts'

type Account = Pick<Target, 'base_url' | 'key'>

/** The only version of the API that served these models in its whole lifetime. */
const rootOf = ({ base_url }: Account): string => `${base_url}/v1beta2`
/** Google's header for a key: in a URL it would end up in logs. */
const headersOf = ({ key }: Account): Record<string, string> => ({ 'x-goog-api-key': key })

/** Channels of this family are saved with the name of the product. */
const names: Readonly<Record<string, string>> = { 'palm-2': 'chat-bison-001', palm2: 'chat-bison-001' }

/** The upstream's name for a model, without the collection that it belongs to. */
export function palmModel(model: string): string {
  const name = model.replace(/^models\//, '')
  return names[name.toLowerCase()] ?? name
}

export const actionRequest = (target: Target, action: string, body: JsonObject): UpstreamRequest => ({
  method: 'POST',
  url: `${rootOf(target)}/models/${encodeURIComponent(palmModel(target.model))}:${action}`,
  headers: headersOf(target),
  body,
})

export const listRequest = (target: Account, after?: string): UpstreamRequest => ({
  method: 'GET',
  url: `${rootOf(target)}/models?${new URLSearchParams({ pageSize: '1000', ...(after && { pageToken: after }) })}`,
  headers: headersOf(target),
})
