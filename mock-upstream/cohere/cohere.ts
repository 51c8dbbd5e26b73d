import { bearerOf, type Call, type Handler, identifier, isWrongKey, type Vendor } from '../exchange/call.ts'
import { textOf } from '../exchange/json.ts'
import { json, type MockResponse } from '../exchange/response.ts'
import { rank } from '../rerank/rank.ts'
import { chat } from './chat.ts'
import { embed } from './embed.ts'
import { checkFields, cohereError } from './errors.ts'

const fields = new Set(['model', 'query', 'documents', 'top_n', 'max_tokens_per_doc', 'priority'])

/** Counts searches instead of tokens, and never repeats the documents. */
function rerank(call: Call): MockResponse {
  const { body } = call
  checkFields(body, fields)
  if (call.model === '') throw cohereError(400, 'invalid request: model is required')
  const query = textOf(body.query)
  if (query === '') throw cohereError(400, 'invalid request: query must not be empty')
  if (!Array.isArray(body.documents) || body.documents.length === 0)
    throw cohereError(400, 'invalid request: list of documents must not be empty')
  if (body.documents.some((each) => typeof each !== 'string'))
    throw cohereError(422, 'invalid type: documents must be strings')
  const top = body.top_n === undefined ? undefined : Number(body.top_n)
  const results = rank(query, body.documents, top).map(({ index, relevance_score }) => ({ index, relevance_score }))
  const search_units = Math.ceil(body.documents.length / 100)
  const billed_units = call.usage({ search_units })
  return json({ id: identifier('', call), results, meta: { api_version: { version: '2' }, billed_units } })
}

const listed = [
  { name: 'command-a-03-2025', endpoints: ['chat'] },
  { name: 'command-a-reasoning-08-2025', endpoints: ['chat'] },
  { name: 'embed-v4.0', endpoints: ['embed'] },
  { name: 'rerank-v3.5', endpoints: ['rerank'] },
  { name: 'command-light', endpoints: ['chat'], is_deprecated: true },
]
const firstPage = 3

/** Two pages, so that a client has to request the next one. */
function models({ query }: Call): MockResponse {
  const isFirst = query.get('page_token') === null
  const models = isFirst ? listed.slice(0, firstPage) : listed.slice(firstPage)
  return json({
    models: models.map((model) => ({ context_length: 256_000, is_deprecated: false, ...model })),
    ...(isFirst && { next_page_token: 'second' }),
  })
}

/** Reads the form in order: fields after the file come too late. */
function transcriptions({ form }: Call): MockResponse {
  if (!form) throw cohereError(400, 'invalid request: expected multipart/form-data')
  const names = [...form.keys()]
  const file = form.get('file')
  if (!(file instanceof File)) throw cohereError(400, 'invalid request: file is required')
  const before = names.slice(0, names.indexOf('file'))
  for (const name of ['model', 'language'])
    if (!before.includes(name)) throw cohereError(400, `invalid request: ${name} is required`)
  const unknown = names.find((name) => !['model', 'language', 'temperature', 'file'].includes(name))
  if (unknown) throw cohereError(422, `unknown field: parameter '${unknown}' is not a valid field`)
  if (!/^[a-z]{2}$/.test(String(form.get('language')))) throw cohereError(400, 'invalid request: unknown language')
  return json({ text: `Heard ${file.size} bytes of ${file.type || 'unknown type'} from ${file.name}.` })
}

const checkKey = (): MockResponse => json({ valid: true })

const routes: Record<string, Handler> = {
  'POST /v2/chat': chat,
  'POST /v2/embed': embed,
  'POST /v1/rerank': rerank,
  'POST /v2/rerank': rerank,
  'POST /v2/audio/transcriptions': transcriptions,
  'GET /v1/models': models,
  'POST /v1/check-api-key': checkKey,
}

export const cohere: Vendor = {
  name: 'cohere',
  authenticate({ headers }) {
    if (bearerOf(headers) === '') throw cohereError(401, 'no api key supplied')
    if (isWrongKey(bearerOf(headers))) throw cohereError(401, 'invalid api token')
  },
  refuse: cohereError,
  find: (method, path) => routes[`${method} ${path}`],
}
