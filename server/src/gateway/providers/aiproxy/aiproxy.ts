import type { ChatRequest } from '../../forms/chat.ts'
import { isObject, objectOf } from '../../translate/json/json-values.ts'
import { badResponse } from '../../translate/response/bad-response.ts'
import { failureOf } from '../../translate/response/failure-of.ts'
import { openai } from '../openai/openai.ts'
import { modelList } from '../openai-shaped/models.ts'
import { bearerEndpoint } from '../openai-shaped/openai-shaped.ts'
import { singleOperations } from '../openai-shaped/single.ts'
import type { BalanceOperation, Provider, SingleKind, Target } from '../provider.ts'
import { libraryChat, libraryFailure } from './library.ts'

/** Account requests go to the host without `api.`, with the key in a header of its own. */
const balance: BalanceOperation = {
  request: (responses, { key, base_url }) =>
    responses.length === 0
      ? {
          method: 'GET',
          url: `${base_url.replace('//api.', '//').replace(/\/v\d$/, '')}/api/report/getUserOverview`,
          headers: { 'api-key': key },
        }
      : undefined,
  response([response]) {
    const amount = isObject(response) && response.success === true ? objectOf(response.data)?.totalPoints : undefined
    if (typeof amount !== 'number' || !Number.isFinite(amount))
      throw badResponse('the provider did not report the balance')
    return { amount, currency: 'CNY' }
  },
}

const { chat } = openai
const kinds: SingleKind[] = [
  'completions',
  'embeddings',
  'images',
  'speech',
  'transcriptions',
  'translations',
  'moderations',
]

/** OpenAI's models with OpenAI's rules, at the endpoints that every server of the format has. */
const passThrough: Provider = {
  ...(chat && {
    chat: {
      ...chat,
      request: (request: ChatRequest, target: Target) =>
        chat.request(request, { ...target, setting: { ...target.setting, chat_only: true } }),
    },
  }),
  speaksOpenAi: true,
  single: singleOperations(kinds, bearerEndpoint),
  models: modelList(bearerEndpoint),
  balance,
  failure: openai.failure,
}

const library: Provider = {
  chat: libraryChat,
  balance,
  failure: (status, body, headers) => libraryFailure(body, status) ?? failureOf(status, body, headers),
}

/** A channel that names a library of documents responds from it. Any other channel passes requests on to the models. */
export const aiProxy: Provider = {
  variant: ({ other }) => (other === '' ? passThrough : library),
  failure: passThrough.failure,
}
