import type { ChatMessage, ChatRequest, JsonObject } from '../../forms/chat.ts'
import type { JsonSupport } from '../../translate/json/json-instruction.ts'
import { isObject, objectOf, textOf } from '../../translate/json/json-values.ts'
import { type Shape, shapedChat } from '../openai-shaped/openai-shaped.ts'
import type { ChatOperation, Target } from '../provider.ts'
import { minimaxEndpoint } from './address.ts'
import { failureIn } from './failure.ts'
import { createReshapingDecoder, reshapeResponse } from './reshape.ts'

/** Fields that MiniMax does not support. */
const unsupportedFields = [
  'n',
  'stop',
  'seed',
  'frequency_penalty',
  'presence_penalty',
  'logit_bias',
  'logprobs',
  'top_logprobs',
  'parallel_tool_calls',
  'metadata',
  'store',
  'user',
  'modalities',
  'prediction',
  'verbosity',
  'enable_thinking',
  'extra_body',
  'web_search_options',
]

/** Models that think (M2 and later), and those of them whose thinking can be switched off. */
const isThinker = (model: string): boolean => /^MiniMax-M[2-9]/.test(model)
const hasSwitch = (model: string): boolean => /^MiniMax-M[3-9]/.test(model)

function shapeThinking(body: JsonObject, model: string): void {
  const effort = body.reasoning_effort
  delete body.reasoning_effort
  if (!hasSwitch(model)) delete body.thinking
  // The upstream only takes `adaptive` and `disabled`.
  else if (objectOf(body.thinking)?.type === 'enabled') body.thinking = { type: 'adaptive' }
  else if (typeof effort === 'string') body.thinking ??= { type: effort === 'none' ? 'disabled' : 'adaptive' }
  if (isThinker(model)) body.reasoning_split = true // reasoning in a field of its own
}

/** A conversation with tools continues from the reasoning of earlier responses, in its original format. */
function withThoughts(message: ChatMessage, model: string): ChatMessage {
  if (message.role !== 'assistant') return message
  const { reasoning_content, ...rest } = message
  const thoughts = textOf(reasoning_content)
  if (!isThinker(model) || thoughts === undefined || Array.isArray(rest.reasoning_details)) return rest
  return { ...rest, reasoning_details: [{ type: 'reasoning.text', text: thoughts }] }
}

function adjust(body: JsonObject, _: ChatRequest, { model }: Target): void {
  body.messages = (body.messages as ChatMessage[]).map((message) => withThoughts(message, model))
  shapeThinking(body, model)
  // A tool call cannot be forced.
  if (body.tool_choice === 'required' || isObject(body.tool_choice)) body.tool_choice = 'auto'
  if (objectOf(body.response_format)?.type !== 'json_schema') delete body.response_format
}

/** One model takes a schema. The others ignore every format: https://github.com/MiniMax-AI/MiniMax-M2.5/issues/4. */
function jsonSupportOf({ response_format }: ChatRequest, model: string): JsonSupport {
  return /text-01/i.test(model) && response_format?.type === 'json_schema' ? 'schema' : 'none'
}

const shape: Shape & { endpointOf: typeof minimaxEndpoint } = {
  endpointOf: minimaxEndpoint,
  request: (request, { model }) => ({
    developerToSystem: true,
    limitField: 'max_completion_tokens',
    temperature: [0.01, 1],
    topP: [0.01, 1],
    json: jsonSupportOf(request, model),
    dropsExtensions: true,
    streamOptions: 'include_usage',
    reasoning: 'keep',
    droppedFields: unsupportedFields,
  }),
  response: { failureIn, thinkTags: true },
  adjust,
}
const shaped = shapedChat(shape)

export const chat: ChatOperation = {
  ...shaped,
  response: (body, facts) => shaped.response(reshapeResponse(body), facts),
  stream: (facts) => createReshapingDecoder(shaped.stream(facts)),
}
