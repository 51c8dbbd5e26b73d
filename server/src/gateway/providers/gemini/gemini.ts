import { isObject, listOf, objectOf, textOf } from '../../translate/json/json-values.ts'
import { badResponse } from '../../translate/response/bad-response.ts'
import { chatResponses } from '../chat-responses.ts'
import type { ChatOperation, Provider } from '../provider.ts'
import { type ActionRequest, actionRequest, listRequest } from './address.ts'
import { embeddings } from './embeddings.ts'
import { geminiFailure } from './failure.ts'
import { images } from './images.ts'
import { nativeOperation } from './native.ts'
import { generateBody } from './request/generate-body.ts'
import type { GoogleHost } from './request/model-families.ts'
import { keepsAddress } from './request/parts.ts'
import { readResponse } from './response/read-response.ts'
import { createDecoder } from './response/read-stream.ts'
import { thoughtSignatures } from './thought-signatures.ts'

/** The models an account may use, by the names that requests use. */
export const geminiModels: NonNullable<Provider['models']> = {
  request: listRequest,
  response(body) {
    const models = objectOf(body)?.models
    if (!Array.isArray(models)) throw badResponse('the provider sent no list of models')
    return listOf(models)
      .map((model) => (isObject(model) ? textOf(model.name)?.replace(/^models\//, '') : undefined))
      .filter((name) => name !== undefined)
  },
  next: (body) => textOf(objectOf(body)?.nextPageToken) || undefined,
}

export const chatOperation = (requestAction: ActionRequest, host: GoogleHost): ChatOperation => ({
  bound: thoughtSignatures,
  inlinesMedia: true,
  keepsAddress,
  request(request, target) {
    const { model, setting } = target
    const body = generateBody(request, { model, host, setting })
    return request.stream === true
      ? requestAction(target, 'streamGenerateContent', body, { alt: 'sse' })
      : requestAction(target, 'generateContent', body)
  },
  ...chatResponses({ response: readResponse, stream: createDecoder }),
})

/** Google's Gemini, through its own API. */
export const gemini: Provider = {
  chat: chatOperation(actionRequest, 'gemini'),
  native: { gemini: nativeOperation(actionRequest) },
  countsTokens: 'gemini',
  single: { embeddings, images },
  models: geminiModels,
  failure: geminiFailure,
}
