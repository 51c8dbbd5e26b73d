import { BadRequest } from '../../forms/bad-request.ts'
import type { ChatMessage, ContentPart, JsonObject, TextPart, ThinkingBlock, ToolCall } from '../../forms/chat.ts'
import { isObject, listOf, textOf } from '../../translate/json/json-values.ts'
import { placed } from '../../translate/response/thinking-order.ts'
import { joinedText, partOf, requiredText, textPart } from './read-blocks.ts'
import { extraOfMarkedSignature } from './thought-signature.ts'
import { shortToolName } from './tool-names.ts'

/** One turn of Anthropic's format as messages in the gateway's form, where tool results are messages of their own. */
export function readTurn(turn: unknown, index: number): ChatMessage[] {
  const path = `messages[${index}]`
  if (!isObject(turn)) throw new BadRequest(`${path} must be an object`, path)
  const { role, content } = turn
  if (role !== 'user' && role !== 'assistant' && role !== 'system')
    throw new BadRequest(`${path}.role must be user or assistant`, `${path}.role`)
  if (typeof content === 'string') return [{ role, content }]
  if (!Array.isArray(content) || !content.every(isObject))
    throw new BadRequest(`${path}.content must be a string or a list of blocks`, `${path}.content`)
  if (role === 'system') return [{ role, content: joinedText(content) }]
  return role === 'user' ? readUser(content, `${path}.content`) : [readAssistant(content, `${path}.content`)]
}

/** Tool results first: they must directly follow the calls. Their images and documents go into the user message. */
function readUser(blocks: JsonObject[], path: string): ChatMessage[] {
  const results: ChatMessage[] = []
  const media: ContentPart[] = []
  const userParts: ContentPart[] = []
  for (const [index, block] of blocks.entries()) {
    const blockPath = `${path}[${index}]`
    if (block.type === 'tool_result') results.push(readResult(block, blockPath, media))
    else userParts.push(partOf(block, blockPath))
  }
  const parts = [...media, ...userParts]
  if (parts.length === 0) return results.length > 0 ? results : [{ role: 'user', content: '' }]
  return [...results, { role: 'user', content: parts.length === 1 ? textOrParts(parts, '') : parts }]
}

const isPlainText = (part: ContentPart): part is TextPart => part.type === 'text' && !('cache_control' in part)

/** A string where all parts are plain text. */
const textOrParts = (parts: ContentPart[], separator: string): string | ContentPart[] =>
  parts.every(isPlainText) ? parts.map(({ text }) => text).join(separator) : parts

function readResult(block: JsonObject, path: string, media: ContentPart[]): ChatMessage {
  const mediaBefore = media.length
  const texts: string[] = typeof block.content === 'string' ? [block.content] : []
  for (const [index, inner] of listOf(block.content).entries()) {
    if (!isObject(inner)) continue
    const blockPath = `${path}.content[${index}]`
    if (inner.type === 'text') texts.push(requiredText(inner.text, `${blockPath}.text`))
    else if (inner.type === 'image' || inner.type === 'document' || inner.type === 'search_result')
      media.push(partOf(inner, blockPath))
  }
  const text = texts.join('\n')
  const content = text === '' && media.length > mediaBefore ? 'See the content of the next message.' : text
  return {
    role: 'tool',
    tool_call_id: requiredText(block.tool_use_id, `${path}.tool_use_id`),
    content: block.is_error === true ? `Error: ${content}` : content,
  }
}

/** Tools that Anthropic ran itself, and their results, are left out: no other upstream understands them. */
function readAssistant(blocks: JsonObject[], path: string): ChatMessage {
  const texts: ContentPart[] = []
  const thoughts: ThinkingBlock[] = []
  const reasoning: string[] = []
  const calls: ToolCall[] = []
  let extra: JsonObject | undefined
  let textLength = 0
  const addThought = (block: ThinkingBlock) => thoughts.push(placed(block, { text: textLength, calls: calls.length }))
  for (const [index, block] of blocks.entries()) {
    const blockPath = `${path}[${index}]`
    if (block.type === 'text') {
      const part = textPart(requiredText(block.text, `${blockPath}.text`), block)
      texts.push(part)
      textLength += part.text.length
    } else if (block.type === 'thinking') {
      const thinking = textOf(block.thinking) ?? ''
      const signature = textOf(block.signature) ?? ''
      const signatureExtra = extraOfMarkedSignature(signature)
      if (thinking !== '') reasoning.push(thinking)
      if (signatureExtra) extra = signatureExtra
      else if (signature !== '') addThought({ type: 'thinking', thinking, signature })
    } else if (block.type === 'redacted_thinking')
      addThought({ type: 'redacted_thinking', data: textOf(block.data) ?? '' })
    else if (block.type === 'tool_use') {
      calls.push(readCall(block, blockPath, extra))
      extra = undefined
    }
  }
  const content = textOrParts(texts, '')
  return {
    role: 'assistant',
    content: content.length === 0 && calls.length > 0 ? null : content,
    ...(reasoning.length > 0 && { reasoning_content: reasoning.join('\n') }),
    ...(thoughts.length > 0 && { thinking_blocks: thoughts }),
    ...(calls.length > 0 && { tool_calls: calls }),
  }
}

function readCall({ id, name, input }: JsonObject, path: string, extra: JsonObject | undefined): ToolCall {
  return {
    id: requiredText(id, `${path}.id`),
    type: 'function',
    function: { name: shortToolName(requiredText(name, `${path}.name`)), arguments: JSON.stringify(input ?? {}) },
    ...(extra && { extra_content: extra }),
  }
}
