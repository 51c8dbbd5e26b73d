import { type Conversation, threadsMax } from '../messages/conversation.ts'
import {
  type AssistantMessage,
  type Attachment,
  type Message,
  type Mode,
  modes,
  newId,
  type ToolCall,
} from '../messages/message.ts'

/** A conversation with its messages, as a file keeps it. */
export type WholeConversation = Conversation & { messages: Message[] }

const format = 'turnpike-conversations'
const version = 1

export const exportText = (conversations: readonly WholeConversation[]): string =>
  JSON.stringify({ format, version, conversations }, null, 1)

type Json = Record<string, unknown>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const text = (value: unknown) => (typeof value === 'string' ? value : '')
const list = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : [])
const time = (value: unknown, now: number) => (typeof value === 'number' && Number.isFinite(value) ? value : now)

/**
 * The conversations of a file, with ids of their own, so that importing twice harms nothing. Undefined: it is no such file.
 * A file may be edited by hand: only members that fit are read.
 */
export function importText(source: string, now: number): WholeConversation[] | undefined {
  let file: unknown
  try {
    file = JSON.parse(source)
  } catch {
    return undefined
  }
  if (!isObject(file) || file.format !== format || !Array.isArray(file.conversations)) return undefined
  return list(file.conversations).map((conversation) => readConversation(conversation, now))
}

function readConversation(given: Json, now: number): WholeConversation {
  const known = list(given.messages).filter(({ id, role }) => text(id) && (role === 'user' || role === 'assistant'))
  const ids = new Map(known.map(({ id }) => [text(id), newId()]))
  const idOf = (id: unknown) => ids.get(text(id)) ?? null
  const threads = list(given.threads).map(({ model, leaf }) => ({ model: text(model), leaf: idOf(leaf) }))
  return {
    id: newId(),
    name: text(given.name),
    first_words: text(given.first_words),
    created_at: time(given.created_at, now),
    updated_at: now,
    threads: threads.length > 0 ? threads.slice(0, threadsMax) : [{ model: '', leaf: null }],
    messages: known.map((message) => readMessage(message, idOf, now)),
  }
}

function readMessage(given: Json, idOf: (id: unknown) => string | null, now: number): Message {
  const common = {
    id: idOf(given.id) ?? newId(),
    parent: idOf(given.parent),
    created_at: time(given.created_at, now),
    content: text(given.content),
    attachments: list(given.attachments).flatMap(readAttachment),
  }
  if (given.role === 'user') return { ...common, role: 'user' }
  const isFailed = isObject(given.error)
  const response: AssistantMessage = {
    ...common,
    role: 'assistant',
    state: isFailed ? 'error' : given.state === 'incomplete' ? 'incomplete' : 'complete',
    mode: modes.find((mode: Mode) => mode === given.mode) ?? 'chat',
    model: text(given.model),
    reasoning: text(given.reasoning),
    tool_calls: list(given.tool_calls).map(readCall),
    figures: readFigures(given.figures),
  }
  if (isObject(given.error))
    response.error = { code: text(given.error.code), message: text(given.error.message), status: 200 }
  return response
}

/** Only pictures, sound and files that stand in the file itself, and pictures by address. */
function readAttachment({ name, type, data }: Json): Attachment[] {
  const address = text(data)
  return /^(data:|https:\/\/)/.test(address) ? [{ name: text(name), type: text(type), data: address }] : []
}

const readCall = ({ id, name, arguments: given, result }: Json): ToolCall => ({
  id: text(id),
  name: text(name),
  arguments: text(given),
  ...(typeof result === 'string' && { result }),
})

function readFigures(figures: unknown): AssistantMessage['figures'] {
  if (!isObject(figures)) return {}
  const names = ['first_word_ms', 'total_ms', 'prompt_tokens', 'completion_tokens', 'quota'] as const
  return Object.fromEntries(names.flatMap((name) => (typeof figures[name] === 'number' ? [[name, figures[name]]] : [])))
}
