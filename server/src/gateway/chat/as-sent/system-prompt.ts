import { estimateTokens } from '../../counting/estimate.ts'
import type { ChatMessage, ChatRequest, JsonObject } from '../../forms/chat.ts'
import type { Provider, UpstreamRequest } from '../../providers/provider.ts'
import type { Channel } from '../../routing/channel.ts'
import { isObject, listOf, objectOf, textOf } from '../../translate/json/json-values.ts'
import { takesOurForm } from '../conversation.ts'
import type { IncomingChat } from '../incoming-chat.ts'

/**
 * The channel's own system prompt: for requests without one, or, with `system_prompt_override`, before the client's.
 * Operations that pass Anthropic's or Google's format unchanged add it themselves.
 */
type SystemPrompt = { text: string; isBefore: boolean }

export function systemPromptOf({ setting }: Pick<Channel, 'setting'>): SystemPrompt | undefined {
  const text = textOf(setting.system_prompt)
  return text === undefined ? undefined : { text, isBefore: setting.system_prompt_override === true }
}

/** The tokens that the system prompt adds to a request. */
export const systemPromptTokens = ({ text }: SystemPrompt): number => estimateTokens(text)

const systemFields = ['system', 'systemInstruction', 'system_instruction', 'instructions']
/** The system prompt of a body that names it in a field of its own. */
const systemIn = (body: JsonObject): unknown =>
  systemFields.map((name) => body[name]).find((value) => value !== undefined)

/** Whether a body in the client's format has another system prompt than the client has sent. */
export const hasOtherSystem = (sent: UpstreamRequest['body'], { body }: IncomingChat): boolean =>
  systemIn(objectOf(sent) ?? {}) !== systemIn(body)

const isSystem = ({ role }: { role?: unknown }) => role === 'system' || role === 'developer'

/** In the gateway's own form. */
export function withSystemMessage(request: ChatRequest, { text, isBefore }: SystemPrompt): ChatRequest {
  const { messages } = request
  const at = messages.findIndex(isSystem)
  const own = messages[at]
  if (!own) return { ...request, messages: [{ role: 'system', content: text }, ...messages] }
  return isBefore ? { ...request, messages: messages.with(at, before(own, text)) } : request
}

function before(message: ChatMessage, text: string): ChatMessage {
  const { content } = message
  if (Array.isArray(content)) return { ...message, content: [{ type: 'text', text }, ...content] }
  return { ...message, content: content ? `${text}\n${content}` : text }
}

/** In a body that names its system prompt in a field of its own, beside the items of the conversation. */
function withSystemField(body: JsonObject, field: string, { text, isBefore }: SystemPrompt): JsonObject {
  const own = textOf(body[field])
  if (own !== undefined) return isBefore ? { ...body, [field]: `${text}\n${own}` } : body
  const hasOwn = listOf(body.input).some((item) => isObject(item) && isSystem(item))
  return hasOwn && !isBefore ? body : { ...body, [field]: text }
}

/** For an upstream that is sent the client's format, where the prompt has a field that only the gateway fills in. */
export function withChannelPrompt(incoming: IncomingChat, channel: Channel, provider: Provider): IncomingChat {
  const field = incoming.dialect.systemField
  const system = field === undefined ? undefined : systemPromptOf(channel)
  if (!system || field === undefined || takesOurForm(incoming, provider)) return incoming
  return { ...incoming, body: withSystemField(incoming.body, field, system) }
}
