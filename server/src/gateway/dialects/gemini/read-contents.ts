import { BadRequest } from '../../forms/bad-request.ts'
import type { ChatMessage, ContentPart, ToolCall } from '../../forms/chat.ts'
import { isObject, objectOf, textOf } from '../../translate/json/json-values.ts'
import { parseDataUrl } from '../../translate/text/data-url.ts'
import { imageMarkdown } from '../../translate/text/images-in-text.ts'
import { extraOfSignature } from '../../translate/tools/google-signature.ts'
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
      if (last?.role === 'assistant' && message.role === 'assistant')
        messages.splice(-1, 1, joinMessages(last, message))
      else messages.push(message)
    }
  return messages
}

/** Google's client library keeps every frame of a stream as a turn; together they are one message. */
function joinMessages(first: ChatMessage, second: ChatMessage): ChatMessage {
  const text = `${first.content ?? ''}${second.content ?? ''}`
  const thoughts = `${first.reasoning_content ?? ''}${second.reasoning_content ?? ''}`
  const calls = [...(first.tool_calls ?? []), ...(second.tool_calls ?? [])]
  return {
    ...first,
    ...second,
    content: text === '' && calls.length > 0 ? null : text,
    ...(thoughts !== '' && { reasoning_content: thoughts }),
    ...(calls.length > 0 && { tool_calls: calls }),
  }
}

function readContent(content: unknown, turn: number, ids: CallIds): ChatMessage[] {
  const path = `contents[${turn}]`
  if (!isObject(content)) throw new BadRequest(`${path} must be an object`, path)
  const role = content.role || 'user'
  if (role !== 'user' && role !== 'model' && role !== 'function')
    throw new BadRequest(`${path}.role must be user or model`, `${path}.role`)
  const parts = readParts(content.parts, `${path}.parts`)
  return role === 'model' ? modelMessages(parts, turn, ids) : userMessages(parts, turn, ids)
}

export function readParts(raw: unknown, path: string): ReadPart[] {
  if (raw === undefined || raw === null) return []
  // A single part may stand in place of a list.
  const parts = isObject(raw) ? [raw] : raw
  if (!Array.isArray(parts)) throw new BadRequest(`${path} must be a list`, path)
  return parts.map((part, index) => readPart(part, `${path}[${index}]`)).filter((part) => part !== undefined)
}

/** Tool results first: they must directly follow the calls. */
function userMessages(parts: readonly ReadPart[], turn: number, ids: CallIds): ChatMessage[] {
  const messages: ChatMessage[] = []
  const content: ContentPart[] = []
  for (const part of parts) {
    if (part.kind === 'content') content.push(part.part)
    if (part.kind !== 'result') continue
    const id = ids.result(part.id, part.name, `${turn}_${messages.length}`)
    messages.push({ role: 'tool', tool_call_id: id, content: resultText(part.response) })
    for (const resultPart of readParts(part.parts, `contents[${turn}]`))
      if (resultPart.kind === 'content') content.push(resultPart.part)
  }
  if (content.length > 0) messages.push({ role: 'user', content: textOrParts(content) })
  return messages
}

/** A single text is a plain string. */
function textOrParts(content: ContentPart[]): string | ContentPart[] {
  const [first] = content
  return content.length === 1 && first?.type === 'text' && typeof first.text === 'string' ? first.text : content
}

/** A result that only wraps a text becomes that text. */
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

/** Earlier messages of a model are text; an image becomes Markdown in the text. */
function textOfPart(part: ContentPart, path: string): string {
  if (part.type === 'text' && typeof part.text === 'string') return part.text
  const url = part.type === 'image_url' ? textOf(objectOf(part.image_url)?.url) : undefined
  const image = parseDataUrl(url ?? '')
  if (!image?.mime) throw new BadRequest(`${path} holds what a model cannot have said`, path)
  return imageMarkdown({ mime: image.mime, base64: image.base64 })
}

/**
 * Finds the call a result belongs to. Gemini's clients may leave ids out; then the name and the order of the calls
 * decide.
 */
type CallIds = {
  call(id: string | undefined, name: string, position: string): string
  result(id: string | undefined, name: string, position: string): string
}

function createCallIds(): CallIds {
  const openCalls: { id: string; name: string }[] = []
  return {
    call(id, name, position) {
      const known = { id: id ?? `call_${position}`, name }
      openCalls.push(known)
      return known.id
    },
    result(id, name, position) {
      const byId = id === undefined ? -1 : openCalls.findIndex((each) => each.id === id)
      if (byId === -1 && id !== undefined) return id
      const byName = openCalls.findIndex((each) => each.name === name)
      const at = byId !== -1 ? byId : byName !== -1 ? byName : 0
      const [call] = openCalls.splice(at, 1)
      return call?.id ?? `call_${position}`
    },
  }
}
