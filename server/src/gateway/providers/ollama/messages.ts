import type { ChatMessage, ContentPart, JsonObject } from '../../forms/chat.ts'
import { isObject, textOf } from '../../translate/json/json-values.ts'
import { unsupported } from '../../translate/response/unsupported.ts'
import { parseDataUrl } from '../../translate/text/data-url.ts'
import { parseArguments } from '../../translate/tools/tool-arguments.ts'

/** Ollama's content is one text, with images beside it. */
type Content = { text: string; images: string[] }

export function toMessages(messages: readonly ChatMessage[]): JsonObject[] {
  const namesOfCalls = new Map<string, string>()
  return messages.map((message) => {
    const { text, images } = toContent(message.content)
    const calls = message.tool_calls ?? []
    for (const call of calls) namesOfCalls.set(call.id, call.function.name)
    const thinking = message.role === 'assistant' ? message.reasoning_content : undefined
    return {
      role: message.role === 'developer' ? 'system' : message.role,
      content: text,
      ...(images.length > 0 && { images }),
      ...(thinking && { thinking }),
      ...(calls.length > 0 && { tool_calls: calls.map(toCall) }),
      ...(message.role === 'tool' && toolOf(message, namesOfCalls)),
    }
  })
}

const toCall = ({ id, function: called }: NonNullable<ChatMessage['tool_calls']>[number]): JsonObject => ({
  id,
  function: { name: called.name, arguments: parseArguments(called.arguments) },
})

/** Older builds match a result to its call by the tool's name, newer ones by the call's id. */
function toolOf({ tool_call_id, name }: ChatMessage, namesOfCalls: ReadonlyMap<string, string>): JsonObject {
  const tool = namesOfCalls.get(tool_call_id ?? '') ?? name
  return { ...(tool !== undefined && { tool_name: tool }), ...(tool_call_id !== undefined && { tool_call_id }) }
}

function toContent(content: ChatMessage['content']): Content {
  if (!Array.isArray(content)) return { text: content ?? '', images: [] }
  const texts: string[] = []
  const images: string[] = []
  for (const part of content) {
    const image = part.type === 'image_url' ? imageOf(part.image_url) : undefined
    if (image !== undefined) images.push(image)
    else texts.push(textIn(part))
  }
  return { text: texts.join('\n'), images }
}

function imageOf(image_url: unknown): string {
  const url = isObject(image_url) ? textOf(image_url.url) : undefined
  const data = url === undefined ? undefined : parseDataUrl(url)
  if (!data) throw unsupported('This model takes pictures only as data', 'messages')
  return data.base64
}

function textIn(part: ContentPart): string {
  if (part.type === 'text' && typeof part.text === 'string') return part.text
  if (part.type === 'refusal' && typeof part.refusal === 'string') return part.refusal
  const file = part.type === 'file' && isObject(part.file) ? parseDataUrl(String(part.file.file_data ?? '')) : undefined
  if (file?.mime?.startsWith('text/')) return Buffer.from(file.base64, 'base64').toString('utf8')
  throw unsupported(`This model cannot be sent content of type ${JSON.stringify(part.type)}`, 'messages')
}
