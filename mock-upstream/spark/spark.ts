import { createHmac } from 'node:crypto'
import { bearerOf, type Call, isWrongKey, type Vendor } from '../exchange/call.ts'
import { given, objectsIn, textOf } from '../exchange/json.ts'
import { dataFrame, eventStream, json, type MockResponse, Refusal } from '../exchange/response.ts'
import { styleChat } from '../openai/style-chat.ts'
import { chatChunks, chatCompletion } from '../openai/write-chat.ts'
import { domainOf, headerError, isSocketPath, chat as socketChat } from './socket.ts'

const models = ['lite', 'generalv3', 'pro-128k', 'generalv3.5', 'max-32k', '4.0Ultra']

const httpError = (status: number, message: string, code = status === 401 ? 10_016 : 10_012): Refusal =>
  new Refusal(status, { error: { message, type: 'api_error', param: null, code: String(code) } })

/** An error in the body of a 200. */
const codeError = (code: number, message: string): Refusal => new Refusal(200, { code, message, sid: 'cht-mock' })

/** OpenAI's format with a code in every chunk; the last one always has the usage. */
function httpChat(call: Call): MockResponse {
  const { body, model, path } = call
  const known = path.startsWith('/v2/') ? ['spark-x'] : models
  if (!known.includes(model)) throw codeError(10_404, `there is no model ${model} here`)
  for (const { role, content } of objectsIn(body.messages)) {
    if (!['system', 'user', 'assistant', 'tool'].includes(textOf(role))) throw codeError(10_163, `invalid role ${role}`)
    if (Array.isArray(content)) throw codeError(10_163, 'content must be a text')
  }
  for (const name of ['stream_options', 'max_completion_tokens', 'reasoning_effort'])
    if (given(body, name)) throw codeError(10_163, `unknown parameter ${name}`)
  const extra = { code: 0, message: 'Success', sid: 'cht-mock' }
  const writing = styleChat(call, {
    thinks: model === 'spark-x',
    thinkingField: 'reasoning_content',
    usageIn: 'end',
    extra,
  })
  if (writing.responses[0]?.finish === 'filter') throw codeError(10_013, 'the question may be sensitive')
  if (body.stream !== true) return json(chatCompletion(writing))
  return eventStream(chatChunks(writing), (status, message) =>
    dataFrame({ code: status === 429 ? 11_202 : 10_012, message, sid: 'cht-mock' }),
  )
}

const isHttpPath = (path: string): boolean => path === '/v1/chat/completions' || path === '/v2/chat/completions'

/** Xunfei's Spark: signed WebSockets, and the OpenAI format for passwords. */
export const spark: Vendor = {
  name: 'spark',
  keyOf: (headers, query, path) => (isSocketPath(path) ? apiKeyOf(query) : bearerOf(headers)),
  modelOf: (path, body) => (isSocketPath(path) ? domainOf(body) : textOf(body.model)),
  authenticate(call) {
    const isSocket = call.method === 'SOCKET'
    const problem = isSocket ? signatureProblem(call) : undefined
    if (problem) throw new Refusal(problem.status, { message: problem.message })
    if (call.key === '' || isWrongKey(call.key))
      throw isSocket ? new Refusal(401, { message: 'Unauthorized' }) : httpError(401, 'invalid user')
  },
  // Faults replace responses of both kinds, so this body is an error in either.
  refuse: (status, message) => headerError(status === 429 ? 11_202 : 10_012, message, status),
  find(method, path) {
    if (method === 'SOCKET') return isSocketPath(path) ? socketChat : undefined
    return method === 'POST' && isHttpPath(path) ? httpChat : undefined
  },
}

/** The secret of a key. */
const secretOf = (apiKey: string): string => `secret-of-${apiKey}`

const claimPattern =
  /^(?:api_key|hmac username)="([^"]+)", algorithm="hmac-sha256", headers="host date request-line", signature="([^"]+)"$/

function claimOf(query: URLSearchParams): { apiKey: string; signature: string } | undefined {
  const claim = Buffer.from(query.get('authorization') ?? '', 'base64').toString()
  const [, apiKey, signature] = claimPattern.exec(claim) ?? []
  return apiKey === undefined || signature === undefined ? undefined : { apiKey, signature }
}

const apiKeyOf = (query: URLSearchParams): string => claimOf(query)?.apiKey ?? ''

const skewMaxMs = 300_000

/** The error in the signature of a handshake; undefined if the signature is valid. */
function signatureProblem({ headers, query, path }: Call): { status: number; message: string } | undefined {
  const claim = claimOf(query)
  if (!claim) return { status: 401, message: 'Unauthorized' }
  const date = query.get('date') ?? ''
  if (!(Math.abs(Date.now() - Date.parse(date)) <= skewMaxMs))
    return { status: 403, message: 'HMAC signature cannot be verified, a valid date or x-date header is required' }
  if (query.get('host') !== headers.host) return { status: 401, message: 'HMAC signature does not match' }
  const signed = `host: ${headers.host}\ndate: ${date}\nGET ${path} HTTP/1.1`
  const expected = createHmac('sha256', secretOf(claim.apiKey)).update(signed).digest('base64')
  return expected === claim.signature ? undefined : { status: 401, message: 'HMAC signature cannot be verified' }
}
