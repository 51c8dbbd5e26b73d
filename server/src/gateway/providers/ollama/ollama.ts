import { createLineReader } from '../../forms/sse.ts'
import { isObject } from '../../translate/json/json-values.ts'
import { badResponse } from '../../translate/response/bad-response.ts'
import { failureOf } from '../../translate/response/failure-of.ts'
import { namesIn } from '../openai-shaped/models.ts'
import { bearerEndpoint } from '../openai-shaped/openai-shaped.ts'
import { singleOperations } from '../openai-shaped/single.ts'
import type { BalanceOperation, ChatOperation, Provider } from '../provider.ts'
import { toChat } from './chat-request.ts'
import { createChatDecoder, readChat } from './chat-response.ts'
import { embeddings } from './embeddings.ts'

const chat: ChatOperation = {
  request: (request, target) => ({
    method: 'POST',
    ...bearerEndpoint(target, '/api/chat'),
    body: toChat(request, target),
  }),
  response: readChat,
  stream: createChatDecoder,
  frames: createLineReader,
  inlinesMedia: true,
}

/** Only the hosted service has a balance. */
const balance: BalanceOperation = {
  request: (responses, target) =>
    responses.length === 0 && target.base_url === 'https://ollama.com'
      ? { method: 'GET', ...bearerEndpoint(target, '/api/balance') }
      : undefined,
  response([response]) {
    const amounts = ['included', 'purchased'].map((source) => {
      const entry = isObject(response) ? response[source] : undefined
      return isObject(entry) && typeof entry.balance_usd === 'number' ? entry.balance_usd : undefined
    })
    const known = amounts.filter((amount) => amount !== undefined)
    if (known.length === 0) throw badResponse('the upstream did not tell its balance')
    return { amount: known.reduce((sum, amount) => sum + amount, 0), currency: 'USD' }
  },
}

/** Models on the operator's own machine. Chat and embeddings use Ollama's API, the rest its imitation of OpenAI's. */
export const ollama: Provider = {
  chat,
  single: { ...singleOperations(['completions', 'images'], bearerEndpoint), embeddings },
  models: {
    request: (target) => ({ method: 'GET', ...bearerEndpoint(target, '/api/tags') }),
    response: (body) => namesIn(isObject(body) ? body.models : undefined, 'name'),
  },
  balance,
  failure: (status, body, headers) => failureOf(status, body, headers),
}
