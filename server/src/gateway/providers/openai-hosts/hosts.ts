import type { ChatRequest, JsonObject } from '../../forms/chat.ts'
import { isObject, objectOf } from '../../translate/json/json-values.ts'
import { badResponse } from '../../translate/response/bad-response.ts'
import { failureInDetail } from '../../translate/response/failure-of.ts'
import { addressOf, bearer } from '../openai-shaped/address.ts'
import { openAiShaped, type Shape } from '../openai-shaped/openai-shaped.ts'
import { rankingQuirks } from '../openai-shaped/ranking.ts'
import type { EndpointOf } from '../openai-shaped/single.ts'
import type { BalanceOperation, Provider } from '../provider.ts'
import { arkFailures, groqFailureIn, openRouterFailures, openRouterFailureTexts, xaiFailureTexts } from './failures.ts'
import { arkPictures, togetherPictures, xaiPictures } from './pictures.ts'
import { withReasoning, withSearch } from './usage.ts'

/** A vendor of the OpenAI format that is described by data alone. */
type Host = Shape & {
  /** The version at the beginning of every path, if it is not `/v1`. */
  version?: string
  balance?(endpointOf: EndpointOf): BalanceOperation
}

/** Operators paste addresses from documentation: a version at the end is not repeated. */
const endpointUnder =
  (version: string): EndpointOf =>
  (target, path) => {
    const base_url = target.base_url.endsWith(version)
      ? target.base_url.slice(0, target.base_url.length - version.length)
      : target.base_url
    return { url: addressOf({ base_url }, path.replace(/^\/v1/, version)), headers: bearer(target) }
  }

function hostProvider({ version = '/v1', balance, ...shape }: Host): Provider {
  const endpointOf = endpointUnder(version)
  return { ...openAiShaped({ ...shape, endpointOf }), ...(balance && { balance: balance(endpointOf) }) }
}

/** Credits bought minus credits used, in dollars. */
const credits = (endpointOf: EndpointOf): BalanceOperation => ({
  request: (responses, target) =>
    responses.length === 0 ? { method: 'GET', ...endpointOf(target, '/v1/credits') } : undefined,
  response([response]) {
    const data = objectOf(isObject(response) ? response.data : undefined)
    const amount = Number(data?.total_credits ?? Number.NaN) - Number(data?.total_usage ?? Number.NaN)
    if (!Number.isFinite(amount)) throw badResponse('the upstream did not tell its balance')
    return { amount, currency: 'USD' }
  },
})

/** Fields of OpenAI and of other vendors that strict hosts refuse. */
const foreignFields = [
  'audio',
  'enable_thinking',
  'extra_body',
  'metadata',
  'modalities',
  'prompt_cache_key',
  'prompt_cache_retention',
  'store',
  'thinking',
  'verbosity',
  'web_search_options',
]

/** Grok models that think refuse sampling parameters that others accept. */
const isGrokThinking = (model: string): boolean =>
  /^grok-(?:[4-9]|3-mini|code|build)/.test(model) && !model.includes('non-reasoning')

/** Thinking is switched off by a field of its own. */
function arkThinking(body: JsonObject, { reasoning_effort }: ChatRequest): void {
  if (reasoning_effort !== 'none') return
  delete body.reasoning_effort
  body.thinking ??= { type: 'disabled' }
}

/** The number of log probabilities alone requests them. */
function numberedLogprobs(body: JsonObject): void {
  if (body.logprobs === true) body.logprobs = body.top_logprobs ?? 1
  if (body.logprobs === false) delete body.logprobs
  delete body.top_logprobs
}

const openrouter: Host = {
  request: { streamOptions: 'include_usage', reasoning: 'keep', reasoningField: 'reasoning' },
  response: { abortReasons: { error: 'failure' } },
  single: ['completions', 'embeddings', 'rerank'],
  singleQuirks: { rerank: rankingQuirks },
  failures: openRouterFailures,
  failureTexts: openRouterFailureTexts,
  balance: credits,
}

