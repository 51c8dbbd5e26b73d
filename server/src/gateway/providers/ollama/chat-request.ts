import type { ChatRequest, JsonObject } from '../../forms/chat.ts'
import { definedOf, isObject, objectOf } from '../../translate/json/json-values.ts'
import { withTools } from '../../translate/tools/legacy-functions.ts'
import type { Target } from '../provider.ts'
import { toMessages } from './messages.ts'

const sampling = [
  'temperature',
  'top_p',
  'top_k',
  'min_p',
  'seed',
  'frequency_penalty',
  'presence_penalty',
  'repeat_penalty',
] as const

/** A chat in Ollama's own format, where thinking, context and schemas work the same for every model. */
export function toChat(chat: ChatRequest, target: Target): JsonObject {
  const ask = withTools(chat)
  const extra = objectOf(ask.extra_body) ?? {}
  const options = toOptions(ask, target, objectOf(extra.options) ?? {})
  return definedOf({
    model: target.model,
    messages: toMessages(ask.messages),
    stream: ask.stream === true, // Ollama streams by default
    tools: ask.tools?.length && ask.tool_choice !== 'none' ? ask.tools : undefined,
    format: toFormat(ask.response_format),
    think: toThink(ask, target.model),
    logprobs: ask.logprobs ?? undefined,
    top_logprobs: ask.top_logprobs ?? undefined,
    keep_alive: ask.keep_alive ?? extra.keep_alive ?? target.setting.keep_alive,
    options: Object.keys(options).length > 0 ? options : undefined,
  })
}

function toOptions(ask: ChatRequest, target: Target, extra: JsonObject): JsonObject {
  const options: JsonObject = {}
  for (const name of sampling) if (ask[name] !== undefined && ask[name] !== null) options[name] = ask[name]
  return definedOf({
    ...options,
    stop: typeof ask.stop === 'string' ? [ask.stop] : (ask.stop ?? undefined),
    num_predict: ask.max_completion_tokens ?? ask.max_tokens,
    // The default context is so small that long prompts silently lose their beginning.
    num_ctx: extra.num_ctx ?? target.setting.num_ctx,
  })
}

function toFormat(format: JsonObject | undefined): unknown {
  if (format?.type === 'json_object') return 'json'
  const schema = format?.type === 'json_schema' && isObject(format.json_schema) ? format.json_schema.schema : undefined
  return isObject(schema) ? schema : undefined
}

const levels: Readonly<Record<string, string>> = {
  minimal: 'low',
  low: 'low',
  medium: 'medium',
  high: 'high',
  xhigh: 'high',
  max: 'max',
}

/** Most models have a thinking switch; some have levels. */
function toThink(ask: ChatRequest, model: string): unknown {
  if (typeof ask.think === 'boolean' || typeof ask.think === 'string') return ask.think
  const effort = ask.reasoning_effort
  if (effort === undefined) return undefined
  if (effort === 'none') return false
  return model.includes('gpt-oss') ? (levels[effort] ?? effort) : true
}
