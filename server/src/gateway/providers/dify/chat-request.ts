import type { ChatMessage, ChatRequest, JsonObject } from '../../forms/chat.ts'
import { definedOf, objectOf, textOf } from '../../translate/json/json-values.ts'
import { bearerEndpoint } from '../openai-shaped/openai-shaped.ts'
import type { Target, UpstreamRequest } from '../provider.ts'
import { filesOf, userOf } from './files.ts'

/** The kinds of apps. Agents and chatflows are chats. */
export type Mode = 'chat' | 'completion' | 'workflow'

export const modeOf = ({ dify_mode }: JsonObject = {}): Mode =>
  dify_mode === 'completion' || dify_mode === 'workflow' ? dify_mode : 'chat'

const paths: Readonly<Record<Mode, string>> = {
  chat: '/v1/chat-messages',
  completion: '/v1/completion-messages',
  workflow: '/v1/workflows/run',
}

/** The app has its own model, prompt and parameters: only texts and files are sent. It always streams. */
export function chatRequest(request: ChatRequest, target: Target): UpstreamRequest {
  const mode = modeOf(target.setting)
  const conversation = mode === 'chat' ? (textOf(request.conversation_id) ?? '') : ''
  const sentMessages = conversation === '' ? request.messages : lastOfUser(request.messages)
  const query = conversation === '' ? transcriptOf(sentMessages) : sentMessages.map(textIn).join('\n')
  const files = filesOf(sentMessages)
  const inputs = objectOf(request.inputs) ?? {}
  const common = {
    response_mode: 'streaming',
    user: userOf(request, target),
    files: files.length > 0 ? files : undefined,
  }
  const body =
    mode === 'chat'
      ? { inputs, query, conversation_id: conversation, auto_generate_name: false, ...common }
      : { inputs: { query, ...inputs }, ...common }
  return { method: 'POST', ...bearerEndpoint(target, paths[mode]), body: definedOf(body) }
}

/** Within a conversation, Dify stores the history. */
const lastOfUser = (messages: readonly ChatMessage[]): ChatMessage[] => {
  const last = messages.findLast(({ role }) => role === 'user')
  return last ? [last] : []
}

/** A whole conversation as one text. A single message stays as it is. */
function transcriptOf(messages: readonly ChatMessage[]): string {
  const [first] = messages
  if (messages.length === 1 && first?.role === 'user') return textIn(first)
  return messages.map((message) => `${labelOf(message)}: \n${textIn(message)}\n`).join('')
}

const labelOf = ({ role }: ChatMessage): string => (role === 'developer' ? 'SYSTEM' : role.toUpperCase())

/** The text of a message. An app has no tools, so tool calls become text. */
function textIn({ content, tool_calls = [] }: ChatMessage): string {
  const parts: JsonObject[] = typeof content === 'string' ? [{ text: content }] : (content ?? [])
  const texts = parts.map(({ type, text, refusal }) => textOf(type === 'refusal' ? refusal : text))
  const calls = tool_calls.map(({ function: called }) => `${called.name}(${called.arguments})`)
  return [...texts, ...calls].filter((text) => text !== undefined).join('\n')
}
