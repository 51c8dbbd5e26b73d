import type { ChatResponse, JsonObject } from '../../forms/chat.ts'
import { isObject } from '../../translate/json/json-values.ts'
import { openAiUsage } from '../../translate/response/openai-usage.ts'
import type { Dialect, RequestContext } from '../dialect.ts'
import { type ClientTools, callForClient, toolsOfClient } from './client-tools.ts'
import { errorBody, streamError } from './error-body.ts'
import { openAiModels } from './models.ts'
import { openAiQuantities } from './quantities.ts'
import { readRequest } from './read-request.ts'
import { createStreamEncoder } from './write-stream.ts'

/** A whole response for an OpenAI client. Fields without a value are absent. */
function writeResponse({ choices, usage, extra, ...response }: ChatResponse, facts: RequestContext): JsonObject {
  const tools = toolsOfClient(facts.body)
  const upstreamUsage = isObject(extra?.usage) ? extra.usage : {}
  return {
    ...extra,
    id: response.id,
    object: 'chat.completion',
    created: response.created,
    model: response.model,
    choices: choices.map((choice) => writeChoice(choice, tools)),
    ...(usage && { usage: { ...upstreamUsage, ...openAiUsage(usage) } }),
  }
}

function writeChoice(choice: ChatResponse['choices'][number], tools: ClientTools): JsonObject {
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

export const openaiDialect: Dialect = {
  name: 'openai',
  isOwnForm: true,
  prompt: { field: 'messages', unless: ['prefix', 'suffix'] },
  quantities: openAiQuantities,
  chunkObject: 'chat.completion.chunk',
  request: readRequest,
  response: writeResponse,
  stream: createStreamEncoder,
  models: openAiModels,
  error: errorBody,
  streamError,
  keepAlive: ': PING\n\n',
}
