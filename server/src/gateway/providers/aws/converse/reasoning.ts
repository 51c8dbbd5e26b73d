import type { ChatRequest, JsonObject } from '../../../forms/chat.ts'
import { objectOf } from '../../../translate/json/json-values.ts'

export type Reasoning = { fields: JsonObject | undefined; refusesSampling: boolean }

const none: Reasoning = { fields: undefined, refusesSampling: false }

/** The efforts of these models are low, medium and high. */
const efforts: Readonly<Record<string, string>> = {
  minimal: 'low',
  low: 'low',
  medium: 'medium',
  high: 'high',
  xhigh: 'high',
  max: 'high',
}

/** Those of OpenAI's other models, which take no sampling parameters (litellm 1.109.1, `supports_sampling_params`). */
const gptEfforts: ReadonlySet<string> = new Set(['none', 'low', 'medium', 'high', 'xhigh', 'max'])

/**
 * How much a model reasons. Only families with a documented field have one here: OpenAI's models
 * (bedrock-chat-language-model.ts of @ai-sdk/amazon-bedrock 4.0.186) and Nova 2
 * (docs.aws.amazon.com/nova/latest/nova2-userguide/request-response-schema.html), read 2026-11-18.
 */
export function reasoningOf(request: ChatRequest, model: string): Reasoning {
  const isOff = request.reasoning_effort === 'none' || objectOf(request.thinking)?.type === 'disabled'
  const wanted = String(request.reasoning_effort ?? (objectOf(request.thinking)?.type === 'enabled' ? 'medium' : ''))
  const effort = Object.hasOwn(efforts, wanted) ? efforts[wanted] : undefined
  // These models cannot stop reasoning.
  if (/gpt-oss/.test(model)) {
    const least = isOff ? 'low' : effort
    return least === undefined ? none : { ...none, fields: { reasoning_effort: least } }
  }
  if (/openai\.gpt-/.test(model)) {
    const named = isOff ? 'none' : wanted
    return { fields: gptEfforts.has(named) ? { reasoning: { effort: named } } : undefined, refusesSampling: true }
  }
  if (!/nova-2/.test(model)) return none
  if (isOff) return { ...none, fields: { reasoningConfig: { type: 'disabled' } } }
  if (effort === undefined) return none
  // The highest effort is refused beside a limit of the output or sampling parameters.
  const hasLimit = (request.max_completion_tokens ?? request.max_tokens ?? undefined) !== undefined
  const maxReasoningEffort = effort === 'high' && hasLimit ? 'medium' : effort
  return {
    fields: { reasoningConfig: { type: 'enabled', maxReasoningEffort } },
    refusesSampling: maxReasoningEffort === 'high',
  }
}
