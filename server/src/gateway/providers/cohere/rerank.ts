import { isForm } from '../../../light/is-form.ts'
import { countOf, definedOf, isObject, objectOf } from '../../translate/json/json-values.ts'
import { badResponse } from '../../translate/response/bad-response.ts'
import { reachByBearer } from '../openai-shaped/openai-shaped.ts'
import type { SingleOperation } from '../provider.ts'
import { documentTexts, rankingList } from '../ranking-list.ts'

/** Cohere counts searches instead of tokens, and never repeats the documents. */
export const rerank: SingleOperation = {
  request(request, target) {
    const fields = isForm(request) ? {} : request
    const body = definedOf({
      model: target.model,
      query: fields.query,
      documents: documentTexts(fields),
      top_n: fields.top_n ?? undefined,
      max_tokens_per_doc: fields.max_tokens_per_doc ?? undefined,
    })
    return { method: 'POST', ...reachByBearer(target, '/v2/rerank'), body }
  },
  response(body, request) {
    const ranked = objectOf(body)?.results
    if (!Array.isArray(ranked)) throw badResponse('the upstream sent no ranking')
    const results = ranked
      .filter(isObject)
      .map(({ index, relevance_score }) => ({ index: countOf(index), relevance_score }))
    return rankingList(request, results)
  },
}
