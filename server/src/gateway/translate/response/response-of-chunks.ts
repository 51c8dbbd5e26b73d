import type { ChatChunk, ChatDelta, ChatResponse, FinishReason, ResponseMessage, ToolCall } from '../../forms/chat.ts'
import { incompleteResponse } from './bad-response.ts'

type Choice = ChatResponse['choices'][number]
type Gathered = { message: ResponseMessage; finish: FinishReason | undefined; extras: Partial<Choice> }

/** A streamed response as a whole one, for a client that did not request a stream. */
export function responseOfChunks(chunks: readonly ChatChunk[]): ChatResponse {
  const [first] = chunks
  if (!first) throw incompleteResponse()
  const gathered: Gathered[] = []
  const response: ChatResponse = { id: first.id, created: first.created, model: first.model, choices: [] }
  for (const { choices, usage, extra } of chunks) {
    for (const { index, delta, finish_reason, ...extras } of choices) {
      gathered[index] ??= { message: { role: 'assistant', content: null }, finish: undefined, extras: {} }
      const choice = gathered[index]
      addDelta(choice.message, delta)
      choice.finish = finish_reason ?? choice.finish
      Object.assign(choice.extras, extras)
    }
    if (usage) response.usage = usage
    if (extra) response.extra = { ...response.extra, ...extra }
  }
  response.choices = [...gathered.entries()].flatMap(([index, choice]) => {
    if (!choice) return [] // an index that the upstream left out
    if (!choice.finish) throw incompleteResponse()
    return [{ ...choice.extras, index, message: choice.message, finish_reason: choice.finish }]
  })
  return response
}

function addDelta(message: ResponseMessage, { role: _, tool_calls = [], ...delta }: ChatDelta): void {
  for (const name in delta) {
    const [before, value] = [message[name], delta[name]]
    if (value === undefined || value === null) continue
    if (typeof value === 'string' && typeof before === 'string') message[name] = before + value
    else if (Array.isArray(value) && Array.isArray(before)) message[name] = [...before, ...value]
    else message[name] = value
  }
  for (const { index, id, function: called = {}, extra_content } of tool_calls) {
    message.tool_calls ??= []
    message.tool_calls[index] ??= { id: id ?? '', type: 'function', function: { name: '', arguments: '' } }
    const call: ToolCall = message.tool_calls[index]
    call.function.name += called.name ?? ''
    call.function.arguments += called.arguments ?? ''
    if (extra_content) call.extra_content = { ...call.extra_content, ...extra_content }
  }
}
