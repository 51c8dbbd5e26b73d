import type { ChatReply, JsonObject } from '../../forms/chat.ts'
import { openAiUsage } from '../../translate/answer/openai-usage.ts'
import { isObject } from '../../translate/json/json-values.ts'
import type { AskFacts } from '../dialect.ts'
import { type ClientTools, callForClient, toolsOfClient } from './client-tools.ts'

/** A whole reply for an OpenAI client. Fields without a value are absent. */
export function writeReply({ choices, usage, extra, ...reply }: ChatReply, facts: AskFacts): JsonObject {
  const tools = toolsOfClient(facts.body)
  const upstreamUsage = isObject(extra?.usage) ? extra.usage : {}
  return {
    ...extra,
    id: reply.id,
    object: 'chat.completion',
    created: reply.created,
    model: reply.model,
    choices: choices.map((choice) => writeChoice(choice, tools)),
    ...(usage && { usage: { ...upstreamUsage, ...openAiUsage(usage) } }),
  }
}

function writeChoice(choice: ChatReply['choices'][number], tools: ClientTools): JsonObject {
  const { tool_calls: calls, ...message } = choice.message
  const first = calls?.[0]
  if (!calls || !first) return { ...choice, message }
  if (tools.isLegacy) {
    const isCall = choice.finish_reason === 'tool_calls'
    return {
      ...choice,
      message: { ...message, function_call: first.function },
      ...(isCall && { finish_reason: 'function_call' }),
    }
  }
  return { ...choice, message: { ...message, tool_calls: calls.map((call) => callForClient(call, tools)) } }
}
