import { definedOf, isObject, textOf } from '../../translate/json/json-values.ts'
import { textEmbeddings } from '../openai-shaped/text-embeddings.ts'
import type { AccessOperation, Provider } from '../provider.ts'
import { readKeyPair } from './key.ts'
import { addressOf, hostOf } from './v1-address.ts'
import { chat } from './v1-chat.ts'
import { failureInV1, failureOfV1 } from './v1-failure.ts'

const embeddings = textEmbeddings({
  request: (input, { user }, target) => ({
    method: 'POST',
    url: addressOf(target, 'embeddings'),
    headers: {},
    body: definedOf({ input, user_id: textOf(user) }),
  }),
})

/** Tokens last for a month. */
const access: AccessOperation = {
  request(target) {
    const { id: client_id, secret: client_secret } = readKeyPair(target.key)
    const query = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret })
    return {
      method: 'POST',
      url: `${hostOf(target)}/oauth/2.0/token?${query}`,
      headers: { 'content-type': 'application/json', accept: 'application/json' },
    }
  },
  response(body) {
    const { access_token, expires_in } = isObject(body) ? body : {}
    const token = textOf(access_token)
    if (token === undefined || typeof expires_in !== 'number') throw failureOfV1(401, body)
    return { token, seconds: expires_in }
  },
  renewSeconds: 60 * 60,
  isRefused: ({ code }) => code === 'baidu_110' || code === 'baidu_111',
}

/** Baidu's older service, which only private installations still use. */
export const baiduV1: Provider = {
  access,
  chat,
  single: { embeddings },
  failure: failureOfV1,
  failureIn: failureInV1,
}
