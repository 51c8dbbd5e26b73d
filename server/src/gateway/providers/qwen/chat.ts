import type { ChatRequest, JsonObject } from '../../forms/chat.ts'
import { shapedChat } from '../openai-shaped/openai-shaped.ts'
import type { ChatOperation, Target } from '../provider.ts'
import { compatible, endpointAt } from './address.ts'
import { nativeFailureIn, qwenFailure } from './failure.ts'
import { isSearching, jsonSupportOf, plainModel, takesEffort, thinksInStreamsOnly } from './model-traits.ts'

/** Both bounds of `top_p` and the upper one of `temperature` are refused, and 1 is the usual default of clients. */
export function shapeSampling(body: JsonObject): void {
  const { top_p, temperature } = body
  if (typeof top_p === 'number' && top_p >= 1) body.top_p = 0.99
  if (typeof top_p === 'number' && top_p <= 0) body.top_p = 0.01
  if (typeof temperature === 'number' && temperature >= 2) body.temperature = 1.99
  if (typeof temperature === 'number' && temperature < 0) body.temperature = 0
}

/** An effort is a switch for models without levels. */
export function shapeThinking(body: JsonObject, model: string, isStream: boolean): void {
  const effort = body.reasoning_effort
  if (thinksInStreamsOnly(model) && !isStream) body.enable_thinking ??= false
  if (takesEffort(model)) return
  delete body.reasoning_effort
  if (typeof effort === 'string') body.enable_thinking ??= effort !== 'none'
}

function adjust(body: JsonObject, request: ChatRequest, target: Target): void {
  const model = plainModel(target.model)
  body.model = model
  if (isSearching(target.model)) body.enable_search = true
  shapeSampling(body)
  shapeThinking(body, model, request.stream === true)
  // The upstream would read it as `auto`.
  if (body.tool_choice === 'required') body.tool_choice = 'auto'
}

/** The OpenAI format at a path of its own. Content keeps its cache markers, which the upstream reads. */
export const chat: ChatOperation = shapedChat({
  endpointOf: (target) => endpointAt(target, compatible('chat/completions')),
  request: (_, { model }) => ({
    developerToSystem: true,
    limitField: 'max_tokens',
    json: jsonSupportOf(plainModel(model)),
    streamOptions: 'include_usage',
    reasoning: 'keep',
    droppedFields: ['frequency_penalty'],
  }),
  adjust,
  response: { failureOf: (body) => qwenFailure(200, body), failureIn: nativeFailureIn },
})
