import type { ChatMessage, JsonObject, Tool } from '../../forms/chat.ts'
import { isObject } from '../../translate/json/json-values.ts'
import { unsupported } from '../../translate/response/unsupported.ts'
import { plainText } from '../../translate/text/plain-text.ts'
import type { RequestQuirks } from './quirks.ts'

/** Messages as this upstream accepts them. A message without changes stays the same object. */
export function shapeMessages(messages: ChatMessage[], quirks: RequestQuirks): ChatMessage[] {
  return messages.map((message) => {
    let shaped = message
    if (quirks.contentParts) checkParts(shaped, quirks.contentParts)
    if (quirks.developerToSystem && shaped.role === 'developer') shaped = { ...shaped, role: 'system' }
    if (quirks.flattensText) shaped = flattenText(shaped)
    if (quirks.dropsExtensions) shaped = cleanMessage(shaped)
    for (const name of quirks.droppedMessageFields ?? []) shaped = without(shaped, name)
    return renameReasoning(shapeReasoning(shaped, quirks.reasoning), quirks.reasoningField)
  })
}

function checkParts({ content }: ChatMessage, taken: readonly string[]): void {
  if (!Array.isArray(content)) return
  const foreign = content.find(({ type }) => type !== 'text' && type !== 'refusal' && !taken.includes(type))
  if (foreign) throw unsupported(`this provider does not accept content of the type ${foreign.type}`, 'messages')
}

function flattenText(message: ChatMessage): ChatMessage {
  if (!Array.isArray(message.content)) return message
  const text = plainText(message.content)
  return text === undefined ? message : { ...message, content: text }
}

function shapeReasoning(message: ChatMessage, reasoning: RequestQuirks['reasoning']): ChatMessage {
  if (message.role !== 'assistant') return message
  if (reasoning === 'drop') return without(message, 'reasoning_content')
  const isMissing = reasoning === 'echo' && message.tool_calls?.length && !message.reasoning_content
  return isMissing ? { ...message, reasoning_content: ' ' } : message
}

function renameReasoning(message: ChatMessage, field: RequestQuirks['reasoningField']): ChatMessage {
  if (!field || message.reasoning_content === undefined) return message
  const { reasoning_content, ...rest } = message
  return { [field]: reasoning_content, ...rest }
}

function cleanMessage(message: ChatMessage): ChatMessage {
  let clean = without(message, 'thinking_blocks')
  const { content, tool_calls } = clean
  if (Array.isArray(content) && content.some(hasCacheControl))
    clean = { ...clean, content: content.map((part) => without(part, 'cache_control')) }
  if (tool_calls?.some((call) => isObject(call) && 'extra_content' in call))
    clean = { ...clean, tool_calls: tool_calls.map((call) => without(call, 'extra_content')) }
  return clean
}

export const cleanTools = (tools: Tool[]): Tool[] =>
  tools.some(hasCacheControl) ? tools.map((tool) => without(tool, 'cache_control')) : tools

const hasCacheControl = (value: unknown): boolean => isObject(value) && 'cache_control' in value

function without<Whole extends JsonObject | object>(whole: Whole, name: string): Whole {
  if (!(name in whole)) return whole
  const rest = { ...whole } as JsonObject
  delete rest[name]
  return rest as Whole
}
