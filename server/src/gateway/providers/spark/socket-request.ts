import type { ChatMessage, ChatRequest, JsonObject } from '../../forms/chat.ts'
import { definedOf, textOf } from '../../translate/json/json-values.ts'
import { unsupported } from '../../translate/response/unsupported.ts'
import { plainText } from '../../translate/text/plain-text.ts'
import type { Line } from './lines.ts'

const agreeingWords = 'Okay'
const userLengthMax = 32

function textOfMessage({ content, tool_calls = [] }: ChatMessage): string {
  const text = content ? plainText(content) : ''
  if (text === undefined) throw unsupported('This channel takes texts only', 'messages')
  // The format has no field for earlier calls, so they become text.
  return text || tool_calls.map(({ function: called }) => `${called.name}(${called.arguments})`).join('\n')
}

/** Lines without a role for instructions get them from the user. Tool results always come from the user. */
function turnsOf(message: ChatMessage, { hasSystem }: Line): JsonObject[] {
  const content = textOfMessage(message)
  if (message.role === 'assistant') return [{ role: 'assistant', content }]
  const isInstruction = message.role === 'system' || message.role === 'developer'
  if (!isInstruction) return [{ role: 'user', content }]
  if (hasSystem) return [{ role: 'system', content }]
  return [
    { role: 'user', content },
    { role: 'assistant', content: agreeingWords },
  ]
}

function functionsOf({ tools, tool_choice }: ChatRequest, { hasFunctions }: Line): JsonObject | undefined {
  const offered = tool_choice === 'none' ? [] : (tools ?? []).flatMap((tool) => tool.function ?? [])
  if (offered.length === 0) return undefined
  if (!hasFunctions) throw unsupported('This model has no tools', 'tools')
  const text = offered.map(({ name, description, parameters }) =>
    definedOf({ name, description: description ?? '', parameters: parameters ?? { type: 'object', properties: {} } }),
  )
  return { text }
}

/** The upstream refuses zero. */
const temperatureOf = ({ temperature }: ChatRequest): number | undefined =>
  typeof temperature === 'number' && temperature > 0 ? Math.min(temperature, 1) : undefined

const topKOf = ({ top_k }: ChatRequest): number | undefined =>
  Number.isInteger(top_k) && Number(top_k) >= 1 && Number(top_k) <= 6 ? Number(top_k) : undefined

/** The one message of a request over a WebSocket. */
export function socketBody(request: ChatRequest, line: Line, appId: string): JsonObject {
  const limits = [request.max_tokens, request.max_completion_tokens].filter((limit) => typeof limit === 'number')
  const functions = functionsOf(request, line)
  return {
    header: definedOf({ app_id: appId, uid: textOf(request.user)?.slice(0, userLengthMax) }),
    parameter: {
      chat: definedOf({
        domain: line.domain,
        temperature: temperatureOf(request),
        max_tokens: limits.length > 0 ? Math.min(...limits) : undefined,
        top_k: topKOf(request),
      }),
    },
    payload: {
      message: { text: request.messages.flatMap((message) => turnsOf(message, line)) },
      ...(functions && { functions }),
    },
  }
}
