import { absentModel, type Call, type Handler, isWrongKey, type Vendor } from '../exchange/call.ts'
import { json, type MockResponse } from '../exchange/response.ts'
import { openaiRoutes } from '../openai/openai.ts'
import { batchEmbedContents, countTokens, embedContent, predict } from './endpoints.ts'
import { errorInfo, geminiError } from './errors.ts'
import { generateContent, streamGenerateContent } from './generate.ts'
import { modelMissing } from './request-rules.ts'

const actions: Record<string, Handler> = {
  generateContent,
  streamGenerateContent,
  countTokens,
  embedContent,
  batchEmbedContents,
  predict,
}

const compatPrefix = '/v1beta/openai'

export const gemini: Vendor = {
  name: 'gemini',
  authenticate({ headers, key, path }) {
    const isCompat = path.startsWith(compatPrefix)
    if (headers.authorization !== undefined && !isCompat) {
      throw geminiError(
        401,
        'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential.',
        [errorInfo('ACCESS_TOKEN_TYPE_UNSUPPORTED')],
      )
    }
    // Google responds with 403 here and with 400 to a wrong key; neither is a 401.
    if (key === '')
      throw geminiError(
        403,
        "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form of API consumer identity to call this API.",
      )
    if (isWrongKey(key))
      throw geminiError(400, 'API key not valid. Please pass a valid API key.', [errorInfo('API_KEY_INVALID')])
  },
  refuse: geminiError,
  find(method, path) {
    if (path.startsWith(compatPrefix)) return openaiRoutes[`${method} ${path.slice(compatPrefix.length)}`]
    const [, name, action] = /^\/v1(?:beta|alpha)?\/models(?:\/([^:]+))?(?::(\w+))?$/.exec(path) ?? []
    if (name === undefined) return method === 'GET' && /^\/v1(beta|alpha)?\/models$/.test(path) ? models : undefined
    if (method === 'GET' && action === undefined) return model
    return method === 'POST' && action !== undefined ? actions[action] : undefined
  },
}

const listed = ['gemini-4-argon', 'gemini-3.8-flash', 'gemini-2.5-pro', 'gemini-2.5-flash', 'gemini-embedding-001']

const entryOf = (id: string) => ({
  name: `models/${id}`,
  version: '1',
  displayName: id,
  inputTokenLimit: 1_048_576,
  outputTokenLimit: 65_536,
  supportedGenerationMethods: id.includes('embedding')
    ? ['embedContent', 'batchEmbedContents']
    : ['generateContent', 'countTokens'],
})

const pageMax = 3

/** The page size has a maximum, so that a client has to request the next page. */
function models({ query }: Call): MockResponse {
  const size = Math.min(pageMax, Math.max(1, Number(query.get('pageSize') ?? 50) || 50))
  const start = Number(query.get('pageToken') ?? 0) || 0
  const nextPageToken = start + size < listed.length ? String(start + size) : undefined
  return json({ models: listed.slice(start, start + size).map(entryOf), nextPageToken })
}

function model({ model }: Call): MockResponse {
  if (model === absentModel) throw modelMissing(model, 'get')
  return json(entryOf(model))
}
