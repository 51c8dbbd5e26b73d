import type { JsonObject } from '../../forms/chat.ts'
import { objectOf, textOf } from '../../translate/json/json-values.ts'
import { withoutReserved } from '../../translate/json/reserved-fields.ts'
import type { NativeOperation, Target } from '../provider.ts'
import { readMessage } from './message-response.ts'
import { createMessageDecoder } from './message-stream.ts'
import { countTokensRequest, messagesRequest } from './messages-request.ts'
import { outputDefault } from './output-limit.ts'

/** A request in Anthropic's format with as few changes as possible; unknown fields stay. */
export function nativeBody(body: JsonObject, { model, setting }: Pick<Target, 'model' | 'setting'>): JsonObject {
  const clean = withoutReserved(body, setting)
  if (setting.allow_metadata === false) delete clean.metadata
  // A thread keeps the system prompt that it began with, and refuses another.
  const isContinued = objectOf(clean.thread)?.type === 'continue'
  const { max_tokens = null, ...rest } = isContinued ? clean : withSystemPrompt(clean, setting)
  return { ...rest, model, max_tokens: max_tokens ?? outputDefault(model, setting) }
}

export const nativeMessages: NativeOperation = {
  request: (body, target, call) =>
    call.action === 'countTokens'
      ? countTokensRequest(body, target, call)
      : messagesRequest(nativeBody(body, target), target, [], call),
  response: readMessage,
  stream: createMessageDecoder,
}

/**
 * The channel's own system prompt: for requests without one, or, with `system_prompt_override`, before the client's.
 * Blocks stay blocks, so that their `cache_control` stays in place.
 */
function withSystemPrompt(body: JsonObject, setting: JsonObject): JsonObject {
  const prompt = textOf(setting.system_prompt)
  if (prompt === undefined) return body
  const { system } = body
  const isEmpty =
    system === undefined || system === null || system === '' || (Array.isArray(system) && system.length === 0)
  if (isEmpty) return { ...body, system: prompt }
  if (setting.system_prompt_override !== true) return body
  if (Array.isArray(system)) return { ...body, system: [{ type: 'text', text: prompt }, ...system] }
  return typeof system === 'string' ? { ...body, system: `${prompt}\n${system}` } : body
}
