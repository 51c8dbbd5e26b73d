import { isForm } from '../../../light/is-form.ts'
import type { JsonObject } from '../../forms/chat.ts'
import { countOf, definedOf, isObject, objectOf, textOf } from '../../translate/json/json-values.ts'
import { badResponse } from '../../translate/response/bad-response.ts'
import { embeddingList } from '../../translate/response/embedding-list.ts'
import { usageOfOpenAi } from '../../translate/response/openai-usage.ts'
import { singleOperation } from '../openai-shaped/single.ts'
import type { SingleOperation, Target } from '../provider.ts'
import { zhipuEndpoint } from './address.ts'

const fieldsOf = (request: JsonObject | FormData): JsonObject => (isForm(request) ? {} : request)

const post = (target: Target, path: string, body: JsonObject) => ({
  method: 'POST' as const,
  ...zhipuEndpoint(target, path),
  body: definedOf({ ...body, model: target.model }),
})

const inputsMax = 64

/** Vectors only come as numbers, whatever encoding the client wants. */
const embeddings: SingleOperation = {
  request(request, target) {
    const { input, dimensions } = fieldsOf(request)
    return post(target, '/v1/embeddings', { input, dimensions: dimensions ?? undefined })
  },
  split(request) {
    const { input } = request
    if (!Array.isArray(input) || input.some((item) => typeof item !== 'string')) return []
    const parts: JsonObject[] = []
    for (let start = 0; start < input.length; start += inputsMax)
      parts.push({ ...request, input: input.slice(start, start + inputsMax) })
    return parts
  },
  response(body, request) {
    const list = objectOf(body)?.data
    const vectors = Array.isArray(list) ? list.map((entry) => objectOf(entry)?.embedding) : undefined
    return embeddingList(vectors, {
      model: textOf(objectOf(body)?.model) ?? textOf(request.model) ?? '',
      format: request.encoding_format,
      usage: usageOfOpenAi(objectOf(body)?.usage),
    })
  },
  usage: (body) => usageOfOpenAi(objectOf(body)?.usage),
}

const qualities: Readonly<Record<string, string>> = { hd: 'hd', high: 'hd', standard: 'standard', medium: 'standard' }

/** One image per request; several images are requested one after the other. */
const images: SingleOperation = {
  request(request, target) {
    const { prompt, size, quality, user } = fieldsOf(request)
    return post(target, '/v1/images/generations', {
      prompt,
      size: size ?? undefined,
      quality: qualities[String(quality)],
      user_id: textOf(user),
    })
  },
  split: ({ n, ...request }) => Array.from({ length: countOf(n) }, () => request),
  response(body, _, facts) {
    if (!isObject(body) || !Array.isArray(body.data)) throw badResponse('the provider sent no images')
    return { ...body, created: countOf(body.created) || (facts?.now ?? 0) }
  },
  linksPictures: true,
}

export const zhipuSingles = {
  embeddings,
  images,
  rerank: singleOperation('rerank', (target) => zhipuEndpoint(target, '/v1/rerank')),
}
