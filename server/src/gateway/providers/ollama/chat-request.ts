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
  const request = withTools(chat)
  const extra = objectOf(request.extra_body) ?? {}
  const options = toOptions(request, target, objectOf(extra.options) ?? {})
  return definedOf({
    model: target.model,
    messages: toMessages(request.messages),
    stream: request.stream === true, // Ollama streams by default
    tools: request.tools?.length && request.tool_choice !== 'none' ? request.tools : undefined,
    format: toFormat(request.response_format),
    think: toThink(request, target.model),
    logprobs: request.logprobs ?? undefined,
    top_logprobs: request.top_logprobs ?? undefined,
    keep_alive: request.keep_alive ?? extra.keep_alive ?? target.setting.keep_alive,
    options: Object.keys(options).length > 0 ? options : undefined,
  })
}

function toOptions(request: ChatRequest, target: Target, extra: JsonObject): JsonObject {
  const options: JsonObject = {}
  for (const name of sampling) if (request[name] !== undefined && request[name] !== null) options[name] = request[name]
  return definedOf({
    ...options,
    stop: typeof request.stop === 'string' ? [request.stop] : (request.stop ?? undefined),
    num_predict: request.max_completion_tokens ?? request.max_tokens,
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
function toThink(request: ChatRequest, model: string): unknown {
  if (typeof request.think === 'boolean' || typeof request.think === 'string') return request.think
  const effort = request.reasoning_effort
  if (effort === undefined) return undefined
  if (effort === 'none') return false
  return model.includes('gpt-oss') ? (levels[effort] ?? effort) : true
}
