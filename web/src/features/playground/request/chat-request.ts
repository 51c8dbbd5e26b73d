import type { AssistantMessage, Attachment, Message } from '../messages/message.ts'
import { base64Of, kindOf, soundFormatOf, textOf } from './attachments.ts'
import { type ParsedJson, parseJsonSettings, type Settings } from './settings.ts'

type Json = Record<string, unknown>
export type ChatMessage = Json & { role: string }
/** A chat request as OpenAI's clients write it. */
export type ChatBody = Json & { model: string; messages: ChatMessage[] }

/** The request of a conversation. Members that the settings leave to the model are absent. */
export function chatRequest(path: readonly Message[], settings: Settings, model: string): ChatBody {
  const parsed = parseJsonSettings(settings)
  const json: ParsedJson = 'field' in parsed ? {} : parsed
  const { system, max_tokens, reasoning_effort } = settings
  const { temperature, top_p, frequency_penalty, presence_penalty, seed } = settings
  const numbers = Object.entries({ temperature, top_p, frequency_penalty, presence_penalty, seed })
  return {
    model,
    messages: [
      ...(system.trim() === '' ? [] : [{ role: 'system', content: system }]),
      ...path.flatMap((message) => (message.role === 'user' ? [userMessageOf(message)] : assistantMessagesOf(message))),
    ],
    ...Object.fromEntries(numbers.filter(([, value]) => value !== null)),
    ...(max_tokens > 0 && { max_tokens }),
    ...(reasoning_effort && { reasoning_effort }),
    ...(json.tools && json.tools.length > 0 && { tools: json.tools }),
    ...(json.json_schema && { response_format: responseFormat(json.json_schema) }),
    stream: true,
  }
}

const responseFormat = (schema: Json) => ({ type: 'json_schema', json_schema: { name: nameOf(schema), schema } })
const nameOf = ({ title }: Json) => (typeof title === 'string' && /^[\w-]{1,64}$/.test(title) ? title : 'answer')

function userMessageOf({ content, attachments }: Pick<Message, 'content' | 'attachments'>): ChatMessage {
  if (attachments.length === 0) return { role: 'user', content }
  const text = content === '' ? [] : [{ type: 'text', text: content }]
  return { role: 'user', content: [...attachments.flatMap(partOf), ...text] }
}

function partOf(file: Attachment): Json[] {
  const kind = kindOf(file)
  if (kind === 'image') return [{ type: 'image_url', image_url: { url: file.data } }]
  if (kind === 'audio')
    return [{ type: 'input_audio', input_audio: { data: base64Of(file), format: soundFormatOf(file) } }]
  if (kind === 'document') return [{ type: 'file', file: { filename: file.name, file_data: file.data } }]
  if (kind === 'text') return [{ type: 'text', text: `${file.name}:\n\n${textOf(file)}` }]
  return []
}

/** A response that failed before its first chunk is not sent; a tool call without a result would be refused. */
function assistantMessagesOf({ content, tool_calls }: AssistantMessage): ChatMessage[] {
  const hasResults = tool_calls.length > 0 && tool_calls.every(({ result }) => result !== undefined)
  if (!hasResults) return content === '' ? [] : [{ role: 'assistant', content }]
  const calls = tool_calls.map(({ id, name, arguments: given }) => ({
    id,
    type: 'function',
    function: { name, arguments: given },
  }))
  const results = tool_calls.map(({ id, result }) => ({ role: 'tool', tool_call_id: id, content: result ?? '' }))
  return [{ role: 'assistant', content: content || null, tool_calls: calls }, ...results]
}
