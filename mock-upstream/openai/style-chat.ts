import { type Call, identifier } from '../exchange/call.ts'
import { isObject, type JsonObject } from '../exchange/json.ts'
import { type Completion, type Counts, completionFor } from '../model/completion.ts'
import { splitText } from '../model/split-text.ts'
import { readChat } from './read-chat.ts'
import { type ChatWriting, chatUsage, finishReasons, toolCallDeltas, toolCallsOf, totalCounts } from './write-chat.ts'

/** The differences of one vendor of OpenAI's dialect. */
export type ChatStyle = {
  thinks: boolean
  /** The field that shows the reasoning. Absent: the reasoning is hidden. */
  thinkingField?: 'reasoning_content' | 'reasoning'
  choices?: number
  usage?(counts: Counts): object
  usageIn?: ChatWriting['usageIn']
  extra?: JsonObject
}

/** Runs the mock model and prepares its response for writing. */
export function styleChat(call: Call, style: ChatStyle): ChatWriting {
  const responses = completionsFor(call, style)
  const { thinkingField, usage = chatUsage } = style
  const isLegacy = call.body.functions !== undefined
  const callId = (ordinal: number) => identifier('call_', call, ordinal)
  return {
    id: identifier('chatcmpl-', call),
    model: call.model,
    responses,
    usage: call.usage(usage(totalCounts(responses))),
    usageIn: style.usageIn ?? (requestsUsage(call.body) ? 'chunk' : 'nowhere'),
    extra: style.extra,
    finish: ({ finish }) => (isLegacy && finish === 'calls' ? 'function_call' : finishReasons[finish]),
    message: (response) => ({
      role: 'assistant',
      content: response.calls.length > 0 ? null : response.text,
      ...(thinkingField && response.thinking !== '' && { [thinkingField]: response.thinking }),
      ...(response.calls.length > 0 &&
        (isLegacy ? legacyCall(response) : { tool_calls: toolCallsOf(response, callId) })),
    }),
    deltas: (response) => [
      { role: 'assistant', content: response.calls.length > 0 ? null : '' },
      ...(thinkingField ? splitText(response.thinking).map((piece) => ({ [thinkingField]: piece })) : []),
      ...splitText(response.text).map((piece) => ({ content: piece })),
      ...(isLegacy && response.calls.length > 0 ? [legacyCall(response)] : toolCallDeltas(response, callId)),
    ],
  }
}

/** Choices after the first end with their number, so that they differ. */
function completionsFor(call: Call, { thinks, choices = 1 }: ChatStyle): Completion[] {
  const first = completionFor({ ...readChat(call.body), thinks }, call.counts)
  if (choices === 1) return [first]
  return Array.from({ length: choices }, (_, index) =>
    index === 0 || first.text === '' ? first : { ...first, text: `${first.text} [${index + 1}]` },
  )
}

const requestsUsage = (body: JsonObject): boolean =>
  isObject(body.stream_options) && body.stream_options.include_usage === true

export const wantsThinking = (body: JsonObject): boolean =>
  body.enable_thinking === true ||
  (isObject(body.thinking) && body.thinking.type !== 'disabled') ||
  (typeof body.reasoning_effort === 'string' && body.reasoning_effort !== 'none')

const legacyCall = ({ calls }: Completion): JsonObject => ({
  function_call: { name: calls[0]?.name, arguments: JSON.stringify(calls[0]?.arguments) },
})
