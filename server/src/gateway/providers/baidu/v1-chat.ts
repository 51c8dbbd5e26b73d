import type { ChatRequest, FinishReason, JsonObject } from '../../forms/chat.ts'
import { withJsonInstruction } from '../../translate/json/json-instruction.ts'
import { definedOf, isObject, listOf, textOf } from '../../translate/json/json-values.ts'
import { withTools } from '../../translate/tools/legacy-functions.ts'
import type { ResponseQuirks } from '../openai-shaped/quirks.ts'
import { readChatResponse } from '../openai-shaped/read-response.ts'
import { createChatDecoder } from '../openai-shaped/read-stream.ts'
import type { ChatOperation } from '../provider.ts'
import { addressOf } from './v1-address.ts'
import { failureInV1 } from './v1-failure.ts'
import { toTurns } from './v1-messages.ts'

const between = (value: unknown, min: number, max: number): number | undefined =>
  typeof value === 'number' ? Math.min(Math.max(value, min), max) : undefined

const stopsOf = (stop: ChatRequest['stop']): string[] | undefined => {
  const stops = [stop ?? []].flat().filter((sequence) => sequence !== '' && sequence.length <= 20)
  return stops.length > 0 ? stops.slice(0, 4) : undefined
}

function bodyOf(request: ChatRequest): JsonObject {
  const { temperature, frequency_penalty, tools, tool_choice, response_format } = request
  const limits = [request.max_tokens, request.max_completion_tokens].filter((limit) => typeof limit === 'number')
  const isPenalty = typeof frequency_penalty === 'number' && frequency_penalty >= 1 && frequency_penalty <= 2
  const functions =
    tool_choice === 'none' ? [] : listOf(tools).flatMap((tool) => (isObject(tool) ? [tool.function] : []))
  return definedOf({
    ...toTurns(request.messages),
    // The service refuses zero.
    temperature: typeof temperature === 'number' && temperature > 0 ? Math.min(temperature, 1) : undefined,
    top_p: between(request.top_p, 0, 1),
    penalty_score: isPenalty ? frequency_penalty : undefined,
    max_output_tokens: limits.length > 0 ? between(Math.min(...limits), 2, 2048) : undefined,
    stop: stopsOf(request.stop),
    user_id: textOf(request.user),
    stream: request.stream,
    functions: functions.length > 0 ? functions.map(declaration) : undefined,
    response_format: response_format && response_format.type !== 'text' ? 'json_object' : undefined,
    disable_search: request.disable_search,
    enable_citation: request.enable_citation,
  })
}

const declaration = (offered: unknown): JsonObject => {
  const { name, description, parameters } = isObject(offered) ? offered : {}
  return definedOf({
    name,
    description: description ?? '',
    parameters: parameters ?? { type: 'object', properties: {} },
  })
}

function finishOf(body: JsonObject): FinishReason {
  if (body.need_clear_history === true || body.finish_reason === 'content_filter') return 'content_filter'
  return body.is_truncated === true || body.finish_reason === 'length' ? 'length' : 'stop'
}

/** The text is in `result`. A chunk of a stream says whether it is the last. */
const openAiForm = (body: JsonObject): JsonObject => {
  const message = definedOf({
    content: body.result,
    function_call: isObject(body.function_call) ? body.function_call : undefined,
  })
  const isPart = body.is_end === false
  const hasResponse = body.result !== undefined || message.function_call !== undefined
  const choices = hasResponse ? [{ index: 0, message, finish_reason: isPart ? null : finishOf(body) }] : []
  return { id: body.id, created: body.created, usage: body.usage, choices }
}

const response: ResponseQuirks = { failureIn: failureInV1, reshape: openAiForm }

export const chat: ChatOperation = {
  request: (request, target) => ({
    method: 'POST',
    url: addressOf(target, 'chat'),
    headers: {},
    body: bodyOf(withJsonInstruction(withTools(request), 'object')),
  }),
  response: (body, facts) => readChatResponse(body, facts, response),
  stream: (facts) => createChatDecoder(facts, response),
}
