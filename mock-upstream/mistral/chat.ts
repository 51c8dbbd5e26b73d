import { type Call, identifier } from '../exchange/call.ts'
import type { JsonObject } from '../exchange/json.ts'
import type { MockResponse } from '../exchange/response.ts'
import type { Completion, Counts } from '../model/completion.ts'
import { splitText } from '../model/split-text.ts'
import { styleChat } from '../openai/style-chat.ts'
import { chatResponse, plainUsage } from '../openai/write-chat.ts'
import { mistralError } from './errors.ts'
import { checkMistralChat, isReasoner } from './rules.ts'

/** OpenAI's format, but thinking is a part of the content, calls come whole, and the last chunk has usage. */
export function chat(call: Call): MockResponse {
  const { body, model } = call
  checkMistralChat(body, model)
  const isThinking = isReasoner(model) || body.reasoning_effort === 'high'
  const writing = styleChat(call, { thinks: isThinking, usage: usageOf, usageIn: 'end', choices: Number(body.n ?? 1) })
  const written = {
    ...writing,
    id: identifier('', call).slice(-24),
    message: (response: Completion) => ({
      role: 'assistant',
      content:
        response.thinking === '' ? response.text : [thought(response.thinking), { type: 'text', text: response.text }],
      tool_calls: response.calls.length > 0 ? callsOf(call, response) : null,
    }),
    deltas: (response: Completion): JsonObject[] => [
      { role: 'assistant', content: '' },
      ...splitText(response.thinking).map((piece) => ({ content: [thought(piece)] })),
      ...splitText(response.text).map((piece) => ({ content: piece })),
      ...(response.calls.length > 0 ? [{ tool_calls: callsOf(call, response) }] : []),
    ],
  }
  return chatResponse(body, written, mistralError)
}

const thought = (text: string) => ({ type: 'thinking', thinking: [{ type: 'text', text }] })

/** Ids of nine letters and digits, without a type. */
const callsOf = (call: Call, response: Completion): JsonObject[] =>
  response.calls.map(({ name, arguments: args }, index) => ({
    id: `M${String(call.serial % 1_000_000).padStart(6, '0')}${String(index).padStart(2, '0')}`,
    function: { name, arguments: JSON.stringify(args) },
    index,
  }))

const usageOf = (counts: Counts) => ({
  ...plainUsage(counts),
  ...(counts.cached > 0 && { num_cached_tokens: counts.cached }),
})
