import type { ChatMessage, ChatRequest, JsonObject } from '../../forms/chat.ts'
import { definedOf, listOf, objectOf } from '../../translate/json/json-values.ts'
import { unsupported } from '../../translate/response/unsupported.ts'
import { plainText } from '../../translate/text/plain-text.ts'
import { palmModel } from './address.ts'

type Author = 'user' | 'assistant'
type Turn = { author: Author; content: string }
type Conversation = { context: string; turns: Turn[] }

/** The author of a message may be any name; this family of gateways uses numbers. */
const authors: Readonly<Record<Author, string>> = { user: '0', assistant: '1' }
const labels: Readonly<Record<Author, string>> = { user: 'User', assistant: 'Assistant' }
const stopsMax = 5

const isTextModel = (model: string): boolean => palmModel(model).startsWith('text-')

/** The action and the body for a chat. Text models continue one text; the others get a list of messages. */
export function palmChat(request: ChatRequest, model: string): { action: string; body: JsonObject } {
  refuseMissingFeatures(request)
  const conversation = conversationOf(request.messages)
  const sampling = {
    // Temperatures of OpenAI go up to 2.
    temperature: typeof request.temperature === 'number' ? Math.min(request.temperature, 1) : undefined,
    candidateCount: numberOf(request.n) || undefined,
    topP: numberOf(request.top_p),
    topK: numberOf(request.top_k),
  }
  if (!isTextModel(model)) {
    const { context, turns } = conversation
    const messages = turns.map(({ author, content }) => ({ author: authors[author], content }))
    const prompt = definedOf({ context: context || undefined, messages })
    return { action: 'generateMessage', body: definedOf({ prompt, ...sampling }) }
  }
  const body = definedOf({
    prompt: { text: transcriptOf(conversation) },
    ...sampling,
    maxOutputTokens: numberOf(request.max_completion_tokens) ?? numberOf(request.max_tokens),
    stopSequences: stopsOf(request.stop),
  })
  return { action: 'generateText', body }
}

const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)

function refuseMissingFeatures({ tools, functions, response_format }: ChatRequest): void {
  if (listOf(tools).length > 0 || listOf(functions).length > 0) throw unsupported('This model has no tools', 'tools')
  const format = objectOf(response_format)?.type
  if (format === 'json_object' || format === 'json_schema')
    throw unsupported('This model has no JSON output', 'response_format')
}

/** The system prompt apart. Turns alternate between two authors, so neighbours of one author become one turn. */
function conversationOf(messages: readonly ChatMessage[]): Conversation {
  const context: string[] = []
  const turns: Turn[] = []
  for (const message of messages) {
    const text = textOf(message)
    if (text === '') continue
    if (message.role === 'system' || message.role === 'developer') context.push(text)
    else addTurn(turns, message.role === 'assistant' ? 'assistant' : 'user', text)
  }
  // At least one message is required.
  if (turns.length === 0) return { context: '', turns: [{ author: 'user', content: context.join('\n') || ' ' }] }
  return { context: context.join('\n'), turns }
}

function addTurn(turns: Turn[], author: Author, content: string): void {
  const last = turns.at(-1)
  if (last?.author === author) last.content += `\n${content}`
  else turns.push({ author, content })
}

function textOf({ content }: ChatMessage): string {
  if (!content) return ''
  const text = plainText(content)
  if (text === undefined) throw unsupported('This model takes texts only', 'messages')
  return text
}

/** A single message stays as it is. */
function transcriptOf({ context, turns }: Conversation): string {
  const [first] = turns
  const text =
    turns.length === 1 && first
      ? first.content
      : turns.map(({ author, content }) => `${labels[author]}: ${content}`).join('\n')
  return context === '' ? text : `${context}\n\n${text}`
}

function stopsOf(stop: unknown): string[] | undefined {
  const sequences = (typeof stop === 'string' ? [stop] : listOf(stop)).filter(
    (sequence) => typeof sequence === 'string' && sequence !== '',
  ) as string[] // only strings are left
  return sequences.length > 0 ? sequences.slice(0, stopsMax) : undefined
}
