import { absentModel } from '../exchange/call.ts'
import { given, isInteger, isObject, type JsonObject, objectsIn, textOf } from '../exchange/json.ts'
import { checkFields, cohereError } from './errors.ts'

// V2ChatRequest of cohere-ai 8.1.0, 2026-11-18
const fields = new Set(
  (
    'model messages stream tools strict_tools documents citation_options response_format safety_mode max_tokens ' +
    'stop_sequences temperature seed frequency_penalty presence_penalty k p logprobs tool_choice thinking priority'
  ).split(' '),
)

// Of the same type; the temperature: https://docs.cohere.com/reference/errors, 2026-11-18
const ranges: Record<string, [number, number]> = {
  temperature: [0, 1],
  p: [0.01, 0.99],
  k: [0, 500],
  frequency_penalty: [0, 1],
  presence_penalty: [0, 1],
}

const partsOf: Record<string, string[]> = {
  system: ['text'],
  user: ['text', 'image_url'],
  assistant: ['text', 'thinking'],
  tool: ['text', 'document'],
}

export const isReasoner = (model: string): boolean => /^command-a-(reasoning|plus)/.test(model)

// AssistantMessage, SystemMessageV2, UserMessageV2 and ToolMessageV2 of cohere-ai 8.1.0, 2026-11-18
const fieldsOf: Record<string, ReadonlySet<string>> = {
  system: new Set(['role', 'content']),
  user: new Set(['role', 'content']),
  assistant: new Set(['role', 'content', 'tool_calls', 'tool_plan', 'citations']),
  tool: new Set(['role', 'content', 'tool_call_id']),
}

/** Refuses what this vendor would refuse. The wordings follow https://docs.cohere.com/reference/errors. */
export function checkCohereChat(body: JsonObject, model: string): void {
  checkFields(body, fields)
  if (model === '') throw cohereError(400, 'invalid request: model is required')
  if (model === absentModel)
    throw cohereError(404, `model '${model}' not found, make sure the correct model ID was used`)
  const messages = objectsIn(body.messages)
  if (messages.length === 0) throw cohereError(400, 'invalid request: messages must not be empty')
  for (const message of messages) checkMessage(message)
  const last = textOf(messages.at(-1)?.role)
  if (last !== 'user' && last !== 'tool')
    throw cohereError(400, 'invalid request: the last message must be from the user or a tool')
  for (const [name, [min, max]] of Object.entries(ranges)) {
    const value = body[name]
    if (given(body, name) && !(typeof value === 'number' && value >= min && value <= max))
      throw cohereError(400, `invalid request: ${name} must be between ${min} and ${max} inclusive`)
  }
  if (given(body, 'max_tokens') && !isInteger(body.max_tokens, 1))
    throw cohereError(400, 'invalid request: max_tokens must be a positive integer')
  if (given(body, 'stop_sequences') && !(Array.isArray(body.stop_sequences) && body.stop_sequences.length <= 5))
    throw cohereError(400, 'invalid request: at most 5 stop sequences')
  if (given(body, 'thinking') && !isReasoner(model))
    throw cohereError(400, `invalid request: model '${model}' does not support thinking`)
  checkTools(body)
}

function checkMessage(message: JsonObject): void {
  const role = textOf(message.role)
  const parts = partsOf[role]
  if (!parts) throw cohereError(422, `invalid role: '${role}'`)
  checkFields(message, fieldsOf[role] ?? new Set())
  const calls = objectsIn(message.tool_calls)
  if (role === 'assistant' && calls.length > 0) {
    for (const { id, type, function: called } of calls)
      if (typeof id !== 'string' || type !== 'function' || !isObject(called) || typeof called.arguments !== 'string')
        throw cohereError(422, 'invalid request: malformed tool call')
    return
  }
  if (role === 'tool' && textOf(message.tool_call_id) === '')
    throw cohereError(400, 'invalid request: tool_call_id is required')
  const { content } = message
  if (typeof content === 'string') {
    if (content === '' && role !== 'tool') throw cohereError(400, `invalid request: ${role} content must not be empty`)
    return
  }
  if (!Array.isArray(content) || content.length === 0) throw cohereError(422, 'invalid request: content is required')
  for (const { type } of objectsIn(content))
    if (!parts.includes(textOf(type)))
      throw cohereError(422, `invalid request: content type '${type}' for role ${role}`)
}

function checkTools(body: JsonObject): void {
  const tools = objectsIn(body.tools)
  for (const { type, function: offered } of tools) {
    if (type !== 'function' || !isObject(offered)) throw cohereError(422, 'invalid request: tools must be functions')
    checkFields(offered, new Set(['name', 'description', 'parameters']))
  }
  if (given(body, 'tool_choice')) {
    if (!['REQUIRED', 'NONE'].includes(textOf(body.tool_choice)))
      throw cohereError(400, 'invalid request: tool_choice must be REQUIRED or NONE')
    if (tools.length === 0) throw cohereError(400, 'invalid request: tool_choice needs tools')
  }
  // ResponseFormatV2 and V2ChatRequest.safetyMode of cohere-ai 8.1.0, 2026-11-18
  const isGrounded = tools.length > 0 || objectsIn(body.documents).length > 0
  if (!isGrounded) return
  for (const name of ['response_format', 'safety_mode'])
    if (given(body, name)) throw cohereError(400, `invalid request: ${name} is not supported with tools or documents`)
}
