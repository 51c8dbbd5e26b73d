import { failureInDetail } from '../../translate/response/failure-of.ts'
import { hostedMessages } from '../anthropic/hosted-messages.ts'
import { hostedResponses } from '../openai/hosted-responses.ts'
import type { RequestQuirks } from '../openai-shaped/quirks.ts'
import { rankingQuirks } from '../openai-shaped/ranking.ts'
import { serverFailureTexts } from './failures.ts'
import type { Host } from './host.ts'
import { scoredRanking } from './scored-ranking.ts'

const request: RequestQuirks = {
  developerToSystem: true,
  dropsExtensions: true,
  streamOptions: 'include_usage',
  reasoning: 'keep',
}

const messages = hostedMessages(({ base_url }) => base_url)

export const xinference: Host = {
  request,
  response: { thinkTags: true, failureIn: failureInDetail },
  single: ['completions', 'embeddings', 'rerank', 'images', 'speech', 'transcriptions', 'translations'],
  singleQuirks: { rerank: rankingQuirks },
}

export const lmstudio: Host = {
  request,
  response: { thinkTags: true },
  single: ['completions', 'embeddings'],
}

/** vLLM, which names reasoning as newer versions of it do. */
export const vllm: Host = {
  request: { ...request, reasoningField: 'reasoning' },
  response: { thinkTags: true },
  native: (endpointOf) => ({ anthropic: messages, responses: hostedResponses(endpointOf) }),
  countsTokens: 'anthropic',
  single: ['completions', 'embeddings', 'rerank', 'transcriptions', 'translations'],
  singleQuirks: { rerank: rankingQuirks },
  failureTexts: serverFailureTexts,
}

/** SGLang, whose ranking is a bare list. */
export const sglang: Host = {
  request,
  response: { thinkTags: true },
  native: () => ({ anthropic: messages }),
  countsTokens: 'anthropic',
  single: ['completions', 'embeddings', 'rerank'],
  singleQuirks: { rerank: scoredRanking },
  failureTexts: serverFailureTexts,
}
