import { noUsage } from '../../../domain/money/pricing/usage.ts'
import { isForm } from '../../../light/is-form.ts'
import { estimateTokens } from '../../counting/estimate.ts'
import type { JsonObject } from '../../forms/chat.ts'
import { countOf, definedOf, isObject, listOf, objectOf, textOf } from '../../translate/json/json-values.ts'
import { badResponse } from '../../translate/response/bad-response.ts'
import { embeddingList } from '../../translate/response/embedding-list.ts'
import { usageOfOpenAi } from '../../translate/response/openai-usage.ts'
import { unsupported } from '../../translate/response/unsupported.ts'
import type { SingleOperation, Target } from '../provider.ts'
import { documentTexts, rankingList } from '../ranking-list.ts'
import { accountEndpoint, isGateway, modelEndpoint } from './address.ts'

export const fieldsOf = (request: JsonObject | FormData): JsonObject => (isForm(request) ? {} : request)

/** A request to a model's own URL. Its response is in `result`. */
export const run = (target: Target, body: JsonObject) => ({
  method: 'POST' as const,
  ...modelEndpoint(target),
  body: definedOf(body),
})
export const resultIn = (body: unknown): JsonObject | undefined => objectOf(objectOf(body)?.result)

const textsOf = (input: unknown): string[] => {
  const texts = Array.isArray(input) ? input : [input]
  if (!texts.every((text) => typeof text === 'string'))
    throw unsupported('This model embeds texts, not tokens', 'input')
  return texts
}

const embeddingUsage = (body: unknown) => usageOfOpenAi(objectOf(body)?.usage) ?? usageOfOpenAi(resultIn(body)?.usage)

/** In the OpenAI format, or at the model's own URL if the gateway has no other. */
export const embeddings: SingleOperation = {
  request(request, target) {
    const { input, dimensions } = fieldsOf(request)
    if (isGateway(target)) return run(target, { text: textsOf(input) })
    const body = definedOf({ model: target.model, input, dimensions: dimensions ?? undefined })
    return { method: 'POST', ...accountEndpoint(target, '/v1/embeddings'), body }
  },
  response(body, request) {
    const list = objectOf(body)?.data
    const vectors = Array.isArray(list) ? list.map((entry) => objectOf(entry)?.embedding) : resultIn(body)?.data
    const texts = (Array.isArray(request.input) ? request.input : [request.input]).map(String)
    const estimate = texts.reduce((sum, text) => sum + estimateTokens(text), 0)
    return embeddingList(vectors, {
      model: textOf(request.model) ?? '',
      format: request.encoding_format,
      usage: embeddingUsage(body) ?? { ...noUsage, input: estimate },
    })
  },
  usage: embeddingUsage,
}

export const rerank: SingleOperation = {
  request(request, target) {
    const fields = fieldsOf(request)
    const contexts = documentTexts(fields).map((text) => ({ text }))
    return run(target, { query: fields.query, contexts, top_k: fields.top_n ?? undefined })
  },
  response(body, request) {
    const ranked = resultIn(body)?.response
    if (!Array.isArray(ranked)) throw badResponse('the provider sent no ranking')
    return rankingList(
      request,
      listOf(ranked)
        .filter(isObject)
        .map(({ id, score }) => ({ index: countOf(id), relevance_score: score })),
    )
  },
}
