import type { ChatMessage, JsonObject, ThinkingBlock, ToolCall } from '../../forms/chat.ts'
import { isObject, listOf, textOf } from '../../translate/json/json-values.ts'
import { argumentsOfText } from '../../translate/text/free-text.ts'
import { plainText } from '../../translate/text/plain-text.ts'
import { BadRequest } from '../dialect.ts'
import { unpackThoughts } from './pack-thoughts.ts'
import { readContent } from './read-content.ts'

type Thoughts = { text: string; blocks: ThinkingBlock[] }

const roles: ReadonlySet<unknown> = new Set(['user', 'assistant', 'system', 'developer'])
/** What OpenAI's own tools did in earlier turns: their results are in the text already. */
const isHosted = (type: string): boolean => /_call(?:_output)?$/.test(type) || type.startsWith('mcp_')

/** The items of a Responses conversation as messages. */
export function readItems(items: readonly unknown[]): ChatMessage[] {
  const messages: ChatMessage[] = []
  let thoughts: Thoughts | undefined

  /** Reasoning stands before what it led to. */
  const withThoughts = (message: ChatMessage): ChatMessage => {
    if (!thoughts) return message
    const { text, blocks } = thoughts
    thoughts = undefined
    if (text !== '') message.reasoning_content = [message.reasoning_content, text].filter(Boolean).join('\n\n')
    if (blocks.length > 0) message.thinking_blocks = [...(message.thinking_blocks ?? []), ...blocks]
    return message
  }
  const addCall = (call: ToolCall): void => {
    const last = messages.at(-1)
    const message = last?.role === 'assistant' ? last : { role: 'assistant' as const, content: null }
    if (message !== last) messages.push(message)
    withThoughts(message).tool_calls = [...(message.tool_calls ?? []), call]
  }

  for (const [index, item] of items.entries()) {
    const place = `input[${index}]`
    if (!isObject(item)) throw new BadRequest(`${place} must be an object`, place)
    const type = item.type ?? 'message'
    if (type === 'message') {
      const message = readMessage(item, place)
      if (message.role !== 'assistant') thoughts = undefined
      messages.push(message.role === 'assistant' ? withThoughts(message) : message)
    } else if (type === 'function_call') {
      addCall(callOf(item, place, typeof item.arguments === 'string' ? item.arguments : '{}'))
    } else if (type === 'custom_tool_call') {
      addCall(callOf(item, place, argumentsOfText(item.input)))
    } else if (type === 'function_call_output' || type === 'custom_tool_call_output') {
      const output = readContent(item.output, `${place}.output`)
      messages.push({ role: 'tool', tool_call_id: idOf(item, place), content: plainText(output) ?? output })
    } else if (type === 'reasoning') {
      thoughts = thoughtsOf(item)
    } else if (typeof type !== 'string' || !isHosted(type)) {
      throw new BadRequest(`${place}.type ${JSON.stringify(type)} is not supported here`, `${place}.type`)
    }
  }
  return messages
}

function readMessage(item: JsonObject, place: string): ChatMessage {
  const { role } = item
  if (!roles.has(role)) throw new BadRequest(`${place}.role is not a known role`, `${place}.role`)
  const content = readContent(item.content, `${place}.content`)
  return role === 'assistant'
    ? { role, content: plainText(content, '') ?? content }
    : { role: role as ChatMessage['role'], content }
}

function idOf(item: JsonObject, place: string): string {
  const id = textOf(item.call_id)
  if (id === undefined) throw new BadRequest(`${place}.call_id must be a string`, `${place}.call_id`)
  return id
}

function callOf(item: JsonObject, place: string, text: string): ToolCall {
  const name = textOf(item.name)
  if (name === undefined) throw new BadRequest(`${place}.name must be a string`, `${place}.name`)
  return {
    id: idOf(item, place),
    type: 'function',
    function: { name, arguments: text },
    ...(isObject(item.extra_content) && { extra_content: item.extra_content }),
  }
}

function thoughtsOf(item: JsonObject): Thoughts {
  const said = [...listOf(item.summary), ...listOf(item.content)]
  const texts = said.map((part) => (isObject(part) ? textOf(part.text) : undefined))
  return { text: texts.filter(Boolean).join('\n\n'), blocks: unpackThoughts(item.encrypted_content) ?? [] }
}
