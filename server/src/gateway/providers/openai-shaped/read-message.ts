import type { JsonObject, ThinkingBlock } from '../../forms/chat.ts'
import { isObject, listOf, objectOf, textOf } from '../../translate/json/json-values.ts'

/** The fields of an upstream's message or delta in the gateway's form. Empty fields are absent. */
export type MessageFields = JsonObject & {
  content?: string
  reasoning_content?: string
  refusal?: string
  thinking_blocks?: ThinkingBlock[]
}

/** `keepsOthers`: unknown fields and rare ones, such as images, audio and annotations, pass unchanged. */
export function readMessageFields(raw: JsonObject, keepsOthers: boolean): MessageFields {
  const fields: MessageFields = {}
  let detailed = ''
  for (const name in raw) {
    const value = raw[name]
    if (value === null || value === undefined) continue
    switch (name) {
      case 'role':
      case 'tool_calls':
      case 'function_call':
      case 'obfuscation': // padding against traffic analysis of the upstream connection
      case '__proto__':
        break
      case 'content':
        readContent(value, fields)
        break
      case 'reasoning':
      case 'reasoning_content':
        if (textOf(value) !== undefined) fields.reasoning_content ??= textOf(value)
        break
      case 'refusal':
        if (typeof value === 'string') fields.refusal = value
        break
      case 'reasoning_details':
        detailed = listOf(value).map(reasoningOf).join('')
        if (keepsOthers) fields[name] = value
        break
      case 'thinking_blocks':
        fields.thinking_blocks = listOf(value).filter(isThinkingBlock)
        break
      default:
        if (keepsOthers) fields[name] = value
    }
  }
  // OpenRouter and Snowflake send the reasoning of some models in the details alone.
  if (detailed !== '') fields.reasoning_content ??= detailed
  return fields
}

const reasoningOf = (detail: unknown): string =>
  isObject(detail) ? (textOf(detail.text) ?? textOf(detail.summary) ?? '') : ''

/** Content is a text, or a list of parts, some of which may be thoughts. */
function readContent(value: unknown, fields: MessageFields): void {
  if (typeof value === 'string') fields.content = value
  if (!Array.isArray(value)) return
  let content = ''
  let reasoning = ''
  for (const part of value) {
    if (!isObject(part)) continue
    if (part.type === 'text') content += textOf(part.text) ?? textOf(objectOf(part.text)?.content) ?? ''
    if (part.type === 'thinking') reasoning += thoughtOf(part.thinking)
  }
  fields.content = content
  if (reasoning !== '') fields.reasoning_content = reasoning
}

function thoughtOf(thinking: unknown): string {
  if (typeof thinking === 'string') return thinking
  return listOf(thinking)
    .map((part) => (isObject(part) ? (textOf(part.text) ?? '') : ''))
    .join('')
}

function isThinkingBlock(block: unknown): block is ThinkingBlock {
  if (!isObject(block)) return false
  if (block.type === 'redacted_thinking') return typeof block.data === 'string'
  return block.type === 'thinking' && typeof block.thinking === 'string' && typeof block.signature === 'string'
}
