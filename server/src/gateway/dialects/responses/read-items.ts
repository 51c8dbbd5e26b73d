import { BadRequest } from '../../forms/bad-request.ts'
import type { ChatMessage, JsonObject, ThinkingBlock, ThinkingPlace, ToolCall } from '../../forms/chat.ts'
import { isObject, listOf, textOf } from '../../translate/json/json-values.ts'
import { placed } from '../../translate/response/thinking-order.ts'
import { argumentsOfText } from '../../translate/text/free-text.ts'
import { plainText } from '../../translate/text/plain-text.ts'
import type { DeclaredTools } from './declared-tools.ts'
import { unpackThoughts } from './pack-thoughts.ts'
import { readContent } from './read-content.ts'

type Thoughts = { text: string; blocks: ThinkingBlock[] }

const roles: ReadonlySet<unknown> = new Set(['user', 'assistant', 'system', 'developer'])
/**
 * Calls of OpenAI's own tools in earlier turns: the text already has their results. Tools that an item adds are read
 * with the other tools.
 */
const isSkipped = (type: string): boolean =>
  /_call(?:_output)?$/.test(type) ||
  type.startsWith('mcp_') ||
  type === 'additional_tools' ||
  type === 'tool_search_output'

/** The items of a Responses conversation as messages. */
export function readItems(items: readonly unknown[], declared: DeclaredTools): ChatMessage[] {
  const messages: ChatMessage[] = []
  let thoughts: Thoughts | undefined

  /** A reasoning item precedes the item it belongs to. */
  const withThoughts = (message: ChatMessage, isBegun = false): ChatMessage => {
    if (!thoughts) return message
    const { text, blocks } = thoughts
    thoughts = undefined
    if (text !== '') message.reasoning_content = [message.reasoning_content, text].filter(Boolean).join('\n\n')
    if (blocks.length > 0) {
      const after = isBegun ? placeIn(message) : noPlace
      message.thinking_blocks = [...(message.thinking_blocks ?? []), ...blocks.map((block) => placed(block, after))]
    }
    return message
  }
  const addCall = (call: ToolCall): void => {
    const last = messages.at(-1)
    const message = last?.role === 'assistant' ? last : { role: 'assistant' as const, content: null }
    if (message !== last) messages.push(message)
    withThoughts(message, true).tool_calls = [...(message.tool_calls ?? []), call]
  }

  for (const [index, item] of items.entries()) {
    const path = `input[${index}]`
    if (!isObject(item)) throw new BadRequest(`${path} must be an object`, path)
    const type = item.type ?? 'message'
    if (type === 'message') {
      const message = readMessage(item, path)
      if (message.role !== 'assistant') thoughts = undefined
      messages.push(message.role === 'assistant' ? withThoughts(message) : message)
    } else if (type === 'function_call') {
      addCall(callOf(item, path, typeof item.arguments === 'string' ? item.arguments : '{}', declared))
    } else if (type === 'custom_tool_call') {
      addCall(callOf(item, path, argumentsOfText(item.input), declared))
    } else if (type === 'tool_search_call' && item.execution === 'client') {
      const text = JSON.stringify(isObject(item.arguments) ? item.arguments : {})
      addCall(callOf({ ...item, name: 'tool_search' }, path, text, declared))
    } else if (type === 'tool_search_output' && item.execution === 'client') {
      messages.push({ role: 'tool', tool_call_id: callIdOf(item, path), content: foundTools(item, declared) })
    } else if (type === 'function_call_output' || type === 'custom_tool_call_output') {
      const output = readContent(item.output, `${path}.output`)
      messages.push({ role: 'tool', tool_call_id: callIdOf(item, path), content: plainText(output) ?? output })
    } else if (type === 'reasoning') {
      thoughts = thoughtsOf(item)
    } else if (typeof type !== 'string' || !isSkipped(type)) {
      throw new BadRequest(`${path}.type ${JSON.stringify(type)} is not supported here`, `${path}.type`)
    }
  }
  return messages
}

const noPlace: ThinkingPlace = { text: 0, calls: 0 }

/** The position at the end of the message so far. */
const placeIn = ({ content, tool_calls = [] }: ChatMessage): ThinkingPlace => ({
  text: plainText(content ?? '', '')?.length ?? 0,
  calls: tool_calls.length,
})

function readMessage(item: JsonObject, path: string): ChatMessage {
  const { role } = item
  if (!roles.has(role)) throw new BadRequest(`${path}.role is not a known role`, `${path}.role`)
  const content = readContent(item.content, `${path}.content`)
  return role === 'assistant'
    ? { role, content: plainText(content, '') ?? content }
    : { role: role as ChatMessage['role'], content }
}

function callIdOf(item: JsonObject, path: string): string {
  const id = textOf(item.call_id)
  if (id === undefined) throw new BadRequest(`${path}.call_id must be a string`, `${path}.call_id`)
  return id
}

function callOf(item: JsonObject, path: string, text: string, declared: DeclaredTools): ToolCall {
  const ownName = textOf(item.name)
  if (ownName === undefined) throw new BadRequest(`${path}.name must be a string`, `${path}.name`)
  const name = declared.chatNameOf({ name: ownName, namespace: textOf(item.namespace) })
  return {
    id: callIdOf(item, path),
    type: 'function',
    function: { name, arguments: text },
    ...(isObject(item.extra_content) && { extra_content: item.extra_content }),
  }
}

/** The result of a tool search, as the names by which the upstream now knows the tools. */
function foundTools({ tools }: JsonObject, declared: DeclaredTools): string {
  const found = listOf(tools)
    .filter(isObject)
    .flatMap((tool) =>
      tool.type === 'namespace'
        ? listOf(tool.tools)
            .filter(isObject)
            .map(({ name }) => ({ name, namespace: tool.name }))
        : [{ name: tool.name, namespace: undefined }],
    )
    .map(({ name, namespace }) => declared.chatNameOf({ name: textOf(name) ?? '', namespace: textOf(namespace) }))
  return found.length > 0 ? `Found these tools: ${found.join(', ')}` : 'Found no tools'
}

function thoughtsOf(item: JsonObject): Thoughts {
  const parts = [...listOf(item.summary), ...listOf(item.content)]
  const texts = parts.map((part) => (isObject(part) ? textOf(part.text) : undefined))
  return { text: texts.filter(Boolean).join('\n\n'), blocks: unpackThoughts(item.encrypted_content) ?? [] }
}
