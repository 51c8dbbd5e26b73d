import { noUsage, type Usage } from '../../../domain/money/pricing/usage.ts'
import { isForm } from '../../../light/is-form.ts'
import { createLineReader } from '../../forms/sse.ts'
import { countOf, definedOf, isObject, textOf } from '../../translate/json/json-values.ts'
import { badResponse } from '../../translate/response/bad-response.ts'
import { embeddingList } from '../../translate/response/embedding-list.ts'
import { failureOf } from '../../translate/response/failure-of.ts'
import { unsupported } from '../../translate/response/unsupported.ts'
import { namesIn } from '../openai-shaped/models.ts'
import { bearerEndpoint } from '../openai-shaped/openai-shaped.ts'
import { singleOperations } from '../openai-shaped/single.ts'
import type { BalanceOperation, ChatOperation, Provider, SingleOperation } from '../provider.ts'
import { toChat } from './chat-request.ts'
import { createChatDecoder, readChat } from './chat-response.ts'

const isText = (value: unknown): boolean => typeof value === 'string'

function usageIn(body: unknown): Usage | undefined {
  const input = isObject(body) ? countOf(body.prompt_eval_count) : 0
  return input > 0 ? { ...noUsage, input } : undefined
}

const embeddings: SingleOperation = {
  request(request, target) {
    const { input, dimensions, truncate } = isForm(request) ? {} : request
    if (!isText(input) && !(Array.isArray(input) && input.every(isText)))
      throw unsupported('This model embeds texts, not tokens', 'input')
    const body = definedOf({
      model: target.model,
      input,
      dimensions: dimensions ?? undefined,
      truncate: truncate ?? undefined,
    })
    return { method: 'POST', ...bearerEndpoint(target, '/api/embed'), body }
  },
  response: (body, request) =>
    embeddingList(isObject(body) ? body.embeddings : undefined, {
      model: textOf(isObject(body) ? body.model : undefined) ?? textOf(request.model) ?? '',
      format: request.encoding_format,
      usage: usageIn(body),
    }),
  usage: usageIn,
}

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
    if (known.length === 0) throw badResponse('the provider did not report the balance')
    return { amount: known.reduce((sum, amount) => sum + amount, 0), currency: 'USD' }
  },
}

/** Models on the operator's own machine. Chat and embeddings use Ollama's API, the rest its imitation of OpenAI's. */
export const ollama: Provider = {
  chat,
  lacksSearch: true,
  single: { ...singleOperations(['completions', 'images'], bearerEndpoint), embeddings },
  models: {
    request: (target) => ({ method: 'GET', ...bearerEndpoint(target, '/api/tags') }),
    response: (body) => namesIn(isObject(body) ? body.models : undefined, 'name'),
  },
  balance,
  failure: (status, body, headers) => failureOf(status, body, headers),
}
