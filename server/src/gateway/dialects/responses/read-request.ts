import { BadRequest } from '../../forms/bad-request.ts'
import type { ChatMessage, ChatRequest, JsonObject } from '../../forms/chat.ts'
import { isObject } from '../../translate/json/json-values.ts'
import { maxTokensField } from '../../translate/max-tokens-field.ts'
import { readRequest as checkChat } from '../openai/read-request.ts'
import { type DeclaredTools, declaredTools } from './declared-tools.ts'
import { readItems } from './read-items.ts'
import { readTools } from './read-tools.ts'

/** Fields that need a conversation stored by the upstream. */
const stateful = ['previous_response_id', 'conversation', 'prompt', 'context_management'] as const
/** Fields that have the same name and meaning in a chat. */
const shared = [
  'temperature',
  'top_p',
  'parallel_tool_calls',
  'metadata',
  'user',
  'service_tier',
  'prompt_cache_key',
  'stream',
] as const

/** A Responses request as a chat, for upstreams without Responses. Fields a chat cannot express are refused by name. */
export function readRequest(body: JsonObject, model: string): ChatRequest {
  for (const name of stateful)
    if (body[name] !== undefined && body[name] !== null)
      throw new BadRequest(`${name} is not supported for this model`, name, 'unsupported_parameter')
  if (body.background === true)
    throw new BadRequest('background is not supported for this model', 'background', 'unsupported_parameter')
  const declared = declaredTools(body)
  const chat: JsonObject = { messages: readInput(body, declared) }
  for (const name of shared) if (body[name] !== undefined && body[name] !== null) chat[name] = body[name]
  if (body.max_output_tokens !== undefined && body.max_output_tokens !== null)
    chat[maxTokensField(model)] = body.max_output_tokens
  if (isObject(body.reasoning) && typeof body.reasoning.effort === 'string')
    chat.reasoning_effort = body.reasoning.effort
  if (isObject(body.text)) Object.assign(chat, readText(body.text))
  return checkChat({ ...chat, ...readTools(body, declared) }, model)
}

function readInput({ input, instructions }: JsonObject, declared: DeclaredTools): ChatMessage[] {
  const system: ChatMessage[] =
    typeof instructions === 'string' && instructions !== '' ? [{ role: 'system', content: instructions }] : []
  if (typeof input === 'string') return [...system, { role: 'user', content: input }]
  if (!Array.isArray(input) || input.length === 0)
    throw new BadRequest('input must be a string or a list with at least one item', 'input')
  const messages = readItems(input, declared)
  if (messages.length === 0) throw new BadRequest('input must hold at least one message', 'input')
  return [...system, ...messages]
}

function readText({ format, verbosity }: JsonObject): JsonObject {
  return {
    ...(isObject(format) && format.type !== 'text' && { response_format: readFormat(format) }),
    ...(typeof verbosity === 'string' && { verbosity }),
  }
}

function readFormat({ type, ...schema }: JsonObject): JsonObject {
  return type === 'json_schema' ? { type, json_schema: schema } : { type }
}
