import { badResponse } from '../../translate/answer/bad-response.ts'
import { isObject, listOf, objectOf, textOf } from '../../translate/json/json-values.ts'
import type { Provider } from '../provider.ts'
import { listRequest } from './address.ts'

/** The models an account may use, by the names calls give them. */
export const geminiModels: NonNullable<Provider['models']> = {
  request: listRequest,
  response(body) {
    const models = objectOf(body)?.models
    if (!Array.isArray(models)) throw badResponse('the upstream sent no list of models')
    return listOf(models)
      .map((model) => (isObject(model) ? textOf(model.name)?.replace(/^models\//, '') : undefined))
      .filter((name) => name !== undefined)
  },
  next: (body) => textOf(objectOf(body)?.nextPageToken) || undefined,
}
