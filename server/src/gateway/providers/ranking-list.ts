import { estimateTokens } from '../counting/estimate.ts'
import type { JsonObject } from '../forms/chat.ts'
import { isObject, listOf, textOf } from '../translate/json/json-values.ts'

/** The text of a document: its own, or its fields as lines. */
function textOfDocument(document: unknown): string {
  if (!isObject(document)) return String(document)
  const lines = Object.entries(document).map(
    ([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  return textOf(document.text) ?? lines.join('\n')
}

/** The documents of a ranking as texts, for upstreams that accept nothing else. */
export const documentTexts = ({ documents }: JsonObject): string[] => listOf(documents).map(textOfDocument)

/**
 * A ranking for the client, with its documents on request, because these upstreams do not repeat them. They do not
 * count tokens either: the usage is an estimate.
 */
export function rankingList(request: JsonObject, ranked: { index: number; relevance_score: unknown }[]): JsonObject {
  const texts = documentTexts(request)
  const prompt_tokens = [String(request.query), ...texts].reduce((sum, text) => sum + estimateTokens(text), 0)
  return {
    model: textOf(request.model) ?? '',
    results: ranked.map((result) =>
      request.return_documents === true ? { ...result, document: { text: texts[result.index] ?? '' } } : result,
    ),
    usage: { prompt_tokens, completion_tokens: 0, total_tokens: prompt_tokens },
  }
}
