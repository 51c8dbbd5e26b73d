import type { ChatRequest, JsonObject } from '../../forms/chat.ts'
import { isObject, listOf, textOf } from '../../translate/json/json-values.ts'
import { badResponse } from '../../translate/response/bad-response.ts'
import { bearerEndpoint, openAiShaped, type Shape } from '../openai-shaped/openai-shaped.ts'
import { singleOperation } from '../openai-shaped/single.ts'
import type { BalanceOperation, Provider, Target } from '../provider.ts'

/** Prefix continuation and strict tools have a beta endpoint. */
function needsBeta(request: ChatRequest): boolean {
  const last = request.messages.at(-1)
  return (
    (last?.role === 'assistant' && last.prefix === true) ||
    Boolean(request.tools?.some((tool) => tool.function?.strict === true))
  )
}

/** Fields that DeepSeek does not support. */
const unsupportedFields = [
  'n',
  'seed',
  'logit_bias',
  'parallel_tool_calls',
  'store',
  'metadata',
  'modalities',
  'enable_thinking',
  'extra_body',
  'verbosity',
  'web_search_options',
]

const effortOf: Readonly<Record<string, string>> = {
  minimal: 'low',
  low: 'low',
  medium: 'high',
  high: 'high',
  xhigh: 'high',
  max: 'max',
}

function shapeThinking(body: JsonObject, thinking: Thinking): void {
  delete body.reasoning_effort
  if (thinking.type !== undefined) body.thinking = { type: thinking.type }
  const effort = thinking.effort === undefined ? undefined : effortOf[thinking.effort]
  if (thinking.isOn && effort !== undefined) body.reasoning_effort = effort
  if (!thinking.isOn) return
  delete body.logprobs
  delete body.top_logprobs
}

function adjust(body: JsonObject, request: ChatRequest, target: Target): void {
  body.model = namedThinking(target.model).model
  shapeThinking(body, thinkingOf(request, target.model))
  if (Array.isArray(body.tools)) {
    body.tools = body.tools.filter((tool) => isObject(tool) && tool.type === 'function')
    if (listOf(body.tools).length === 0) {
      delete body.tools
      delete body.tool_choice
    }
  }
  const { user } = body
  delete body.user
  if (typeof user === 'string' && /^[\w-]{1,512}$/.test(user)) body.user_id = user
}

const shape: Shape = {
  chatPath: (request) => (needsBeta(request) ? '/beta/chat/completions' : '/chat/completions'),
  request: (request, target) => ({
    developerToSystem: true,
    limitField: 'max_tokens',
    stop: { countMax: 16 },
    json: 'object', // and the word in the prompt: https://api-docs.deepseek.com/guides/json_mode, 2026-11-18
    flattensText: true,
    dropsExtensions: true,
    streamOptions: 'include_usage',
    reasoning: thinkingOf(request, target.model).isOn ? 'echo' : 'drop',
    droppedFields: unsupportedFields,
  }),
  response: {
    abortReasons: { insufficient_system_resource: 'length' },
    keptUsageFields: ['prompt_cache_hit_tokens', 'prompt_cache_miss_tokens'],
  },
  adjust,
  modelsPath: '/models',
  // These have the code of a malformed request.
  failureTexts: [
    [/^model not exist/i, 'no_model'],
    [/content exists risk/i, 'content_refused'],
  ],
}

/** A completion never thinks, so the thinking suffix of a model name is only removed. */
const completions = singleOperation('completions', (target) => bearerEndpoint(target, '/beta/completions'))

/** Amounts are strings, one entry for each currency of the account. */
const balance: BalanceOperation = {
  request: (responses, target) =>
    responses.length === 0 ? { method: 'GET', ...bearerEndpoint(target, '/user/balance') } : undefined,
  response([response]) {
    const entries = listOf(isObject(response) ? response.balance_infos : undefined).filter(isObject)
    const entry = entries.find(({ currency }) => currency === 'CNY') ?? entries[0]
    const amount = Number(textOf(entry?.total_balance) ?? Number.NaN)
    if (!Number.isFinite(amount)) throw badResponse('the provider did not report the balance')
    return { amount, currency: entry?.currency === 'USD' ? 'USD' : 'CNY' }
  },
}

export const deepseek: Provider = {
  ...openAiShaped(shape),
  lacksSearch: true,
  single: {
    completions: {
      ...completions,
      request: (request, target) =>
        completions.request(request, { ...target, model: namedThinking(target.model).model }),
    },
  },
  balance,
}

/** Whether the model thinks, at which effort, and the explicit `type` where one must be sent. */
type Thinking = { isOn: boolean; type?: 'enabled' | 'disabled'; effort?: string }

/** Two retired models, replaced by one with a thinking switch. */
const retired: Readonly<Record<string, Thinking>> = {
  'deepseek-chat': { isOn: false, type: 'disabled' },
  'deepseek-reasoner': { isOn: true, type: 'enabled' },
}
const successor = 'deepseek-flash'

/** The thinking setting in a model's name: `-none` switches it off, `-max` sets the highest effort. */
function namedThinking(name: string): { model: string; thinking?: Thinking } {
  if (Object.hasOwn(retired, name)) return { model: successor, thinking: retired[name] }
  if (name.endsWith('-none'))
    return { model: name.slice(0, -'-none'.length), thinking: { isOn: false, type: 'disabled' } }
  if (name.endsWith('-max')) return { model: name.slice(0, -'-max'.length), thinking: { isOn: true, effort: 'max' } }
  return { model: name }
}

/** The request's own setting wins over the name's; without either the model thinks. */
function thinkingOf(request: ChatRequest, model: string): Thinking {
  if (isObject(request.thinking))
    return { isOn: request.thinking.type !== 'disabled', effort: request.reasoning_effort }
  if (request.reasoning_effort === 'none') return { isOn: false, type: 'disabled' }
  const named = namedThinking(model).thinking
  return request.reasoning_effort === undefined
    ? (named ?? { isOn: true })
    : { isOn: true, effort: request.reasoning_effort }
}
