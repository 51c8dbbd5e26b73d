import type { ChatMessage, ChatRequest, JsonObject } from '../../forms/chat.ts'
import { isObject } from '../../translate/json/json-values.ts'
import { badResponse } from '../../translate/response/bad-response.ts'
import type { FailureTable } from '../../translate/response/failure-of.ts'
import { bearerEndpoint, openAiShaped, type Shape } from '../openai-shaped/openai-shaped.ts'
import type { BalanceOperation, Provider } from '../provider.ts'
import { type Traits, traitsOf } from './model-traits.ts'

/** Fields that Moonshot does not support. */
const unsupportedFields = [
  'user',
  'logit_bias',
  'logprobs',
  'top_logprobs',
  'seed',
  'enable_thinking',
  'extra_body',
  'verbosity',
  'web_search_options',
]
/** The parameters that newer models fix. */
const fixedFields = ['temperature', 'top_p', 'n', 'presence_penalty', 'frequency_penalty']

const effortOf: Readonly<Record<string, string>> = {
  none: 'low', // cannot be turned off
  minimal: 'low',
  low: 'low',
  medium: 'high',
  high: 'high',
  xhigh: 'max',
  max: 'max',
}

const isSwitchedOff = ({ thinking }: JsonObject): boolean => isObject(thinking) && thinking.type === 'disabled'

function shapeThinking(body: JsonObject, { thinking, keepsReasoning }: Traits): void {
  const isOff = isSwitchedOff(body)
  const effort = body.reasoning_effort ?? (isOff ? 'none' : undefined)
  delete body.reasoning_effort
  // K3 has no switch, and the others that always think refuse to be switched off.
  if (thinking === 'levels' || (thinking === 'always' && isOff)) delete body.thinking
  if (typeof effort !== 'string') return
  if (thinking === 'levels') body.reasoning_effort = effortOf[effort] ?? effort
  else if (thinking === 'switch')
    body.thinking ??=
      effort === 'none' ? { type: 'disabled' } : { type: 'enabled', ...(keepsReasoning && { keep: 'all' }) }
}

const isThinkingOn = (request: ChatRequest, { thinking }: Traits): boolean => {
  if (thinking !== 'switch') return thinking !== undefined
  return isObject(request.thinking) ? !isSwitchedOff(request) : request.reasoning_effort !== 'none'
}

/** Moonshot refuses an assistant message without content; beside calls it must be null. */
const withoutEmptyTurns = (messages: ChatMessage[]): ChatMessage[] =>
  messages.flatMap((message) => {
    if (message.role !== 'assistant' || message.content) return [message]
    return message.tool_calls?.length ? [{ ...message, content: null }] : []
  })

function adjust(body: JsonObject, _: ChatRequest, target: { model: string }): void {
  const traits = traitsOf(target.model)
  body.messages = withoutEmptyTurns(body.messages as ChatMessage[])
  shapeThinking(body, traits)
  if (body.tool_choice === 'required' && !traits.isNewer) body.tool_choice = 'auto'
  // Several choices at a low temperature would all be the same.
  if (typeof body.n === 'number' && body.n > 1 && typeof body.temperature === 'number')
    body.temperature = Math.max(body.temperature, 0.3)
}

const failures: FailureTable = {
  content_filter: 'content_refused',
  invalid_authentication_error: 'bad_key',
  incorrect_api_key_error: 'bad_key',
  permission_denied_error: 'no_permission',
  resource_not_found_error: 'no_model',
  engine_overloaded_error: 'overloaded',
  exceeded_current_quota_error: 'no_balance',
  rate_limit_reached_error: 'rate_limited',
  server_error: 'overloaded',
  unexpected_output: 'overloaded',
}

const shape: Shape = {
  request: (request, { model }) => {
    const traits = traitsOf(model)
    return {
      developerToSystem: true,
      ...(traits.isNewer && { limitField: 'max_completion_tokens' }),
      temperature: [0, 1],
      json: 'schema', // https://platform.kimi.ai/docs/guide/use-json-mode-feature-of-kimi-api, 2026-11-18
      stop: { countMax: 5, fits: (sequence) => Buffer.byteLength(sequence) <= 32 },
      flattensText: true,
      dropsExtensions: true,
      streamOptions: 'include_usage',
      reasoning: isThinkingOn(request, traits) ? 'echo' : 'keep',
      droppedFields: traits.isFixed ? [...unsupportedFields, ...fixedFields] : unsupportedFields,
    }
  },
  adjust,
  failures,
}

/** In the currency of the site: dollars on .ai, yuan in China. */
const balance: BalanceOperation = {
  request: (responses, target) =>
    responses.length === 0 ? { method: 'GET', ...bearerEndpoint(target, '/v1/users/me/balance') } : undefined,
  response([response], { base_url }) {
    const amount = isObject(response) && isObject(response.data) ? response.data.available_balance : undefined
    if (typeof amount !== 'number' || !Number.isFinite(amount))
      throw badResponse('the provider did not report the balance')
    return { amount, currency: /\.ai(?:[:/]|$)/.test(base_url) ? 'USD' : 'CNY' }
  },
}

export const moonshot: Provider = {
  ...openAiShaped(shape),
  lacksSearch: true,
  balance,
}
