import { absentModel, type Call, identifier, type Vendor } from '../exchange/call.ts'
import { given, isInteger, textOf } from '../exchange/json.ts'
import { json, type MockResponse, Refusal } from '../exchange/response.ts'
import { whisperTranscriptions } from '../openai/transcriptions.ts'
import { hostVendor } from '../openai-hosts/host-vendor.ts'
import { rank, rankTokens } from '../rerank/rank.ts'

/** The error of a wrong key is a bare text. */
const errorBody = (status: number, message: string): unknown => {
  if (status === 401) return 'Invalid token'
  const codes: Record<number, number> = { 403: 30_001, 404: 20_012, 500: 50_507, 503: 50_505 }
  return { code: codes[status] ?? 20_015, message, data: null }
}
const siliconError = (message: string, status = 400): Refusal => new Refusal(status, errorBody(status, message))

/** Amounts are strings, in yuan. The total is the sum of granted and paid credit. */
const account = (): MockResponse =>
  json({
    code: 20_000,
    message: 'OK',
    status: true,
    data: { id: 'u1', name: 'mock', balance: '0.88', chargeBalance: '88.00', totalBalance: '88.88', status: 'normal' },
  })

const listed = [
  { id: 'Qwen/Qwen3-8B', type: 'text', sub_type: 'chat' },
  { id: 'BAAI/bge-m3', type: 'text', sub_type: 'embedding' },
]

/** The list can be filtered by type or by sub-type. */
function models({ query }: Call): MockResponse {
  const fits = (name: 'type' | 'sub_type', value: string) => (query.get(name) ?? value) === value
  const chosen = listed.filter(({ type, sub_type }) => fits('type', type) && fits('sub_type', sub_type))
  return json({
    object: 'list',
    data: chosen.map(({ id }) => ({ id, object: 'model', created: 0, owned_by: '' })),
  })
}

const rankFields = ['model', 'query', 'documents', 'top_n', 'return_documents', 'max_chunks_per_doc', 'overlap_tokens']

function rerank(call: Call): MockResponse {
  const { body } = call
  const unknown = Object.keys(body).find((name) => !rankFields.includes(name))
  if (unknown) throw siliconError(`The parameter ${unknown} is invalid.`)
  const query = textOf(body.query)
  if (query === '' || !Array.isArray(body.documents)) throw siliconError('query and documents are required')
  const results = rank(query, body.documents, Number(body.top_n ?? body.documents.length)).map(({ text, ...rest }) =>
    body.return_documents === true ? { ...rest, document: { text } } : rest,
  )
  const tokens = call.usage({ input_tokens: rankTokens(query, body.documents), output_tokens: 0 })
  return json({ id: identifier('', call), results, meta: { billed_units: tokens, tokens } })
}

/** OpenAI's names for these fields are unknown here. */
const foreignImageFields = ['size', 'n', 'quality', 'style', 'response_format', 'user']

function images(call: Call): MockResponse {
  const { body } = call
  if (call.model === absentModel) throw siliconError('Model does not exist.', 404)
  const foreign = foreignImageFields.find((name) => given(body, name))
  if (foreign) throw siliconError(`The parameter ${foreign} is invalid.`)
  if (textOf(body.prompt) === '') throw siliconError('prompt is required')
  if (given(body, 'image_size') && !/^\d+x\d+$/.test(textOf(body.image_size)))
    throw siliconError('The parameter image_size is invalid.')
  if (given(body, 'batch_size') && !isInteger(body.batch_size, 1, 4)) throw siliconError('batch_size is from 1 to 4')
  const pictures = Array.from({ length: Number(body.batch_size ?? 1) }, (_, index) => ({
    url: `${call.origin}/mock-files/${call.serial}-${index}.png`,
  }))
  return json({ images: pictures, data: pictures, timings: { inference: 1.2 }, seed: 1 })
}

export const siliconcloud: Vendor = hostVendor('siliconcloud', {
  root: '/v1',
  error: errorBody,
  chat: {
    roles: ['system', 'user', 'assistant', 'tool'],
    refusedFields: ['max_completion_tokens', 'reasoning_effort'],
    refusedMessageFields: ['thinking_blocks'],
    parts: ['image_url', 'video_url'],
    problemOf: ({ thinking_budget, stop }) => {
      if (thinking_budget !== undefined && !isInteger(thinking_budget, 128, 32_768)) return 'thinking_budget is invalid'
      return Array.isArray(stop) && stop.length > 4 ? 'stop takes at most 4 sequences' : undefined
    },
    thinks: ({ enable_thinking }, model) => enable_thinking === true || model.includes('-R1'),
    thinkingField: 'reasoning_content',
    usage: ({ input, output, reasoning }) => ({
      prompt_tokens: input,
      completion_tokens: output,
      total_tokens: input + output,
      completion_tokens_details: { reasoning_tokens: reasoning },
    }),
  },
  serves: ['POST /completions', 'POST /embeddings', 'POST /audio/speech'],
  routes: {
    'POST /rerank': rerank,
    'POST /images/generations': images,
    'POST /audio/transcriptions': whisperTranscriptions,
    'GET /models': models,
    'GET /user/info': account,
  },
})
