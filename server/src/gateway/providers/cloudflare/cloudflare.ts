import type { ChatChunk, ChatResponse } from '../../forms/chat.ts'
import { countOf, objectOf } from '../../translate/json/json-values.ts'
import { unsupported } from '../../translate/response/unsupported.ts'
import { namesIn } from '../openai-shaped/models.ts'
import { shapedChat } from '../openai-shaped/openai-shaped.ts'
import type { ChatOperation, Provider } from '../provider.ts'
import { accountEndpoint, isGateway } from './address.ts'
import { completion } from './completion.ts'
import { cloudflareFailure, failureIn } from './failure.ts'
import { images } from './images.ts'
import { embeddings, rerank } from './single.ts'
import { speech, transcriptions, translations } from './sound.ts'

const shaped = shapedChat({
  endpointOf: accountEndpoint,
  request: {
    developerToSystem: true,
    limitField: 'max_tokens',
    dropsExtensions: true,
    streamOptions: 'drop',
    reasoning: 'drop',
    droppedFields: ['logit_bias', 'n', 'user', 'parallel_tool_calls'],
  },
  response: { failureIn },
})

/** Responses name a model in several ways. Clients know one of them. */
const named = <Response extends ChatResponse | ChatChunk>(response: Response, model: string): Response => ({
  ...response,
  model,
})

/** The OpenAI format. Images must be inline. */
const chat: ChatOperation = {
  ...shaped,
  inlinesMedia: true,
  response: (body, facts) => named(shaped.response(body, facts), facts.model),
  stream(facts) {
    const decoder = shaped.stream(facts)
    const rename = (chunks: ChatChunk[]) => chunks.map((chunk) => named(chunk, facts.model))
    return { push: (event) => rename(decoder.push(event)), end: () => rename(decoder.end()) }
  },
}

const models: NonNullable<Provider['models']> = {
  request(target, after = '1') {
    if (isGateway(target)) throw unsupported('The AI Gateway has no list of models')
    const query = new URLSearchParams({ per_page: '100', page: after })
    return { method: 'GET', ...accountEndpoint(target, `/models/search?${query}`) }
  },
  response: (body) => namesIn(objectOf(body)?.result, 'name'),
  next(body) {
    const info = objectOf(objectOf(body)?.result_info)
    const page = countOf(info?.page)
    return page > 0 && page * countOf(info?.per_page) < countOf(info?.total_count) ? String(page + 1) : undefined
  },
}

/** Models on Cloudflare's own network: chats in the OpenAI format, other requests at the URL of each model. */
export const cloudflare: Provider = {
  chat,
  completion,
  single: { embeddings, images, rerank, speech, transcriptions, translations },
  models,
  secrets: ({ other }) => [other],
  failure: cloudflareFailure,
  failureIn,
}