const xai: Host = {
  request: (_, { model, setting }) => ({
    streamOptions: 'include_usage',
    reasoning: 'keep',
    dropsExtensions: true,
    droppedFields: [
      ...(isGrokThinking(model) ? ['presence_penalty', 'frequency_penalty', 'stop'] : []),
      // A search is billed by the sources it reads. The gateway has no such price.
      ...(setting.allow_search_parameters === true ? [] : ['search_parameters']),
    ],
  }),
  response: { counts: withReasoning, keptUsageFields: ['num_sources_used'] },
  single: ['images'],
  singleQuirks: { images: xaiPictures },
  failureTexts: xaiFailureTexts,
}

const volcengine: Host = {
  version: '/api/v3',
  request: { developerToSystem: true, dropsExtensions: true, streamOptions: 'include_usage', reasoning: 'keep' },
  adjust: arkThinking,
  single: ['embeddings', 'images'],
  singleQuirks: { images: arkPictures },
  failures: arkFailures,
}

/** Perplexity: responses from the web, with the pages it read beside the choices. */
const perplexity: Host = {
  version: '',
  request: {
    developerToSystem: true,
    limitField: 'max_tokens',
    contentParts: ['image_url', 'file_url'],
    dropsExtensions: true,
    refusedFields: ['tools'],
    droppedFields: [
      ...foreignFields,
      'n',
      'logit_bias',
      'logprobs',
      'top_logprobs',
      'parallel_tool_calls',
      'tool_choice',
      'seed',
      'user',
    ],
    streamOptions: 'drop',
    reasoning: 'drop',
  },
  response: {
    thinkTags: true,
    counts: withSearch,
    keptUsageFields: ['citation_tokens', 'num_search_queries', 'search_context_size'],
  },
  modelsPath: false,
}

const groq: Host = {
  request: {
    dropsExtensions: true,
    droppedFields: [...foreignFields, 'logit_bias', 'logprobs', 'top_logprobs'],
    droppedMessageFields: ['name'],
    streamOptions: 'include_usage',
    reasoning: 'drop',
  },
  response: { failureIn: groqFailureIn },
  single: ['speech', 'transcriptions', 'translations'],
  failures: { 'status 498': 'overloaded' },
}

const together: Host = {
  request: {
    developerToSystem: true,
    limitField: 'max_tokens',
    dropsExtensions: true,
    streamOptions: 'drop',
    reasoning: 'keep',
  },
  adjust: numberedLogprobs,
  single: ['completions', 'embeddings', 'images', 'rerank', 'speech', 'transcriptions', 'translations'],
  // Streamed speech has events that no client of the gateway reads.
  singleQuirks: {
    images: togetherPictures,
    rerank: rankingQuirks,
    speech: { droppedFields: ['stream', 'stream_format'] },
  },
}

const fireworks: Host = {
  request: {
    developerToSystem: true,
    dropsExtensions: true,
    droppedFields: foreignFields,
    streamOptions: 'include_usage',
    reasoning: 'keep',
  },
  single: ['completions', 'embeddings', 'rerank'],
  singleQuirks: { rerank: rankingQuirks },
  // An account is suspended when its spending limit is reached.
  failures: { 'status 412': 'no_balance' },
}

const xinference: Host = {
  request: { developerToSystem: true, dropsExtensions: true, streamOptions: 'include_usage', reasoning: 'keep' },
  response: { thinkTags: true, failureIn: failureInDetail },
  single: ['completions', 'embeddings', 'rerank', 'images', 'speech', 'transcriptions', 'translations'],
  singleQuirks: { rerank: rankingQuirks },
}

const lmstudio: Host = {
  request: { developerToSystem: true, dropsExtensions: true, streamOptions: 'include_usage', reasoning: 'keep' },
  response: { thinkTags: true },
  single: ['completions', 'embeddings'],
}

const hosts = {
  openrouter,
  xai,
  volcengine,
  perplexity,
  groq,
  together,
  fireworks,
  xinference,
  lmstudio,
} satisfies Record<string, Host>

export type HostName = keyof typeof hosts

/** The provider of a host. A new host needs an entry above and a line in the registry. */
export const providerOf = (name: HostName): Provider => hostProvider(hosts[name])
