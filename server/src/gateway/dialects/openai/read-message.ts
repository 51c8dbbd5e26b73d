import { BadRequest } from '../../forms/bad-request.ts'
import type { ChatMessage, ContentPart, JsonObject, ToolCall } from '../../forms/chat.ts'
import { isObject } from '../../translate/json/json-values.ts'
import { argumentsOfText } from '../../translate/text/free-text.ts'
import { readPart } from './read-part.ts'

const roles: ReadonlySet<unknown> = new Set(['system', 'developer', 'user', 'assistant', 'tool', 'function'])
const textFields = ['name', 'tool_call_id', 'reasoning_content'] as const
const optionalFields = [...textFields, 'tool_calls', 'thinking_blocks'] as const

/** One message, checked as far as any translation relies on it. A valid message is returned as the same object. */
export function readMessage(raw: unknown, index: number): ChatMessage {
  const path = `messages[${index}]`
  if (!isObject(raw)) throw new BadRequest(`${path} must be an object`, path)
  if (!roles.has(raw.role)) throw new BadRequest(`${path}.role is not a known role`, `${path}.role`)
  const message = withoutNulls(raw)
  for (const name of textFields)
    if (message[name] !== undefined && typeof message[name] !== 'string')
      throw new BadRequest(`${path}.${name} must be a string`, `${path}.${name}`)
  const { content, tool_calls: calls, thinking_blocks: blocks } = message
  if (blocks !== undefined && !(Array.isArray(blocks) && blocks.every(isObject)))
    throw new BadRequest(`${path}.thinking_blocks must be a list of blocks`, `${path}.thinking_blocks`)
  const parts = isTextOrAbsent(content) ? content : readParts(content, `${path}.content`)
  const toolCalls = calls === undefined ? undefined : readCalls(calls, `${path}.tool_calls`)
  if (parts === content && toolCalls === calls) return message as ChatMessage
  return { ...message, content: parts, ...(toolCalls && { tool_calls: toolCalls }) } as ChatMessage
}

/** Null means absent in these fields; the gateway's form has no null there. */
function withoutNulls(raw: JsonObject): JsonObject {
  if (!optionalFields.some((name) => raw[name] === null)) return raw
  const message = { ...raw }
  for (const name of optionalFields) if (message[name] === null) delete message[name]
  return message
}

const isTextOrAbsent = (content: unknown): content is string | null | undefined =>
  content === undefined || content === null || typeof content === 'string'

function readParts(raw: unknown, path: string): ContentPart[] {
  if (!Array.isArray(raw)) throw new BadRequest(`${path} must be a string or a list of parts`, path)
  return unlessSame(
    raw,
    raw.map((part, index) => readPart(part, `${path}[${index}]`)),
  )
}

/** Returns the same list if nothing in it changed: then the message can pass unchanged. */
const unlessSame = <Item>(raw: unknown[], read: Item[]): Item[] =>
  read.every((item, at) => item === raw[at]) ? (raw as Item[]) : read

function readCalls(raw: unknown, path: string): ToolCall[] {
  if (!Array.isArray(raw)) throw new BadRequest(`${path} must be a list`, path)
  return unlessSame(
    raw,
    raw.map((call, index) => readCall(call, `${path}[${index}]`)),
  )
}

function readCall(raw: unknown, path: string): ToolCall {
  if (!isObject(raw) || typeof raw.id !== 'string') throw new BadRequest(`${path}.id must be a string`, `${path}.id`)
  // A call of a custom tool is a function call with one argument in the gateway's form; the OpenAI provider reverses
  // it.
  const custom = raw.type === 'custom' && isObject(raw.custom) ? raw.custom : undefined
  const called = custom ? { name: custom.name, arguments: argumentsOfText(custom.input) } : raw.function
  if (!isObject(called) || typeof called.name !== 'string')
    throw new BadRequest(`${path}.function.name must be a string`, `${path}.function.name`)
  if (raw.type === 'function' && typeof called.arguments === 'string') return raw as ToolCall
  const { custom: _, ...rest } = raw
  const calledFunction = { ...called, name: called.name, arguments: argumentsOf(called.arguments) }
  return { ...rest, id: raw.id, type: 'function', function: calledFunction }
}

/** Some clients keep arguments as the object they parsed. */
const argumentsOf = (value: unknown): string => {
  if (typeof value === 'string') return value
  return value === undefined || value === null ? '{}' : JSON.stringify(value)
}
