import { type Call, identifier } from '../exchange/call.ts'
import { textOf } from '../exchange/json.ts'
import { json, type Reply } from '../exchange/reply.ts'
import { rank } from '../rerank/rank.ts'
import { checkFields, cohereError } from './errors.ts'

const fields = new Set(['model', 'query', 'documents', 'top_n', 'max_tokens_per_doc', 'priority'])

/** Counts searches, not tokens, and never sends the documents back. */
export function rerank(call: Call): Reply {
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
