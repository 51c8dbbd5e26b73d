import { isForm } from '../../../light/is-form.ts'
import { countOf, definedOf, isObject, listOf, objectOf, textOf } from '../../translate/json/json-values.ts'
import { badResponse } from '../../translate/response/bad-response.ts'
import { unsupported } from '../../translate/response/unsupported.ts'
import { chatResponses } from '../chat-responses.ts'
import { namesIn } from '../openai-shaped/models.ts'
import { bearerEndpoint } from '../openai-shaped/openai-shaped.ts'
import type { ChatOperation, Provider, SingleOperation } from '../provider.ts'
import { documentTexts, rankingList } from '../ranking-list.ts'
import { toChat } from './chat-request.ts'
import { readChat } from './chat-response.ts'
import { createChatDecoder } from './chat-stream.ts'
import { embeddings } from './embeddings.ts'
import { cohereFailure, failureIn } from './failure.ts'

/** The text of a recording, without times. Cohere requires the language, and the file must be the last field. */
const transcriptions: SingleOperation = {
  request(request, target) {
    const form = isForm(request) ? request : new FormData()
    const field = (name: string) => textOf(form.get(name))
    if ((field('response_format') ?? 'json') !== 'json')
      throw unsupported('This model only responds with JSON', 'response_format')
    const body = new FormData()
    body.append('model', target.model)
    body.append('language', field('language') ?? 'en')
    const temperature = field('temperature')
    if (temperature !== undefined) body.append('temperature', temperature)
    for (const file of form.getAll('file')) if (typeof file !== 'string') body.append('file', file, file.name)
    return { method: 'POST', ...bearerEndpoint(target, '/v2/audio/transcriptions'), body }
  },
  response(body) {
    const text = objectOf(body)?.text
    if (typeof text !== 'string') throw badResponse('the provider sent no transcript')
    return { text }
  },
}

/** Cohere counts searches instead of tokens, and never repeats the documents. */
const rerank: SingleOperation = {
  request(request, target) {
    const fields = isForm(request) ? {} : request
    const body = definedOf({
      model: target.model,
      query: fields.query,
      documents: documentTexts(fields),
      top_n: fields.top_n ?? undefined,
      max_tokens_per_doc: fields.max_tokens_per_doc ?? undefined,
    })
    return { method: 'POST', ...bearerEndpoint(target, '/v2/rerank'), body }
  },
  response(body, request) {
    const ranked = objectOf(body)?.results
    if (!Array.isArray(ranked)) throw badResponse('the provider sent no ranking')
    const results = ranked
      .filter(isObject)
      .map(({ index, relevance_score }) => ({ index: countOf(index), relevance_score }))
    return rankingList(request, results)
  },
}

const chat: ChatOperation = {
  request: (request, target) => ({
    method: 'POST',
    ...bearerEndpoint(target, '/v2/chat'),
    body: toChat(request, target),
  }),
  ...chatResponses({ response: readChat, stream: createChatDecoder }),
}

/** Models of every kind, except those with a scheduled shutdown. */
const models: NonNullable<Provider['models']> = {
  request(target, after) {
    const query = new URLSearchParams({ page_size: '1000', ...(after && { page_token: after }) })
    return { method: 'GET', ...bearerEndpoint(target, `/v1/models?${query}`) }
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
  lacksSearch: true,
  single: { embeddings, rerank, transcriptions },
  models,
  failure: cohereFailure,
  failureIn,
}
