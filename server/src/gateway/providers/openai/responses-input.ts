import type { ChatMessage, ContentPart, JsonObject, ToolCall } from '../../forms/chat.ts'
import { isObject, textOf } from '../../translate/json/json-values.ts'
import { visitInOrder } from '../../translate/response/thinking-order.ts'
import { unsupported } from '../../translate/response/unsupported.ts'
import { textOfArguments } from '../../translate/text/free-text.ts'
import { plainText } from '../../translate/text/plain-text.ts'
import { reasoningOf } from './responses-output.ts'

const isSystem = ({ role }: ChatMessage): boolean => role === 'system' || role === 'developer'

/** A conversation in the Responses format: the leading system messages apart, everything else as items. */
export function toInput(
  messages: readonly ChatMessage[],
  custom: ReadonlySet<string>,
): { instructions?: string; input: JsonObject[] } {
  const begin = messages.findIndex((message) => !isSystem(message))
  const leading = begin === -1 ? messages : messages.slice(0, begin)
  const instructions = leading.map(({ content }) => plainText(content) ?? '').filter(Boolean)
  const customCalls = new Set<string>()
  const input = messages.slice(leading.length).flatMap((message): JsonObject[] => {
    if (message.role === 'tool') return [toOutput(message, customCalls)]
    if (message.role !== 'assistant')
      return [toItem(isSystem(message) ? 'developer' : 'user', toParts(message.content))]
    for (const { id, function: called } of message.tool_calls ?? []) if (custom.has(called.name)) customCalls.add(id)
    return toAssistant(message, custom)
  })
  return { ...(instructions.length > 0 && { instructions: instructions.join('\n\n') }), input }
}

const toItem = (role: string, content: JsonObject[]): JsonObject => ({ type: 'message', role, content })

function toAssistant(message: ChatMessage, custom: ReadonlySet<string>): JsonObject[] {
  const { content, thinking_blocks, tool_calls = [] } = message
  const text = plainText(content, '') ?? ''
  const refusal = textOf(message.refusal) ?? ''
  const items: JsonObject[] = []
  visitInOrder({
    thoughts: thinking_blocks ?? [],
    textLength: text.length + refusal.length,
    callCount: tool_calls.length,
    thought(block) {
      const reasoning = reasoningOf(block)
      if (reasoning) items.push(reasoning)
    },
    text(from, to) {
      const piece = text.slice(from, to)
      const parts: JsonObject[] = piece === '' ? [] : [{ type: 'output_text', text: piece }]
      if (to > text.length) parts.push({ type: 'refusal', refusal })
      items.push(toItem('assistant', parts))
    },
    call(ordinal) {
      const call = tool_calls[ordinal]
      if (call) items.push(toCall(call, custom.has(call.function.name)))
    },
  })
  return items
}

const toCall = ({ id, function: called }: ToolCall, isCustom: boolean): JsonObject =>
  isCustom
    ? { type: 'custom_tool_call', call_id: id, name: called.name, input: textOfArguments(called.arguments) }
    : { type: 'function_call', call_id: id, name: called.name, arguments: called.arguments }

const toOutput = ({ tool_call_id, content }: ChatMessage, customCalls: ReadonlySet<string>): JsonObject => ({
  type: customCalls.has(tool_call_id ?? '') ? 'custom_tool_call_output' : 'function_call_output',
  call_id: tool_call_id ?? '',
  output: plainText(content) ?? toParts(content),
})

function toParts(content: ChatMessage['content']): JsonObject[] {
  if (typeof content === 'string') return [{ type: 'input_text', text: content }]
  return (content ?? []).map(toPart)
}

function toPart(part: ContentPart): JsonObject {
  switch (part.type) {
    case 'text':
      return { type: 'input_text', text: part.text }
    case 'image_url': {
      const image = isObject(part.image_url) ? part.image_url : {}
      return { type: 'input_image', image_url: image.url, ...(textOf(image.detail) && { detail: image.detail }) }
    }
    case 'file': {
      const { file_id, filename, file_data } = isObject(part.file) ? part.file : {}
      if (file_id) return { type: 'input_file', file_id }
      const isAddress = typeof file_data === 'string' && /^https?:/i.test(file_data)
      return isAddress ? { type: 'input_file', file_url: file_data } : { type: 'input_file', filename, file_data }
    }
    case 'input_audio':
      return { type: 'input_audio', input_audio: part.input_audio }
    default:
      throw unsupported(`This model cannot be sent content of type ${JSON.stringify(part.type)}`, 'messages')
  }
}
