import { countTokens, messages } from '../anthropic/messages.ts'
import { type Call, type Handler, isWrongKey, type Vendor } from '../exchange/call.ts'
import { json, Refusal } from '../exchange/response.ts'
import { generateContent, streamGenerateContent } from '../gemini/generate.ts'
import { openaiRoutes } from '../openai/openai.ts'
import { mockFile } from '../tasks/mock-files.ts'

const googlePath = /^\/v1beta\/models\/[^:/]+:(\w+)$/
const googleActions: Readonly<Record<string, Handler>> = { generateContent, streamGenerateContent }

/** The format of a path decides the header of the key. */
function keyIn({ path, headers }: Call): unknown {
  if (googlePath.test(path)) return headers['x-goog-api-key']
  return headers.authorization ?? (path.startsWith('/v1/messages') ? headers['x-api-key'] : undefined)
}

const isPublic = (path: string) => path.startsWith('/mock-files/') || path === '/api/status'

type Gateway = {
  name: string
  refuse: Vendor['refuse']
  wrongKey: Refusal
  /** OpenAI's endpoints, by method and path after `/v1`. */
  serves(route: string): boolean
  routes: Readonly<Record<string, Handler>>
}

const gateway = ({ name, refuse, wrongKey, serves, routes }: Gateway): Vendor => ({
  name,
  authenticate(call) {
    if (isPublic(call.path)) return
    if (keyIn(call) === undefined || call.key === '' || isWrongKey(call.key)) throw wrongKey
  },
  refuse,
  find(method, path) {
    if (path.startsWith('/mock-files/')) return mockFile
    const [, action] = googlePath.exec(path) ?? []
    if (action) return method === 'POST' ? googleActions[action] : undefined
    const own = routes[`${method} ${path}`]
    const route = `${method} ${path.slice('/v1'.length)}`
    return own ?? (path.startsWith('/v1/') && serves(route) ? openaiRoutes[route] : undefined)
  },
})

// The paths and refusals of QuantumNous/new-api 2d8e50bf (2026-08-21): router/relay-router.go, router/dashboard.go,
// controller/misc.go, middleware/auth.go and middleware/utils.go.
const newApiError = (status: number, message: string, code = '') =>
  new Refusal(status, { error: { message: `${message} (request id: mock)`, type: 'new_api_error', code } })

export const newApi = gateway({
  name: 'new-api',
  refuse: newApiError,
  wrongKey: newApiError(401, 'Invalid token'),
  serves: () => true,
  routes: {
    'POST /v1/messages': messages,
    'GET /api/status': () => json({ success: true, data: { quota_display_type: 'USD', quota_per_unit: 500_000 } }),
  },
})

// The paths and refusals of Wei-Shaw/sub2api: routes/gateway.go of 2026 and api_key_auth.go. The usage has the shape
// that a public usage tracker recorded from version 0.2.9.
const sub2apiError = (status: number, message: string) =>
  new Refusal(status, { type: 'error', error: { type: status < 500 ? 'invalid_request_error' : 'api_error', message } })

const sub2apiRoutes = new Set([
  'POST /chat/completions',
  'POST /responses',
  'POST /responses/compact',
  'POST /embeddings',
  'POST /images/generations',
  'POST /images/edits',
  'GET /models',
])

export const sub2api = gateway({
  name: 'sub2api',
  refuse: sub2apiError,
  wrongKey: new Refusal(401, { code: 'INVALID_API_KEY', message: 'Invalid API key' }),
  serves: (route) => sub2apiRoutes.has(route),
  routes: {
    'POST /v1/messages': messages,
    'POST /v1/messages/count_tokens': countTokens,
    'GET /v1/usage': () =>
      json({ isValid: true, mode: 'unrestricted', planName: '钱包余额', balance: 6.5, remaining: 6.5, unit: 'USD' }),
  },
})
