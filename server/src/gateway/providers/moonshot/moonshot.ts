import type { ChatMessage, ChatRequest, JsonObject } from '../../forms/chat.ts'
import { isObject } from '../../translate/json/json-values.ts'
import { badResponse } from '../../translate/response/bad-response.ts'
import type { FailureTable } from '../../translate/response/failure-of.ts'
import { bearerEndpoint, openAiShaped, type Shape } from '../openai-shaped/openai-shaped.ts'
import type { BalanceOperation, Provider } from '../provider.ts'

/** K2.5 as 205, K3 as 300; zero for the models before Kimi. */
function generationOf(model: string): number {
  const match = /^kimi-k(\d{1,2})(?:\.(\d{1,2}))?/.exec(model)
  return match ? Number(match[1]) * 100 + Number(match[2] ?? 0) : 0
}
const thinksSince = 205
const thinkingOnlySince = 300

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
/** From K2.5 on these are fixed, and any other value is refused. */
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

function shapeThinking(body: JsonObject, generation: number): void {
  const effort = body.reasoning_effort
  delete body.reasoning_effort
  if (typeof effort !== 'string' || generation < thinksSince) return
  if (generation >= thinkingOnlySince) body.reasoning_effort = effortOf[effort] ?? effort
  else body.thinking ??= effort === 'none' ? { type: 'disabled' } : { type: 'enabled', keep: 'all' }
}

const isThinkingOn = (request: ChatRequest, generation: number): boolean => {
  if (generation < thinksSince) return false
  if (generation >= thinkingOnlySince) return true
  return isObject(request.thinking) ? request.thinking.type !== 'disabled' : request.reasoning_effort !== 'none'
}

/** Moonshot refuses an assistant message without content; beside calls it must be null. */
const withoutEmptyTurns = (messages: ChatMessage[]): ChatMessage[] =>
  messages.flatMap((message) => {
    if (message.role !== 'assistant' || message.content) return [message]
    return message.tool_calls?.length ? [{ ...message, content: null }] : []
  })

function adjust(body: JsonObject, _: ChatRequest, target: { model: string }): void {
  const generation = generationOf(target.model)
  body.messages = withoutEmptyTurns(body.messages as ChatMessage[])
  shapeThinking(body, generation)
  if (body.tool_choice === 'required' && generation < thinkingOnlySince) body.tool_choice = 'auto'
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
    const generation = generationOf(model)
    return {
      developerToSystem: true,
      ...(generation >= thinkingOnlySince && { limitField: 'max_completion_tokens' }),
      temperature: [0, 1],
      stop: { countMax: 5, fits: (sequence) => Buffer.byteLength(sequence) <= 32 },
      flattensText: true,
      dropsExtensions: true,
      streamOptions: 'include_usage',
      reasoning: isThinkingOn(request, generation) ? 'echo' : 'keep',
      droppedFields: generation >= thinksSince ? [...unsupportedFields, ...fixedFields] : unsupportedFields,
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
      throw badResponse('the upstream did not tell its balance')
    return { amount, currency: /\.ai(?:[:/]|$)/.test(base_url) ? 'USD' : 'CNY' }
  },
}

export const moonshot: Provider = {
  ...openAiShaped(shape),
  balance,
}
