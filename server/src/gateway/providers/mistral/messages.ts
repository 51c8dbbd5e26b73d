import { createHash } from 'node:crypto'
import type { ChatMessage, ContentPart, JsonObject } from '../../forms/chat.ts'
import { definedOf, isObject } from '../../translate/json/json-values.ts'
import { unsupported } from '../../translate/response/unsupported.ts'
import { plainText } from '../../translate/text/plain-text.ts'

/** Messages with the fields Mistral knows, since it refuses any other. */
export function toMessages(messages: readonly ChatMessage[]): JsonObject[] {
  const sent: JsonObject[] = []
  for (const [index, message] of messages.entries()) {
    const isLast = index === messages.length - 1
    const shaped = message.role === 'assistant' ? toAssistant(message, isLast) : toOther(message)
    if (!shaped) continue
    // Older chat templates refuse a user message directly after a tool result.
    if (shaped.role === 'user' && sent.at(-1)?.role === 'tool') sent.push({ role: 'assistant', content: 'OK.' })
    sent.push(shaped)
  }
  return sent
}

function toOther(message: ChatMessage): JsonObject {
  if (message.role !== 'tool') return { role: message.role, content: toContent(message.content) }
  return definedOf({
    role: 'tool',
    tool_call_id: shortCallId(message.tool_call_id ?? ''),
    name: message.name,
    content: toContent(message.content),
  })
}

/** Mistral refuses an empty assistant message. The last one is a prefix of the response. */
function toAssistant(message: ChatMessage, isLast: boolean): JsonObject | undefined {
  const content = plainText(message.content, '') ?? toContent(message.content)
  if (!message.tool_calls?.length)
    return content.length === 0 ? undefined : { role: 'assistant', content, ...(isLast && { prefix: true }) }
  const calls = message.tool_calls.map(({ id, function: { name, arguments: text } }) => ({
    id: shortCallId(id),
    type: 'function',
    function: { name, arguments: text },
  }))
  return { role: 'assistant', content, tool_calls: calls }
}

function toContent(content: ChatMessage['content']): string | JsonObject[] {
  if (!Array.isArray(content)) return content ?? ''
  return content.map(toPart)
}

function toPart(part: ContentPart): JsonObject {
  if (part.type === 'text') return { type: 'text', text: part.text }
  if (part.type === 'refusal') return { type: 'text', text: part.refusal }
  if (part.type === 'image_url' && isObject(part.image_url)) return { type: 'image_url', image_url: part.image_url.url }
  if (part.type === 'input_audio' && isObject(part.input_audio))
    return { type: 'input_audio', input_audio: part.input_audio.data }
  if (part.type === 'file' && isObject(part.file) && typeof part.file.file_data === 'string')
    return definedOf({ type: 'document_url', document_url: part.file.file_data, document_name: part.file.filename })
  throw unsupported(`This model cannot be sent content of type ${JSON.stringify(part.type)}`, 'messages')
}

const length = 9
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/**
 * Older models only accept ids of nine letters or digits. The same id always becomes the same replacement: every
 * request of a conversation repeats it, and a changed prompt would miss the cache.
 */
export function shortCallId(id: string): string {
  if (/^[a-zA-Z0-9]{9}$/.test(id)) return id
  const digest = createHash('sha256').update(id).digest()
  return Array.from(digest.subarray(0, length), (byte) => alphabet[byte % alphabet.length]).join('')
}
