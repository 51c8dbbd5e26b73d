import type { Usage } from '../../../domain/money/pricing/usage.ts'
import { noUsage } from '../../../domain/money/pricing/usage.ts'
import { isForm } from '../../../light/is-form.ts'
import { countOf, definedOf, isObject, objectOf, textOf } from '../../translate/json/json-values.ts'
import { badResponse } from '../../translate/response/bad-response.ts'
import type { SingleOperation } from '../provider.ts'
import { endpointAt, service } from './address.ts'

/** Models of the flat format that other vendors share. Earlier models have the native format. */
const isCompatible = (model: string): boolean => /^qwen3-rerank/.test(model)

const textOfDocument = (document: unknown): unknown => (isObject(document) ? (document.text ?? document) : document)

function usage(body: unknown): Usage | undefined {
  const total = countOf(objectOf(objectOf(body)?.usage)?.total_tokens)
  return total === 0 ? undefined : { ...noUsage, input: total }
}

export const rerank: SingleOperation = {
  request(request, target) {
    const { query, documents: given, top_n, return_documents } = isForm(request) ? {} : { ...request }
    const documents = Array.isArray(given) ? given.map(textOfDocument) : given
    const { model } = target
    if (isCompatible(model)) {
      const body = definedOf({ model, query, documents, top_n, return_documents })
      return { method: 'POST', ...endpointAt(target, '/compatible-api/v1/reranks'), body }
    }
    const parameters = definedOf({ top_n, return_documents })
    return {
      method: 'POST',
      ...endpointAt(target, service('rerank/text-rerank/text-rerank')),
      body: { model, input: { query, documents }, parameters },
    }
  },
  /** A compatible response has the results at its top, a native one inside its output. */
  response(body, request) {
    const response = objectOf(body) ?? {}
    const results = objectOf(response.output)?.results ?? response.results
    if (!Array.isArray(results)) throw badResponse('the provider sent no ranking')
    const tokens = usage(body)?.input
    return {
      ...definedOf({ id: textOf(response.id) ?? textOf(response.request_id), model: textOf(request.model) }),
      results,
      ...(tokens !== undefined && { usage: { prompt_tokens: tokens, total_tokens: tokens } }),
    }
  },
  usage,
}
