import type { ChatRequest, JsonObject } from '../../forms/chat.ts'
import { isObject, objectOf } from '../../translate/json/json-values.ts'
import { rankingQuirks } from '../openai-shaped/ranking.ts'
import { openRouterBalance } from './credits.ts'
import { arkFailures, arkFailureTexts, openRouterFailure, perplexityFailures, xaiFailureTexts } from './failures.ts'
import { foreignFields, type Host } from './host.ts'
import { arkPictures, xaiPictures } from './pictures.ts'
import { researchSearches, withReasoning, withSearch } from './usage.ts'

/** Grok models that think refuse sampling parameters that others accept. */
const isGrokThinking = (model: string): boolean =>
  /^grok-(?:[4-9]|3-mini|code|build)/.test(model) && !model.includes('non-reasoning')

/** Thinking is switched off by a field of its own. */
function arkThinking(body: JsonObject, { reasoning_effort }: ChatRequest): void {
  if (reasoning_effort !== 'none') return
  delete body.reasoning_effort
  body.thinking ??= { type: 'disabled' }
}

export const openrouter: Host = {
  request: { streamOptions: 'include_usage', reasoning: 'keep', reasoningField: 'reasoning' },
  response: { abortReasons: { error: 'failure' }, failureOf: (body) => openRouterFailure(200, body) },
  single: ['completions', 'embeddings', 'rerank'],
  singleQuirks: { rerank: rankingQuirks },
  failure: openRouterFailure,
  balance: openRouterBalance,
}

export const xai: Host = {
  request: (_, { model }) => ({
    streamOptions: 'include_usage',
    reasoning: 'keep',
    dropsExtensions: true,
    droppedFields: [
      ...(isGrokThinking(model) ? ['presence_penalty', 'frequency_penalty', 'stop'] : []),
      // A search in a chat is refused as gone: xAI has it as a tool of Responses alone.
      'search_parameters',
      'web_search_options',
    ],
  }),
  response: { counts: withReasoning, keptUsageFields: ['num_sources_used'] },
  single: ['images'],
  singleQuirks: { images: xaiPictures },
  failureTexts: xaiFailureTexts,
}

export const volcengine: Host = {
  version: '/api/v3',
  request: { developerToSystem: true, dropsExtensions: true, streamOptions: 'include_usage', reasoning: 'keep' },
  adjust: arkThinking,
  single: ['embeddings', 'images'],
  singleQuirks: { images: arkPictures },
  failures: arkFailures,
  failureTexts: arkFailureTexts,
}

const noParameters = { type: 'object', properties: {} }

/** Every function has a description and parameters, and no single one of several can be forced. */
const perplexityTool = (tool: unknown): unknown =>
  isObject(tool) && isObject(tool.function)
    ? { ...tool, function: { description: '', parameters: noParameters, ...tool.function } }
    : tool

/** OpenAI nests the place of a user, which Perplexity has beside the other options of a search. */
function perplexityFields(body: JsonObject): void {
  if (Array.isArray(body.tools)) body.tools = body.tools.map(perplexityTool)
  if (isObject(body.tool_choice)) body.tool_choice = 'required'
  const options = objectOf(body.web_search_options)
  const place = objectOf(objectOf(options?.user_location)?.approximate)
  if (place) {
    const { timezone: _, ...user_location } = place
    body.web_search_options = { ...options, user_location }
  }
}

/** Perplexity: responses from the web, with the pages it read beside the choices. */
export const perplexity: Host = {
  version: '',
  request: {
    developerToSystem: true,
    limitField: 'max_tokens',
    contentParts: ['image_url', 'file_url'],
    dropsExtensions: true,
    efforts: { none: 'minimal', xhigh: 'high', max: 'high' },
    droppedFields: [
      ...foreignFields.filter((name) => name !== 'web_search_options'),
      'n',
      'logit_bias',
      'logprobs',
      'top_logprobs',
      'seed',
      'user',
    ],
    streamOptions: 'drop',
    reasoning: 'drop',
  },
  adjust: perplexityFields,
  response: {
    thinkTags: true,
    counts: withSearch,
    toolCalls: researchSearches,
    keptUsageFields: ['citation_tokens', 'num_search_queries', 'search_context_size'],
  },
  modelsPath: false,
  failures: perplexityFailures,
}
