import { failureInDetail } from '../../translate/response/failure-of.ts'
import { rankingQuirks } from '../openai-shaped/ranking.ts'
import type { Provider } from '../provider.ts'
import { arkThinking, foreignFields, isGrokThinking, numberedLogprobs } from './chat-fields.ts'
import { credits } from './credits.ts'
import { arkFailures, groqFailureIn, openRouterFailures, openRouterFailureTexts, xaiFailureTexts } from './failures.ts'
import { type Host, hostProvider } from './host.ts'
import { arkPictures, togetherPictures, xaiPictures } from './pictures.ts'
import { withReasoning, withSearch } from './usage.ts'

const openrouter: Host = {
  request: { streamOptions: 'ask', reasoning: 'keep', reasoningField: 'reasoning' },
  response: { abortReasons: { error: 'failure' } },
  single: ['completions', 'embeddings', 'rerank'],
  singleQuirks: { rerank: rankingQuirks },
  failures: openRouterFailures,
  failureTexts: openRouterFailureTexts,
  balance: credits,
}

const xai: Host = {
  request: (_, { model, setting }) => ({
    streamOptions: 'ask',
    reasoning: 'keep',
    dropsExtensions: true,
    droppedFields: [
      ...(isGrokThinking(model) ? ['presence_penalty', 'frequency_penalty', 'stop'] : []),
      // A search costs by the sources it reads, which no price of ours knows.
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
  request: { developerToSystem: true, dropsExtensions: true, streamOptions: 'ask', reasoning: 'keep' },
  adjust: arkThinking,
  single: ['embeddings', 'images'],
  singleQuirks: { images: arkPictures },
  failures: arkFailures,
}

/** Answers from the web, with the pages it read beside the choices. */
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
    streamOptions: 'ask',
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
  // Streamed speech has events that no client of ours reads.
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
    streamOptions: 'ask',
    reasoning: 'keep',
  },
  single: ['completions', 'embeddings', 'rerank'],
  singleQuirks: { rerank: rankingQuirks },
  // An account is suspended when its spending limit is reached.
  failures: { 'status 412': 'no_balance' },
}

const xinference: Host = {
  request: { developerToSystem: true, dropsExtensions: true, streamOptions: 'ask', reasoning: 'keep' },
  response: { thinkTags: true, failureIn: failureInDetail },
  single: ['completions', 'embeddings', 'rerank', 'images', 'speech', 'transcriptions', 'translations'],
  singleQuirks: { rerank: rankingQuirks },
}

const lmstudio: Host = {
  request: { developerToSystem: true, dropsExtensions: true, streamOptions: 'ask', reasoning: 'keep' },
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

/** The provider of a host. A further host needs an entry above and a line in the registry. */
export const providerOf = (name: HostName): Provider => hostProvider(hosts[name])
