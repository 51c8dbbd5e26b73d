import { BadRequest } from '../../forms/bad-request.ts'
import type { ChatMessage, ContentPart, JsonObject, ToolCall } from '../../forms/chat.ts'
import { isObject } from '../../translate/json/json-values.ts'
import { argumentsOfText } from '../../translate/text/free-text.ts'
import { readPart } from './read-part.ts'

const roles: ReadonlySet<unknown> = new Set(['system', 'developer', 'user', 'assistant', 'tool', 'function'])
const texts = ['name', 'tool_call_id', 'reasoning_content'] as const
const optionals = [...texts, 'tool_calls', 'thinking_blocks'] as const

/** One message, checked as far as any translation relies on it. One that is right already is the same object. */
export function readMessage(raw: unknown, index: number): ChatMessage {
  const place = `messages[${index}]`
  if (!isObject(raw)) throw new BadRequest(`${place} must be an object`, place)
  if (!roles.has(raw.role)) throw new BadRequest(`${place}.role is not a known role`, `${place}.role`)
  const message = withoutNulls(raw)
  for (const name of texts)
    if (message[name] !== undefined && typeof message[name] !== 'string')
      throw new BadRequest(`${place}.${name} must be a string`, `${place}.${name}`)
  const { content, tool_calls: calls, thinking_blocks: blocks } = message
  if (blocks !== undefined && !(Array.isArray(blocks) && blocks.every(isObject)))
    throw new BadRequest(`${place}.thinking_blocks must be a list of blocks`, `${place}.thinking_blocks`)
  if (isPlain(content) && calls === undefined) return message as ChatMessage
  return {
    ...message,
    role: message.role as ChatMessage['role'],
    content: isPlain(content) ? content : readParts(content, `${place}.content`),
    ...(calls !== undefined && { tool_calls: readCalls(calls, `${place}.tool_calls`) }),
  } as ChatMessage
}

/** Absent and null mean the same for these; our form has only absent. */
function withoutNulls(raw: JsonObject): JsonObject {
  if (!optionals.some((name) => raw[name] === null)) return raw
  const message = { ...raw }
  for (const name of optionals) if (message[name] === null) delete message[name]
  return message
}

const isPlain = (content: unknown): content is string | null | undefined =>
  content === undefined || content === null || typeof content === 'string'

function readParts(raw: unknown, place: string): ContentPart[] {
  if (!Array.isArray(raw)) throw new BadRequest(`${place} must be a string or a list of parts`, place)
  return raw.map((part, index) => readPart(part, `${place}[${index}]`))
}

function readCalls(raw: unknown, place: string): ToolCall[] {
  if (!Array.isArray(raw)) throw new BadRequest(`${place} must be a list`, place)
  return raw.map((call, index) => readCall(call, `${place}[${index}]`))
}

function readCall(raw: unknown, place: string): ToolCall {
  if (!isObject(raw) || typeof raw.id !== 'string') throw new BadRequest(`${place}.id must be a string`, `${place}.id`)
  // A tool that takes free text is a function with one argument in our form; OpenAI's provider turns it back.
  const custom = raw.type === 'custom' && isObject(raw.custom) ? raw.custom : undefined
  const called = custom ? { name: custom.name, arguments: argumentsOfText(custom.input) } : raw.function
  if (!isObject(called) || typeof called.name !== 'string')
    throw new BadRequest(`${place}.function.name must be a string`, `${place}.function.name`)
  if (raw.type === 'function' && typeof called.arguments === 'string') return raw as ToolCall
  const { custom: _, ...rest } = raw
  const said = { ...called, name: called.name, arguments: argumentsOf(called.arguments) }
  return { ...rest, id: raw.id, type: 'function', function: said }
}

/** Some clients keep arguments as the object they parsed. */
const argumentsOf = (value: unknown): string => {
  if (typeof value === 'string') return value
  return value === undefined || value === null ? '{}' : JSON.stringify(value)
}
