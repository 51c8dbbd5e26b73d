import { bearerOf, type Call, type Handler, isWrongKey, type Vendor } from '../exchange/call.ts'
import { textOf } from '../exchange/json.ts'
import { json, type MockResponse } from '../exchange/response.ts'
import { tokensOf } from '../model/count-tokens.ts'
import { vectorOf } from '../model/vector.ts'
import { chat, checkModel } from './chat.ts'
import { cloudflareError, wrapped } from './errors.ts'
import { run } from './run.ts'

/** The only account of this mock, and its gateway. */
const account = /^\/client\/v4\/accounts\/acc1\/ai(\/.*)$/
const gateway = /^\/gateway\/workers-ai(\/.*)$/

function embeddings(call: Call): MockResponse {
  const { body, model } = call
  checkModel(model)
  const unknown = Object.keys(body).find((name) => !['model', 'input', 'dimensions'].includes(name))
  if (unknown) throw cloudflareError(400, `AiError: Bad input: ${unknown}`)
  const texts = (Array.isArray(body.input) ? body.input : [body.input]).map(textOf)
  const prompt_tokens = texts.reduce((sum, text) => sum + tokensOf(text.length), 0)
  const data = texts.map((text, index) => ({ object: 'embedding', index, embedding: vectorOf(text, 768) }))
  return json({ object: 'list', data, model, usage: call.usage({ prompt_tokens, total_tokens: prompt_tokens }) })
}

const listed = [
  ['@cf/openai/gpt-oss-120b', 'Text Generation'],
  ['@cf/meta/llama-3.3-70b-instruct-fp8-fast', 'Text Generation'],
  ['@cf/baai/bge-m3', 'Text Embeddings'],
]

/** One model per page, so that a client has to request the next one. */
function models({ query }: Call): MockResponse {
  const page = Number(query.get('page') ?? 1)
  const result = listed.slice(page - 1, page).map(([name, task]) => ({ name, task: { name: task } }))
  return json({ ...wrapped({}), result, result_info: { count: 1, page, per_page: 1, total_count: listed.length } })
}

const routes: Record<string, Handler> = {
  'POST /v1/chat/completions': chat,
  'POST /v1/embeddings': embeddings,
  'GET /models/search': models,
}

function find(method: string, path: string): Handler | undefined {
  const own = account.exec(path)?.[1]
  if (own !== undefined) return routes[`${method} ${own}`] ?? (own.startsWith('/run/') ? run : undefined)
  const passed = gateway.exec(path)?.[1]
  if (passed === undefined || method !== 'POST') return undefined
  return passed === '/v1/chat/completions' ? chat : run
}

export const cloudflare: Vendor = {
  name: 'cloudflare',
  modelOf: (path, body) => textOf(body.model) || (/\/(?:run|workers-ai)\/(@.*)$/.exec(path)?.[1] ?? ''),
  authenticate({ headers }) {
    const key = bearerOf(headers)
    if (key === '' || isWrongKey(key)) throw cloudflareError(401, 'Authentication error')
  },
  refuse: cloudflareError,
  find,
}
