import { isObject, listOf, objectOf, textOf } from '../../translate/json/json-values.ts'
import { createThinkingToContent, thinkingToContent } from '../../translate/text/thinking-to-content.ts'
import { namesIn } from '../openai-shaped/models.ts'
import { reachByBearer } from '../openai-shaped/openai-shaped.ts'
import type { ChatOperation, Provider } from '../provider.ts'
import { toChat } from './chat-request.ts'
import { readChat } from './chat-response.ts'
import { createChatDecoder } from './chat-stream.ts'
import { embeddings } from './embeddings.ts'
import { cohereFailure, failureIn } from './failure.ts'
import { rerank } from './rerank.ts'
import { transcriptions } from './transcriptions.ts'

const chat: ChatOperation = {
  request: (request, target) => ({
    method: 'POST',
    ...reachByBearer(target, '/v2/chat'),
    body: toChat(request, target),
  }),
  response(body, facts) {
    const response = readChat(body, facts)
    return facts.setting?.thinking_to_content === true ? thinkingToContent(response) : response
  },
  stream(facts) {
    const decoder = createChatDecoder(facts)
    if (facts.setting?.thinking_to_content !== true) return decoder
    const moveThinking = createThinkingToContent()
    return { push: (event) => decoder.push(event).map(moveThinking), end: () => decoder.end().map(moveThinking) }
  },
}

/** Models of every kind that are not about to be shut down. */
const models: NonNullable<Provider['models']> = {
  request(target, after) {
    const query = new URLSearchParams({ page_size: '1000', ...(after && { page_token: after }) })
    return { method: 'GET', ...reachByBearer(target, `/v1/models?${query}`) }
  },
  response(body) {
    const list = objectOf(body)?.models
    const isCurrent = (model: unknown) => !(isObject(model) && model.is_deprecated === true)
    return namesIn(Array.isArray(list) ? listOf(list).filter(isCurrent) : undefined, 'name')
  },
  next: (body) => textOf(objectOf(body)?.next_page_token),
}

/** Cohere, through the second version of its own API. */
export const cohere: Provider = {
  chat,
  single: { embeddings, rerank, transcriptions },
  models,
  failure: cohereFailure,
  failureIn,
}
