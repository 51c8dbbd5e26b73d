import { isObject, textOf } from '../../translate/json/json-values.ts'
import { badResponse } from '../../translate/response/bad-response.ts'
import type { Provider } from '../provider.ts'
import type { EndpointOf } from './single.ts'

type Models = NonNullable<Provider['models']>

/** The list of models in the OpenAI format. */
export const modelList = (endpointOf: EndpointOf, path = '/v1/models'): Models => ({
  request: (target) => ({ method: 'GET', ...endpointOf(target, path) }),
  response: (body) => namesIn(isObject(body) ? body.data : body, 'id'),
})

/** The names in a list of objects. */
export function namesIn(list: unknown, field: string): string[] {
  if (!Array.isArray(list)) throw badResponse('the provider sent no list of models')
  const names = list.map((model) => (isObject(model) ? textOf(model[field]) : undefined))
  return [...new Set(names.filter((name) => name !== undefined))]
}
