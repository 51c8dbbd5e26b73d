import type { ChatMessage, ContentPart, JsonObject } from '../../forms/chat.ts'
import { definedOf, isObject, textOf } from '../../translate/json/json-values.ts'
import { unsupported } from '../../translate/response/unsupported.ts'
import { parseDataUrl } from '../../translate/text/data-url.ts'
import { plainText } from '../../translate/text/plain-text.ts'

/** Messages with the fields Cohere knows, since it refuses any other. The last one must be from the user or a tool. */
export function toMessages(messages: readonly ChatMessage[]): JsonObject[] {
  const sent = messages.map(toMessage).filter((message) => message !== undefined)
  const last = sent.at(-1)?.role
  if (last !== 'user' && last !== 'tool')
    throw unsupported('The last message must be from the user or a tool', 'messages')
  return sent
}

function toMessage(message: ChatMessage): JsonObject | undefined {
  if (message.role === 'assistant') return toAssistant(message)
  if (message.role === 'tool')
    return { role: 'tool', tool_call_id: message.tool_call_id ?? '', content: toContent(message.content) }
  return { role: message.role === 'developer' ? 'system' : message.role, content: toContent(message.content) }
}

/** Beside calls, text is a plan and not content. Cohere refuses an empty assistant message. */
function toAssistant({ content, tool_calls, reasoning_content }: ChatMessage): JsonObject | undefined {
  const text = toContent(content)
  if (!tool_calls?.length) return text.length === 0 ? undefined : { role: 'assistant', content: text }
  const plan = (plainText(content) || textOf(reasoning_content)) ?? undefined
  const calls = tool_calls.map(({ id, function: { name, arguments: text } }) => ({
    id,
    type: 'function',
    function: { name, arguments: text },
  }))
  return definedOf({ role: 'assistant', tool_plan: plan, tool_calls: calls })
}

function toContent(content: ChatMessage['content']): string | JsonObject[] {
  if (!Array.isArray(content)) return content ?? ''
  const parts = content.map(toPart)
  return parts.every(({ type }) => type === 'text') ? parts.map(({ text }) => text).join('\n') : parts
}

function toPart(part: ContentPart): JsonObject {
  if (part.type === 'text') return { type: 'text', text: part.text }
  if (part.type === 'refusal') return { type: 'text', text: part.refusal }
  if (part.type === 'image_url' && isObject(part.image_url)) {
    const { url, detail } = part.image_url
    return { type: 'image_url', image_url: definedOf({ url, detail }) }
  }
  if (part.type === 'document') return { type: 'document', document: part.document }
  const text = textOfFile(part)
  if (text !== undefined) return { type: 'text', text }
  throw unsupported(`This model cannot be sent content of type ${JSON.stringify(part.type)}`, 'messages')
}

/** The text of a text file that the client sent inline. */
function textOfFile(part: ContentPart): string | undefined {
  const data = part.type === 'file' && isObject(part.file) ? parseDataUrl(String(part.file.file_data ?? '')) : undefined
  return data?.mime?.startsWith('text/') ? Buffer.from(data.base64, 'base64').toString('utf8') : undefined
}
