import { absentModel } from '../exchange/call.ts'
import { given, isObject, type JsonObject, objectsIn, textOf } from '../exchange/json.ts'
import { invalidField, mistralError } from './errors.ts'

// ChatCompletionRequest of @mistralai/mistralai 2.7.0, 2026-11-18. A recorded refusal of other fields:
// https://github.com/Gitlawb/openclaude/issues/739.
const fieldsAllowed = new Set(
  (
    'model messages temperature top_p max_tokens stream stop random_seed response_format tools tool_choice prompt_cache_key ' +
    'parallel_tool_calls presence_penalty frequency_penalty n prediction prompt_mode safe_prompt reasoning_effort metadata guardrails service_tier'
  ).split(' '),
)
const partsAllowed = ['text', 'image_url', 'document_url', 'input_audio', 'reference', 'thinking', 'file']
// https://docs.mistral.ai/inference/conversations/reasoning and the model table of @ai-sdk/mistral 4.0.86, 2026-11-18
const effortsOf = (model: string): string[] => {
  if (/^(mistral|magistral)-(small|medium)-latest$|^mistral-(small|medium)-(2603|2604|3)|^(zai-)?glm-5-2$/.test(model))
    return ['none', 'high']
  if (model.startsWith('zai-glm-')) return ['low', 'high', 'max']
  return /^mistral-large-4(-0)?$/.test(model) ? ['low', 'medium', 'high'] : []
}
const isOlder = (model: string) => /^(open-|mistral-7b|mixtral|mistral-tiny)|-2[34]\d\d$/.test(model)
export const isReasoner = (model: string): boolean => model.startsWith('magistral')

/** Refuses what this vendor would refuse, including unknown fields. */
export function checkMistralChat(body: JsonObject, model: string): void {
  for (const name of Object.keys(body)) {
    if (!fieldsAllowed.has(name))
      throw invalidField([name], 'Extra inputs are not permitted', 'extra_forbidden', body[name])
  }
  if (model === '') throw invalidField(['model'], 'Field required', 'missing')
  // Recorded: https://github.com/mistralai/mistral-vibe/issues/617, 2026-11-18
  if (model === absentModel) throw mistralError(400, `Invalid model: ${model}`, '1500', 'invalid_model')
  if (!Array.isArray(body.messages)) throw invalidField(['messages'], 'Field required', 'missing')
  checkNumbers(body)
  checkTools(body)
  if (given(body, 'reasoning_effort') && !effortsOf(model).includes(String(body.reasoning_effort))) {
    throw mistralError(400, 'reasoning_effort is not enabled for this model')
  }
  checkTurns(objectsIn(body.messages), model)
}

function checkNumbers({ temperature, top_p }: JsonObject): void {
  if (typeof temperature !== 'number') return
  if (temperature < 0 || temperature > 1.5) {
    throw invalidField(['temperature'], 'Input should be less than or equal to 1.5', 'less_than_equal', temperature)
  }
  if (temperature === 0 && top_p !== undefined && top_p !== 1)
    throw mistralError(400, 'top_p must be 1 when using greedy sampling.')
}

function checkTools(body: JsonObject): void {
  if (Array.isArray(body.tools) && body.tools.length === 0) {
    throw invalidField(['tools'], 'List should have at least 1 item after validation', 'too_short', [])
  }
  if (given(body, 'tool_choice') && !given(body, 'tools'))
    throw mistralError(400, 'tool_choice is set but no tools are given')
  if (!given(body, 'tool_choice') || isObject(body.tool_choice)) return
  if (!['auto', 'none', 'any', 'required'].includes(textOf(body.tool_choice))) {
    throw invalidField(['tool_choice'], "Input should be 'auto', 'none', 'any' or 'required'", 'enum', body.tool_choice)
  }
}

function checkTurns(messages: JsonObject[], model: string): void {
  let open = new Set<string>()
  messages.forEach((message, index) => {
    const role = textOf(message.role)
    if (!['system', 'user', 'assistant', 'tool'].includes(role)) {
      throw invalidField(
        ['messages', index],
        "Input tag should be 'system', 'user', 'assistant' or 'tool'",
        'union_tag_invalid',
        role,
      )
    }
    checkParts(message, index)
    const previous = messages[index - 1]?.role
    if (previous === 'tool' && role === 'user' && isOlder(model)) {
      throw mistralError(400, "Unexpected role 'user' after role 'tool'", '3230')
    }
    if (role === 'tool') {
      if (!open.delete(textOf(message.tool_call_id)))
        throw mistralError(400, 'Unexpected tool call id in tool results', '3230')
      return
    }
    if (open.size > 0) throw mistralError(400, 'Not the same number of function calls and responses', '3230')
    open = role === 'assistant' ? openCalls(message, index) : new Set()
  })
  if (open.size > 0) throw mistralError(400, 'Not the same number of function calls and responses', '3230')
  const last = messages.at(-1)
  if (last?.role === 'assistant' && last.prefix !== true) {
    throw mistralError(
      400,
      'Expected last role User or Tool (or Assistant with prefix True) for serving but got assistant',
      '3230',
    )
  }
}

function openCalls(message: JsonObject, index: number): Set<string> {
  const calls = objectsIn(message.tool_calls)
  if (message.content === null)
    throw invalidField(['messages', index, 'assistant', 'content'], 'Input should be a valid string', 'string_type')
  if (calls.length === 0 && textOf(message.content) === '' && !Array.isArray(message.content)) {
    throw mistralError(400, 'Assistant message must have either content or tool_calls, but not none.', '3240')
  }
  for (const { id } of calls) {
    if (/^[a-zA-Z0-9]{9}$/.test(textOf(id))) continue
    throw mistralError(400, `Tool call id was ${id} but must be a-z, A-Z, 0-9, with a length of 9.`, '3280')
  }
  return new Set(calls.map(({ id }) => textOf(id)))
}

function checkParts({ content }: JsonObject, index: number): void {
  for (const { type } of objectsIn(content)) {
    if (partsAllowed.includes(textOf(type))) continue
    throw invalidField(
      ['messages', index, 'content', 'type'],
      'Input should be a known chunk type',
      'union_tag_invalid',
      type,
    )
  }
}
