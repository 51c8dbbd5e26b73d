import { absentModel, bearerOf, type Call, type Handler, isWrongKey, type Vendor } from '../exchange/call.ts'
import { given, objectsIn, textOf } from '../exchange/json.ts'
import { json, type MockResponse, Refusal } from '../exchange/response.ts'
import { completions } from '../openai/completions.ts'
import { embeddings as openaiEmbeddings } from '../openai/embeddings.ts'
import { checkMessages } from '../openai/message-rules.ts'
import { modelList } from '../openai/models.ts'
import { styleChat, wantsThinking } from '../openai/style-chat.ts'
import { chatResponse } from '../openai/write-chat.ts'
import { rerank } from '../rerank/jina.ts'

const codes: Record<number, string> = {
  400: 'invalid_argument',
  401: 'invalid_iam_token',
  404: 'invalid_model',
  429: 'rpm_rate_limit_exceeded',
}

const baiduError = (status: number, message: string, code = codes[status] ?? 'internal_error'): Refusal =>
  new Refusal(status, {
    error: { code, message, type: status < 500 ? 'invalid_request_error' : 'server_error' },
    id: 'as-mock',
  })

function checkModel(model: string): void {
  if (model === absentModel || model !== model.toLowerCase())
    throw baiduError(400, 'No permission to use the model', 'invalid_model')
}

/** OpenAI's format, with reasoning and search results. */
function chat(call: Call): MockResponse {
  const { body, model } = call
  checkModel(model)
  for (const { role, content } of objectsIn(body.messages)) {
    if (!['system', 'user', 'assistant', 'tool'].includes(textOf(role)))
      throw baiduError(400, `the role ${role} is not supported`, 'invalid_messages')
    for (const part of objectsIn(content))
      if ('cache_control' in part) throw baiduError(400, 'unknown field cache_control', 'malformed_json')
  }
  checkMessages(body)
  for (const name of ['max_completion_tokens', 'reasoning_effort'])
    if (given(body, name)) throw baiduError(400, `unknown field ${name}`, 'malformed_json')
  if (given(body, 'n') && body.n !== 1) throw baiduError(400, 'n must be 1')
  const stops = Array.isArray(body.stop) ? body.stop : []
  if (
    given(body, 'stop') &&
    (!Array.isArray(body.stop) || stops.length > 4 || stops.some((stop) => textOf(stop).length > 20))
  )
    throw baiduError(400, 'stop takes 4 entries of 20 characters')
  const writing = styleChat(call, {
    thinks: wantsThinking(body) || model.startsWith('ernie-x1'),
    thinkingField: 'reasoning_content',
    ...(given(body, 'web_search') && {
      extra: { search_results: [{ index: 1, url: 'https://example.com', title: 'mock' }] },
    }),
  })
  if (writing.responses[0]?.finish === 'filter') throw baiduError(400, 'the content is not safe', 'unsafe_request')
  return chatResponse(body, writing, baiduError)
}

function embeddings(call: Call): MockResponse {
  const { input, encoding_format } = call.body
  checkModel(call.model)
  if (!Array.isArray(input) || input.length > 16) throw baiduError(400, 'input takes a list of 16 texts')
  if (encoding_format !== undefined && encoding_format !== 'float')
    throw baiduError(400, 'encoding_format must be float')
  return openaiEmbeddings(call)
}

const drawn = (call: Call): MockResponse => {
  const { prompt, n = 1, size } = call.body
  checkModel(call.model)
  if (textOf(prompt) === '') throw baiduError(400, 'prompt is required')
  if (size !== undefined && !/^\d+x\d+$/.test(textOf(size))) throw baiduError(400, 'size is wrong')
  if (given(call.body, 'response_format')) throw baiduError(400, 'unknown field response_format', 'malformed_json')
  const data = Array.from({ length: Number(n) }, (_, index) => ({
    url: `${call.origin}/mock-files/${call.serial}-${index}.png`,
  }))
  return json({ id: 'as-mock', created: 1, data })
}

/** A picture is a URL or data. Another field has the action. */
function edited(call: Call): MockResponse {
  const { image, feature, mask } = call.body
  if (!/^(https?:|data:image\/)/.test(textOf(image))) throw baiduError(400, 'image is wrong', 'invalid_image_url')
  if (!['erase', 'repaint', 'variation'].includes(textOf(feature))) throw baiduError(400, 'feature is wrong')
  if (feature !== 'variation' && textOf(mask) === '') throw baiduError(400, 'mask is required')
  return drawn(call)
}

const routes: Record<string, Handler> = {
  'POST /v2/chat/completions': chat,
  'POST /v2/completions': completions,
  'POST /v2/embeddings': embeddings,
  'POST /v2/rerank': rerank,
  'POST /v2/images/generations': drawn,
  'POST /v2/images/edits': edited,
  'GET /v2/models': modelList(['ernie-5.1', 'ernie-4.5-turbo-128k', 'embedding-v1']),
}

/** The account in a key of this vendor. */
const accountOf = (key: string): string => /^bce-v3\/ALTAK-(.+)\/[^/]+$/.exec(key)?.[1] ?? ''

/** Baidu's current service. */
export const baidu: Vendor = {
  name: 'baidu',
  keyOf: (headers) => accountOf(bearerOf(headers)),
  authenticate({ key, headers }) {
    if (key === '' || isWrongKey(key)) throw baiduError(401, 'Invalid API key')
    if (headers.appid !== undefined && !/^app-/.test(String(headers.appid)))
      throw baiduError(401, 'Invalid app id', 'invalid_appid')
  },
  refuse: baiduError,
  find: (method, path) => routes[`${method} ${path}`],
}
