import { bearerOf, type Call, isWrongKey, type Vendor } from '../exchange/call.ts'
import { isInteger, isObject, textOf } from '../exchange/json.ts'
import { json, type MockResponse, Refusal } from '../exchange/response.ts'
import { embeddings } from '../openai/embeddings.ts'
import { rank, rankTokens } from './rank.ts'

const jinaError = (status: number, detail: unknown): Refusal => new Refusal(status, { detail })

const fieldRequired = (field: string) =>
  jinaError(422, [{ loc: ['body', field], msg: 'field required', type: 'value_error.missing' }])

/** The rerank format that most compatible servers share. */
export function rerank(call: Call): MockResponse {
  const { body } = call
  if (call.model === '') throw fieldRequired('model')
  const query = isObject(body.query) ? textOf(body.query.text) : textOf(body.query)
  if (query === '') throw fieldRequired('query')
  if (!Array.isArray(body.documents) || body.documents.length === 0) throw fieldRequired('documents')
  if (body.top_n !== undefined && !isInteger(body.top_n, 1)) {
    throw jinaError(422, [{ loc: ['body', 'top_n'], msg: 'value is not a valid integer', type: 'type_error.integer' }])
  }
  const total_tokens = rankTokens(query, body.documents)
  const results = rank(query, body.documents, body.top_n).map(({ text, ...rest }) =>
    body.return_documents === false ? rest : { ...rest, document: { text } },
  )
  return json({ model: call.model, results, usage: call.usage({ total_tokens }) })
}

/** Jina only accepts arrays of strings, and another field selects base64. */
function jinaEmbeddings(call: Call): MockResponse {
  const { input, embedding_type, encoding_format, user } = call.body
  if (!Array.isArray(input) || input.some((each) => typeof each === 'number' || Array.isArray(each))) {
    throw jinaError(422, [{ loc: ['body', 'input'], msg: 'value is not a valid list', type: 'type_error.list' }])
  }
  for (const [field, value] of Object.entries({ encoding_format, user })) {
    if (value !== undefined)
      throw jinaError(422, [{ loc: ['body', field], msg: 'extra fields not permitted', type: 'value_error.extra' }])
  }
  return embeddings({ ...call, body: { ...call.body, encoding_format: embedding_type } })
}

export const jina: Vendor = {
  name: 'jina',
  authenticate({ headers }) {
    const key = bearerOf(headers)
    if (key === '' || isWrongKey(key)) throw jinaError(401, 'Invalid API key')
  },
  refuse: jinaError,
  find(method, path) {
    if (method === 'POST' && path === '/v1/rerank') return rerank
    if (method === 'POST' && path === '/v1/embeddings') return jinaEmbeddings
    return undefined
  },
}
