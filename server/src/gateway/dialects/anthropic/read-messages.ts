import { BadRequest } from '../../forms/bad-request.ts'
import type { ChatMessage, ContentPart, JsonObject, TextPart, ThinkingBlock, ToolCall } from '../../forms/chat.ts'
import { isObject, listOf, textOf } from '../../translate/json/json-values.ts'
import { partOf, textIn, textPart, textsIn } from './read-blocks.ts'
import { extraOfSignature } from './thought-signature.ts'
import { shortToolName } from './tool-names.ts'

/** One of Anthropic's turns as messages of our form: results of tools are messages of their own there. */
export function readTurn(turn: unknown, index: number): ChatMessage[] {
  const place = `messages[${index}]`
  if (!isObject(turn)) throw new BadRequest(`${place} must be an object`, place)
  const { role, content } = turn
  if (role !== 'user' && role !== 'assistant' && role !== 'system')
    throw new BadRequest(`${place}.role must be user or assistant`, `${place}.role`)
  if (typeof content === 'string') return [{ role, content }]
  if (!Array.isArray(content) || !content.every(isObject))
    throw new BadRequest(`${place}.content must be a string or a list of blocks`, `${place}.content`)
  if (role === 'system') return [{ role, content: textsIn(content) }]
  return role === 'user' ? readUser(content, `${place}.content`) : [readAssistant(content, `${place}.content`)]
}

/** Results first: they must follow the calls at once. What they show beside words comes with what the user says. */
function readUser(blocks: JsonObject[], place: string): ChatMessage[] {
  const results: ChatMessage[] = []
  const shown: ContentPart[] = []
  const said: ContentPart[] = []
  for (const [index, block] of blocks.entries()) {
    const here = `${place}[${index}]`
    if (block.type === 'tool_result') results.push(readResult(block, here, shown))
    else said.push(partOf(block, here))
  }
  const parts = [...shown, ...said]
  if (parts.length === 0) return results.length > 0 ? results : [{ role: 'user', content: '' }]
  return [...results, { role: 'user', content: parts.length === 1 ? plainOf(parts, '') : parts }]
}

const isPlain = (part: ContentPart): part is TextPart => part.type === 'text' && !('cache_control' in part)

/** Plain text where nothing but plain text was said. */
const plainOf = (parts: ContentPart[], separator: string): string | ContentPart[] =>
  parts.every(isPlain) ? parts.map(({ text }) => text).join(separator) : parts

function readResult(block: JsonObject, place: string, shown: ContentPart[]): ChatMessage {
  const shownBefore = shown.length
  const words: string[] = typeof block.content === 'string' ? [block.content] : []
  for (const [index, inner] of listOf(block.content).entries()) {
    if (!isObject(inner)) continue
    const here = `${place}.content[${index}]`
    if (inner.type === 'text') words.push(textIn(inner.text, `${here}.text`))
    else if (inner.type === 'image' || inner.type === 'document' || inner.type === 'search_result')
      shown.push(partOf(inner, here))
  }
  const text = words.join('\n')
  const content = text === '' && shown.length > shownBefore ? 'See the content of the next message.' : text
  return {
    role: 'tool',
    tool_call_id: textIn(block.tool_use_id, `${place}.tool_use_id`),
    content: block.is_error === true ? `Error: ${content}` : content,
  }
}

/** Tools that Anthropic ran itself, and their results, are left out: nobody else could make sense of them. */
function readAssistant(blocks: JsonObject[], place: string): ChatMessage {
  const texts: ContentPart[] = []
  const thoughts: ThinkingBlock[] = []
  const reasoning: string[] = []
  const calls: ToolCall[] = []
  let extra: JsonObject | undefined
  for (const [index, block] of blocks.entries()) {
    const here = `${place}[${index}]`
    if (block.type === 'text') texts.push(textPart(textIn(block.text, `${here}.text`), block))
    else if (block.type === 'thinking') {
      const thinking = textOf(block.thinking) ?? ''
      const signature = textOf(block.signature) ?? ''
      const foreign = extraOfSignature(signature)
      if (thinking !== '') reasoning.push(thinking)
      if (foreign) extra = foreign
      else if (signature !== '') thoughts.push({ type: 'thinking', thinking, signature })
    } else if (block.type === 'redacted_thinking')
      thoughts.push({ type: 'redacted_thinking', data: textOf(block.data) ?? '' })
    else if (block.type === 'tool_use') {
      calls.push(readCall(block, here, extra))
      extra = undefined
    }
  }
  const content = plainOf(texts, '')
  return {
    role: 'assistant',
    content: content.length === 0 && calls.length > 0 ? null : content,
    ...(reasoning.length > 0 && { reasoning_content: reasoning.join('\n') }),
    ...(thoughts.length > 0 && { thinking_blocks: thoughts }),
    ...(calls.length > 0 && { tool_calls: calls }),
  }
}

function readCall({ id, name, input }: JsonObject, place: string, extra: JsonObject | undefined): ToolCall {
  return {
    id: textIn(id, `${place}.id`),
    type: 'function',
    function: { name: shortToolName(textIn(name, `${place}.name`)), arguments: JSON.stringify(input ?? {}) },
    ...(extra && { extra_content: extra }),
  }
}
