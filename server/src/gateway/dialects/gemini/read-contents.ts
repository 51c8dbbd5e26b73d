import type { ChatMessage, ContentPart, ToolCall } from '../../forms/chat.ts'
import { isObject, objectOf, textOf } from '../../translate/json/json-values.ts'
import { parseDataUrl } from '../../translate/text/data-url.ts'
import { imageMarkdown } from '../../translate/text/images-in-text.ts'
import { extraOfSignature } from '../../translate/tools/google-signature.ts'
import { BadRequest } from '../dialect.ts'
import { type ReadPart, readPart } from './read-part.ts'

/** The turns of a Gemini client as messages. */
export function readContents(contents: unknown): ChatMessage[] {
  if (!Array.isArray(contents) || contents.length === 0)
    throw new BadRequest('contents must be a list with at least one content', 'contents')
  const ids = createCallIds()
  const messages: ChatMessage[] = []
  for (const [turn, content] of contents.entries())
    for (const message of readContent(content, turn, ids)) {
      const last = messages.at(-1)
      if (last?.role === 'assistant' && message.role === 'assistant') messages.splice(-1, 1, joined(last, message))
      else messages.push(message)
    }
  return messages
}

/** Google's own client keeps every frame of a stream as a turn of its own; they were one answer. */
function joined(one: ChatMessage, other: ChatMessage): ChatMessage {
  const text = `${one.content ?? ''}${other.content ?? ''}`
  const thoughts = `${one.reasoning_content ?? ''}${other.reasoning_content ?? ''}`
  const calls = [...(one.tool_calls ?? []), ...(other.tool_calls ?? [])]
  return {
    ...one,
    ...other,
    content: text === '' && calls.length > 0 ? null : text,
    ...(thoughts !== '' && { reasoning_content: thoughts }),
    ...(calls.length > 0 && { tool_calls: calls }),
  }
}

function readContent(content: unknown, turn: number, ids: CallIds): ChatMessage[] {
  const place = `contents[${turn}]`
  if (!isObject(content)) throw new BadRequest(`${place} must be an object`, place)
  const role = content.role || 'user'
  if (role !== 'user' && role !== 'model' && role !== 'function')
    throw new BadRequest(`${place}.role must be user or model`, `${place}.role`)
  const parts = readParts(content.parts, `${place}.parts`)
  return role === 'model' ? modelMessages(parts, turn, ids) : userMessages(parts, turn, ids)
}

export function readParts(raw: unknown, place: string): ReadPart[] {
  if (raw === undefined || raw === null) return []
  // One part may stand for a list of one.
  const parts = isObject(raw) ? [raw] : raw
  if (!Array.isArray(parts)) throw new BadRequest(`${place} must be a list`, place)
  return parts.map((part, index) => readPart(part, `${place}[${index}]`)).filter((part) => part !== undefined)
}

/** Results first: they must follow the calls they answer at once. */
function userMessages(parts: readonly ReadPart[], turn: number, ids: CallIds): ChatMessage[] {
  const messages: ChatMessage[] = []
  const content: ContentPart[] = []
  for (const part of parts) {
    if (part.kind === 'content') content.push(part.part)
    if (part.kind !== 'result') continue
    const id = ids.result(part.id, part.name, `${turn}_${messages.length}`)
    messages.push({ role: 'tool', tool_call_id: id, content: resultText(part.response) })
    for (const shown of readParts(part.parts, `contents[${turn}]`))
      if (shown.kind === 'content') content.push(shown.part)
  }
  if (content.length > 0) messages.push({ role: 'user', content: plainOr(content) })
  return messages
}

/** A single text is a plain string. */
function plainOr(content: ContentPart[]): string | ContentPart[] {
  const [first] = content
  return content.length === 1 && first?.type === 'text' && typeof first.text === 'string' ? first.text : content
}

/** A result that only wraps a text is that text. */
function resultText(response: unknown): string {
  if (typeof response === 'string') return response
  const entries = Object.entries(objectOf(response) ?? {})
  const [name, value] = entries[0] ?? []
  const isWrapper = entries.length === 1 && (name === 'content' || name === 'result' || name === 'output')
  return isWrapper && typeof value === 'string' ? value : JSON.stringify(response)
}

function modelMessages(parts: readonly ReadPart[], turn: number, ids: CallIds): ChatMessage[] {
  let text = ''
  let thoughts = ''
  let signature: string | undefined
  const calls: ToolCall[] = []
  for (const part of parts) {
    if (part.kind === 'thought') thoughts += part.text
    if (part.kind === 'content') {
      text += textOfPart(part.part, `contents[${turn}]`)
      signature = part.signature ?? signature
    }
    if (part.kind === 'call')
      calls.push({
        id: ids.call(part.id, part.name, `${turn}_${calls.length}`),
        type: 'function',
        function: { name: part.name, arguments: JSON.stringify(part.args) },
        ...extraOfSignature(part.signature),
      })
  }
  if (text === '' && thoughts === '' && calls.length === 0) return []
  return [
    {
      role: 'assistant',
      content: text === '' && calls.length > 0 ? null : text,
      ...(thoughts !== '' && { reasoning_content: thoughts }),
      ...(calls.length > 0 && { tool_calls: calls }),
      ...extraOfSignature(signature),
    },
  ]
}

/** What a model said before is text; a picture it drew stands in it. */
function textOfPart(part: ContentPart, place: string): string {
  if (part.type === 'text' && typeof part.text === 'string') return part.text
  const url = part.type === 'image_url' ? textOf(objectOf(part.image_url)?.url) : undefined
  const picture = parseDataUrl(url ?? '')
  if (!picture?.mime) throw new BadRequest(`${place} holds what a model cannot have said`, place)
  return imageMarkdown({ mime: picture.mime, base64: picture.base64 })
}

/** Which call a result belongs to. Gemini's clients may leave ids out: then the order of the conversation tells. */
type CallIds = {
  call(id: string | undefined, name: string, place: string): string
  result(id: string | undefined, name: string, place: string): string
}

function createCallIds(): CallIds {
  const open: { id: string; name: string }[] = []
  return {
    call(id, name, place) {
      const known = { id: id ?? `call_${place}`, name }
      open.push(known)
      return known.id
    },
    result(id, name, place) {
      const byId = id === undefined ? -1 : open.findIndex((each) => each.id === id)
      if (byId === -1 && id !== undefined) return id
      const byName = open.findIndex((each) => each.name === name)
      const at = byId !== -1 ? byId : byName !== -1 ? byName : 0
      const [answered] = open.splice(at, 1)
      return answered?.id ?? `call_${place}`
    },
  }
}
