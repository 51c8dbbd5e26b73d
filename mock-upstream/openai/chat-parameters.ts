import type { JsonObject } from '../exchange/json.ts'
import { openaiError } from './errors.ts'
import { familyOf } from './model-family.ts'

/** The parameters of a chat: `ChatCompletionCreateParamsBase` of the openai library 7.53 for Node, read 2026-11-18. */
export const openaiChatParameters: ReadonlySet<string> = new Set(
  `messages model audio frequency_penalty function_call functions logit_bias logprobs max_completion_tokens max_tokens
  metadata modalities moderation n parallel_tool_calls prediction presence_penalty prompt_cache_key prompt_cache_options
  prompt_cache_retention reasoning_effort response_format safety_identifier seed service_tier stop store stream
  stream_options temperature tool_choice tools top_logprobs top_p user verbosity web_search_options`.split(/\s+/),
)

/**
 * Refuses parameters that a chat does not have. Reasoning models name the first in another way than older ones:
 * github.com/teabranch/open-responses-server/issues/41 (o4-mini), github.com/nashsu/llm_wiki/issues/336. Read 2026-11-19.
 */
export function refuseUnknownParameters(body: JsonObject, model: string): void {
  const unknown = Object.keys(body).filter((name) => !openaiChatParameters.has(name))
  const [first] = unknown
  if (first !== undefined && familyOf(model).isReasoning)
    throw openaiError(400, `Unknown parameter: '${first}'.`, { param: first, code: 'unknown_parameter' })
  refuseUnrecognized(unknown)
}

/** The text and the fields of this error: github.com/run-llama/llama_index/issues/9062, read 2026-11-18. */
export function refuseUnrecognized(names: string[]): void {
  if (names.length === 0) return
  const plural = names.length > 1 ? 's' : ''
  throw openaiError(400, `Unrecognized request argument${plural} supplied: ${names.sort().join(', ')}`, { code: null })
}
