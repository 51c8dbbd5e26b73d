import type { ChatRequest, JsonObject } from '../../forms/chat.ts'
import { definedOf } from '../../translate/json/json-values.ts'
import type { Target } from '../provider.ts'
import { toMessages } from './messages.ts'
import { effortsOf } from './model-traits.ts'

/** Mistral refuses a request with any other field. */
const knownFields: ReadonlySet<string> = new Set([
  'model',
  'messages',
  'temperature',
  'top_p',
  'max_tokens',
  'stream',
  'stop',
  'random_seed',
  'response_format',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'presence_penalty',
  'frequency_penalty',
  'n',
  'prediction',
  'prompt_mode',
  'safe_prompt',
  'reasoning_effort',
  'prompt_cache_key',
  'metadata',
  'guardrails',
])

const temperatureMax = 1.5

/** Changes a shaped body so that Mistral accepts it. */
export function toStrict(body: JsonObject, request: ChatRequest, target: Target): void {
  body.messages = toMessages(
    request.messages.map((message) => (message.role === 'developer' ? { ...message, role: 'system' } : message)),
  )
  Object.assign(
    body,
    definedOf({
      max_tokens: request.max_completion_tokens ?? request.max_tokens,
      random_seed: request.seed ?? undefined,
    }),
  )
  shapeSampling(body, target.setting.temperature_max)
  shapeTools(body, request)
  shapeEffort(body, target.model)
  for (const name of Object.keys(body)) if (!knownFields.has(name)) delete body[name]
}

function shapeSampling(body: JsonObject, channelMax: unknown): void {
  if (typeof body.temperature !== 'number') return
  const max = typeof channelMax === 'number' ? Math.min(channelMax, temperatureMax) : temperatureMax
  body.temperature = Math.min(Math.max(body.temperature, 0), max)
  // Mistral refuses top_p beside greedy sampling.
  if (body.temperature === 0) delete body.top_p
}

function shapeTools(body: JsonObject, request: ChatRequest): void {
  const tools = request.tools
    ?.filter((tool) => tool.function)
    .map(({ function: definition }) => ({ type: 'function', function: definition }))
  delete body.tools
  if (!tools?.length) delete body.tool_choice
  else body.tools = tools
  if (body.tool_choice === 'required') body.tool_choice = 'any'
}

function shapeEffort(body: JsonObject, model: string): void {
  if (typeof body.reasoning_effort !== 'string') return
  const efforts = effortsOf(model)
  if (efforts && Object.hasOwn(efforts, body.reasoning_effort)) body.reasoning_effort = efforts[body.reasoning_effort]
  else delete body.reasoning_effort
}
