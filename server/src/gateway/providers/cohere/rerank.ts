import { estimateTokens } from '../../counting/estimate.ts'
import { badResponse } from '../../translate/answer/bad-response.ts'
import { countOf, definedOf, isObject, listOf, objectOf, textOf } from '../../translate/json/json-values.ts'
import { reachByBearer } from '../openai-shaped/openai-shaped.ts'
import type { SingleOperation } from '../provider.ts'

/** The text of a document: its own, or its fields as lines. */
function textOfDocument(document: unknown): string {
  if (!isObject(document)) return String(document)
  const lines = Object.entries(document).map(
    ([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  return textOf(document.text) ?? lines.join('\n')
}

/** Cohere counts searches instead of tokens, and never repeats the documents. */
export const rerank: SingleOperation = {
  request(ask, target) {
    const { query, documents, top_n, max_tokens_per_doc } = ask instanceof FormData ? {} : ask
    const body = definedOf({
      model: target.model,
      query,
      documents: listOf(documents).map(textOfDocument),
      top_n: top_n ?? undefined,
      max_tokens_per_doc: max_tokens_per_doc ?? undefined,
    })
    return { method: 'POST', ...reachByBearer(target, '/v2/rerank'), body }
  },
  response(body, ask) {
    const ranked = objectOf(body)?.results
    if (!Array.isArray(ranked)) throw badResponse('the upstream sent no ranking')
    const texts = listOf(ask.documents).map(textOfDocument)
    const results = ranked.filter(isObject).map(({ index, relevance_score }) => ({
      index: countOf(index),
      relevance_score,
      ...(ask.return_documents === true && { document: { text: texts[countOf(index)] ?? '' } }),
    }))
    const prompt_tokens = [String(ask.query), ...texts].reduce((sum, text) => sum + estimateTokens(text), 0)
    return {
      model: textOf(ask.model) ?? '',
      results,
      usage: { prompt_tokens, completion_tokens: 0, total_tokens: prompt_tokens },
    }
  },
}
