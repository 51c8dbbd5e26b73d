import { createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { messages } from '../anthropic/messages.ts'
import { type Call, type Handler, isWrongKey, type Vendor } from '../exchange/call.ts'
import { type JsonObject, parseObject, textOf } from '../exchange/json.ts'
import { responses } from '../openai/responses/responses.ts'
import { rerank } from '../rerank/jina.ts'
import { chat, embeddings, images } from './endpoints.ts'
import { invokeError, zhipuError } from './errors.ts'
import { invoke } from './invoke.ts'

/** The second half of every key of this mock. */
const secret = 'secret'

const isInvoke = (path: string): boolean => path.startsWith('/api/paas/v3/')

const credentialOf = (headers: IncomingHttpHeaders): string => (headers.authorization ?? '').replace(/^Bearer /, '')

/** The first half of the key, plain or inside a token. */
function accountOf(headers: IncomingHttpHeaders): string {
  const [first = '', second = '', third] = credentialOf(headers).split('.')
  return third === undefined ? first : textOf(objectIn(second).api_key)
}

const objectIn = (encoded: string): JsonObject => parseObject(Buffer.from(encoded, 'base64url').toString()) ?? {}

/** A token is signed with the second half of the key, has a header without a type, and times in milliseconds. */
function isSigned(token: string, nowMs: number): boolean {
  const [head = '', payload = '', signature = ''] = token.split('.')
  const { alg, sign_type, ...more } = objectIn(head)
  const { exp, timestamp } = objectIn(payload)
  const wanted = createHmac('sha256', secret).update(`${head}.${payload}`).digest('base64url')
  const hourMs = 3_600_000
  return (
    alg === 'HS256' &&
    sign_type === 'SIGN' &&
    Object.keys(more).length === 0 &&
    Math.abs(Number(timestamp) - nowMs) < hourMs &&
    Number(exp) > nowMs &&
    signature === wanted
  )
}

/** The third version accepts a bare token, the fourth the key itself or a token, as a bearer. */
function authenticate({ headers, path, key }: Call): void {
  const refused = () => (isInvoke(path) ? invokeError(1002, 'token illegal') : zhipuError(401, 'token illegal', '1002'))
  const isBearer = (headers.authorization ?? '').startsWith('Bearer ')
  const credential = credentialOf(headers)
  const isToken = credential.split('.').length === 3
  if (isInvoke(path) === isBearer || (isInvoke(path) && !isToken) || isWrongKey(key)) throw refused()
  if (isToken ? !isSigned(credential, Date.now()) : !/^[^.]+\.[^.]+$/.test(credential)) throw refused()
}

const invokePath = /^\/api\/paas\/v3\/model-api\/([^/]+)\/(?:sse-)?invoke$/

const routes: Record<string, Handler> = {
  'POST /api/paas/v4/chat/completions': chat,
  'POST /api/coding/paas/v4/chat/completions': chat,
  'POST /api/paas/v4/embeddings': embeddings,
  'POST /api/paas/v4/images/generations': images,
  'POST /api/paas/v4/rerank': rerank,
  'POST /api/anthropic/v1/messages': messages,
  'POST /api/v1/responses': responses,
}

export const zhipu: Vendor = {
  name: 'zhipu',
  keyOf: accountOf,
  modelOf: (path, body) => invokePath.exec(path)?.[1] ?? String(body.model ?? ''),
  authenticate,
  refuse: zhipuError,
  find: (method, path) =>
    routes[`${method} ${path}`] ?? (method === 'POST' && invokePath.test(path) ? invoke : undefined),
}
