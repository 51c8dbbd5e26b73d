import { isObject, listOf, textOf } from '../../translate/json-values.ts'
import type { Provider } from '../provider.ts'
import { anthropicHeaders } from './headers.ts'

export const anthropicModels: NonNullable<Provider['models']> = {
  request: (target) => ({
    method: 'GET',
    url: `${target.base_url.replace(/\/v1$/, '')}/v1/models?limit=1000`,
    headers: anthropicHeaders(target),
  }),
  response: (body) =>
    listOf(isObject(body) ? body.data : undefined)
      .map((model) => (isObject(model) ? textOf(model.id) : undefined))
      .filter((id) => id !== undefined),
}
