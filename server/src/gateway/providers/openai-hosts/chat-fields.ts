import type { ChatRequest, JsonObject } from '../../forms/chat.ts'

/** Fields of OpenAI and of other vendors that strict hosts refuse. */
export const foreignFields = [
  'audio',
  'enable_thinking',
  'extra_body',
  'metadata',
  'modalities',
  'prompt_cache_key',
  'prompt_cache_retention',
  'store',
  'thinking',
  'verbosity',
  'web_search_options',
]

/** Grok models that think refuse what shapes the text of others. */
export const isGrokThinking = (model: string): boolean =>
  /^grok-(?:[4-9]|3-mini|code|build)/.test(model) && !model.includes('non-reasoning')

/** Thinking is switched off by a field of its own. */
export function arkThinking(body: JsonObject, { reasoning_effort }: ChatRequest): void {
  if (reasoning_effort !== 'none') return
  delete body.reasoning_effort
  body.thinking ??= { type: 'disabled' }
}

/** Log probabilities are asked for by their number alone. */
export function numberedLogprobs(body: JsonObject): void {
  if (body.logprobs === true) body.logprobs = body.top_logprobs ?? 1
  if (body.logprobs === false) delete body.logprobs
  delete body.top_logprobs
}
