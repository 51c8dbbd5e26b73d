import { isObject, listOf, objectOf, textOf } from '../../translate/json/json-values.ts'
import { badResponse } from '../../translate/response/bad-response.ts'
import type { Provider } from '../provider.ts'
import { bedrockRequest } from './bedrock-request.ts'
import { clientName } from './model-id.ts'

const profilesPath = '/inference-profiles?maxResults=1000'

const outputs: ReadonlySet<unknown> = new Set(['TEXT', 'EMBEDDING'])
const inferenceTypes: ReadonlySet<unknown> = new Set(['ON_DEMAND', 'INFERENCE_PROFILE'])

/** A value that the upstream does not report does not exclude a model. */
const hasAny = (values: unknown, wanted: ReadonlySet<unknown>): boolean =>
  !Array.isArray(values) || values.some((value) => wanted.has(value))

/** Reranking models count as models of text, and have an API of their own. */
const isServed = (model: unknown): boolean =>
  isObject(model) &&
  hasAny(model.outputModalities, outputs) &&
  hasAny(model.inferenceTypesSupported, inferenceTypes) &&
  !/rerank/.test(textOf(model.modelId) ?? textOf(model.inferenceProfileId) ?? '')

/** Models of the region, then those that only inference profiles offer, each by the name that clients use. */
export const bedrockModels: NonNullable<Provider['models']> = {
  request: (target, after = '/foundation-models') => bedrockRequest(target, 'bedrock', after),
  response(body) {
    const response = objectOf(body)
    const models = response?.modelSummaries ?? response?.inferenceProfileSummaries
    if (!Array.isArray(models)) throw badResponse('the provider sent no list of models')
    return listOf(models)
      .filter(isServed)
      .map((model) => textOf(objectOf(model)?.modelId) ?? textOf(objectOf(model)?.inferenceProfileId) ?? '')
      .map(clientName)
      .filter((name) => name !== undefined)
  },
  next(body) {
    const response = objectOf(body)
    if (response?.modelSummaries !== undefined) return profilesPath
    const token = textOf(response?.nextToken)
    return token === undefined ? undefined : `${profilesPath}&nextToken=${encodeURIComponent(token)}`
  },
}
