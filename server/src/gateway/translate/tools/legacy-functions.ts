import type { ChatMessage, ChatRequest, Tool } from '../../forms/chat.ts'
import { isObject, listOf } from '../json/json-values.ts'

/**
 * Replaces the legacy `functions`, `function_call` and messages of role `function` by tools, for upstreams that never
 * had them. Legacy calls have no ids; their order in the conversation gives them one.
 */
export function withTools(request: ChatRequest): ChatRequest {
  const hasLegacy =
    Array.isArray(request.functions) ||
    request.messages.some(({ role, function_call }) => role === 'function' || function_call)
  if (!hasLegacy) return request
  const { functions, function_call, ...rest } = request
  const tools = listOf(functions)
    .filter(isObject)
    .map((declaration): Tool => ({ type: 'function', function: declaration as Tool['function'] }))
  const choice = isObject(function_call) ? { type: 'function', function: { name: function_call.name } } : function_call
  let calls = 0
  const messages = request.messages.map((message): ChatMessage => {
    if (message.role === 'function')
      return { role: 'tool', tool_call_id: `call_${calls - 1}`, content: message.content ?? '' }
    const { function_call: call, ...plainMessage } = message
    if (!isObject(call)) return plainMessage
    const id = `call_${calls++}`
    const called = { name: String(call.name), arguments: typeof call.arguments === 'string' ? call.arguments : '{}' }
    return {
      ...plainMessage,
      content: plainMessage.content ?? null,
      tool_calls: [{ id, type: 'function', function: called }],
    }
  })
  return {
    ...rest,
    messages,
    ...(tools.length > 0 && !rest.tools && { tools }),
    ...(choice !== undefined && rest.tool_choice === undefined && { tool_choice: choice }),
  }
}
