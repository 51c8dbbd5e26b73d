import type { ChatMessage, ChatRequest } from '../../forms/chat.ts'
import { objectOf } from './json-values.ts'

const objectOnly = 'Answer with a JSON object only, without any other text.'

/** What a model is told in words if a format cannot hold it to JSON; undefined for a format that is not JSON. */
export function jsonInstruction(format: unknown): string | undefined {
  const { type, json_schema } = objectOf(format) ?? {}
  if (type !== 'json_object' && type !== 'json_schema') return undefined
  const schema = type === 'json_schema' ? objectOf(objectOf(json_schema)?.schema) : undefined
  return schema ? `${objectOnly} It must match this JSON schema: ${JSON.stringify(schema)}` : objectOnly
}

/**
 * The formats of an upstream: `schema`: JSON schemas and any object; `object`: any object, so that a schema becomes an
 * instruction; `none`: every format becomes an instruction.
 */
export type JsonSupport = 'schema' | 'object' | 'none'

/**
 * The chat with a format that the upstream supports, and with an instruction for what the format cannot express. JSON
 * mode needs the word in the prompt: hosts refuse a prompt without it, or their models write blanks until the limit.
 */
export function withJsonInstruction<Chat extends Pick<ChatRequest, 'messages' | 'response_format'>>(
  chat: Chat,
  support: JsonSupport,
): Chat {
  const { messages } = chat
  const type = chat.response_format?.type
  if (type !== 'json_object' && type !== 'json_schema') return chat
  const isExpressed = type === 'json_schema' ? support === 'schema' : support !== 'none' && messages.some(namesJson)
  if (isExpressed) return chat
  const instruction = jsonInstruction(chat.response_format) ?? ''
  const instructed: Chat = {
    ...chat,
    messages: withInstruction(messages, instruction),
    response_format: { type: 'json_object' },
  }
  if (support === 'none') delete instructed.response_format
  return instructed
}

const word = /json/i

/** Whether the model reads the word in an instruction or a question. */
function namesJson({ role, content }: ChatMessage): boolean {
  if (role !== 'system' && role !== 'developer' && role !== 'user') return false
  if (typeof content === 'string') return word.test(content)
  return Array.isArray(content) && content.some((part) => part.type === 'text' && word.test(String(part.text)))
}

/** Messages with an instruction at the end of the system prompt. Some upstreams refuse a second system message. */
function withInstruction(messages: readonly ChatMessage[], instruction: string): ChatMessage[] {
  const [first, ...rest] = messages
  if (first?.role !== 'system' && first?.role !== 'developer')
    return [{ role: 'system', content: instruction }, ...messages]
  return [{ ...first, content: joined(first.content, instruction) }, ...rest]
}

const joined = (content: ChatMessage['content'], instruction: string): NonNullable<ChatMessage['content']> => {
  if (Array.isArray(content)) return [...content, { type: 'text', text: instruction }]
  return content ? `${content}\n\n${instruction}` : instruction
}
