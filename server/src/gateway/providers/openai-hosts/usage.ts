import type { JsonObject } from '../../forms/chat.ts'
import { countOf, objectOf } from '../../translate/json/json-values.ts'

/**
 * Output that was counted without the reasoning. Whether it was, the total tells: it is the sum of all three. OpenAI's own
 * total is that of two.
 */
export function withReasoning(usage: JsonObject): JsonObject {
  const reasoning = countOf(objectOf(usage.completion_tokens_details)?.reasoning_tokens)
  const completion = countOf(usage.completion_tokens)
  const isApart = countOf(usage.total_tokens) >= countOf(usage.prompt_tokens) + completion + reasoning
  return isApart ? { ...usage, completion_tokens: addedTo(usage.completion_tokens, reasoning) } : usage
}

/** A search model bills what it read on the web beside the prompt, and what it thought beside the answer. */
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

/** A count that is none stays as it is, so that it is not believed. */
const addedTo = (count: unknown, more: number): unknown => (typeof count === 'number' ? count + more : count)
