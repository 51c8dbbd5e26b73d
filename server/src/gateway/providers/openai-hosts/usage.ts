import type { ToolCalls } from '../../../domain/money/pricing/usage.ts'
import type { JsonObject } from '../../forms/chat.ts'
import { countOf, objectOf, textOf } from '../../translate/json/json-values.ts'

/**
 * Output that was counted without the reasoning. The total decides: here it is the sum of all three counts; OpenAI's
 * total is the sum of two.
 */
export function withReasoning(usage: JsonObject): JsonObject {
  const reasoning = countOf(objectOf(usage.completion_tokens_details)?.reasoning_tokens)
  const completion = countOf(usage.completion_tokens)
  const isApart = countOf(usage.total_tokens) >= countOf(usage.prompt_tokens) + completion + reasoning
  return isApart ? { ...usage, completion_tokens: addedTo(usage.completion_tokens, reasoning) } : usage
}

/** A search model bills the pages it read in addition to the prompt, and its reasoning in addition to the text. */
export const withSearch = ({
  prompt_tokens,
  completion_tokens,
  citation_tokens,
  reasoning_tokens,
}: JsonObject): JsonObject => ({
  prompt_tokens: addedTo(prompt_tokens, countOf(citation_tokens)),
  completion_tokens: addedTo(completion_tokens, countOf(reasoning_tokens)),
  completion_tokens_details: { reasoning_tokens },
})

/** Deep research pays for each search. Other models have a fee for the request, however many searches it takes. */
export function researchSearches({ num_search_queries }: JsonObject, { model }: JsonObject): ToolCalls[] | undefined {
  const count = textOf(model)?.includes('deep-research') ? countOf(num_search_queries) : 0
  return count > 0 ? [{ name: 'research_search', count }] : undefined
}

/** An invalid count stays unchanged, so that the gateway rejects it later. */
const addedTo = (count: unknown, more: number): unknown => (typeof count === 'number' ? count + more : count)
