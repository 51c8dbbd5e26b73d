import { isObject, listOf, textOf } from '../../translate/json/json-values.ts'
import type { Provider } from '../provider.ts'
import { anthropicHeaders } from './headers.ts'

export const anthropicModels: NonNullable<Provider['models']> = {
  request(target, after) {
    const query = new URLSearchParams({ limit: '1000', ...(after && { after_id: after }) })
    const url = `${target.base_url.replace(/\/v1$/, '')}/v1/models?${query}`
    return { method: 'GET', url, headers: anthropicHeaders(target) }
  },
  response: (body) =>
    listOf(isObject(body) ? body.data : undefined)
      .map((model) => (isObject(model) ? textOf(model.id) : undefined))
      .filter((id) => id !== undefined),
  next: (body) => (isObject(body) && body.has_more === true ? textOf(body.last_id) : undefined),
}
