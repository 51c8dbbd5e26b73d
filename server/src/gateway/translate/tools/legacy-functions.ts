import type { ChatMessage, ChatRequest, Tool } from '../../forms/chat.ts'
import { isObject, listOf } from '../json/json-values.ts'

/**
 * Chats of the days before tools: `functions`, `function_call` and messages of role `function` in today's words, for
 * upstreams that never knew the old ones. Calls had no ids then; the order of the conversation gives them one.
 */
export function withTools(ask: ChatRequest): ChatRequest {
  const hasOld =
    Array.isArray(ask.functions) || ask.messages.some(({ role, function_call }) => role === 'function' || function_call)
  if (!hasOld) return ask
  const { functions, function_call, ...rest } = ask
  const tools = listOf(functions)
    .filter(isObject)
    .map((about): Tool => ({ type: 'function', function: about as Tool['function'] }))
  const choice = isObject(function_call) ? { type: 'function', function: { name: function_call.name } } : function_call
  let calls = 0
  const messages = ask.messages.map((message): ChatMessage => {
    if (message.role === 'function')
      return { role: 'tool', tool_call_id: `call_${calls - 1}`, content: message.content ?? '' }
    const { function_call: call, ...spoken } = message
    if (!isObject(call)) return spoken
    const id = `call_${calls++}`
    const called = { name: String(call.name), arguments: typeof call.arguments === 'string' ? call.arguments : '{}' }
    return { ...spoken, content: spoken.content ?? null, tool_calls: [{ id, type: 'function', function: called }] }
  })
  return {
    ...rest,
    messages,
    ...(tools.length > 0 && !rest.tools && { tools }),
    ...(choice !== undefined && rest.tool_choice === undefined && { tool_choice: choice }),
  }
}
