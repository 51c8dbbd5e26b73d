import { messages } from '../anthropic/messages.ts'
import {
  absentModel,
  bearerOf,
  type Call,
  createdSeconds,
  type Handler,
  isWrongKey,
  type Vendor,
} from '../exchange/call.ts'
import { given, objectsIn, textOf } from '../exchange/json.ts'
import { json, type MockResponse, Refusal } from '../exchange/response.ts'
import { checkMessages } from '../openai/message-rules.ts'
import { responses } from '../openai/responses/responses.ts'
import { styleChat, wantsThinking } from '../openai/style-chat.ts'
import { chatResponse } from '../openai/write-chat.ts'

const types: Record<number, string> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  402: 'permission_error',
  403: 'permission_error',
  404: 'invalid_request_error',
  429: 'rate_limit_error',
  451: 'content_filter_error',
}

const hubError = (status: number, message: string): Refusal =>
  new Refusal(status, {
    error: {
      type: types[status] ?? 'upstream_error',
      code: status * 1000 + 1,
      message,
      source: 'gateway',
      request_id: 'mock',
    },
  })

/** OpenAI's format with reasoning. */
function chat(call: Call): MockResponse {
  const { body, model } = call
  if (model === '' || model === absentModel) throw hubError(404, `model ${model} not found`)
  for (const { role } of objectsIn(body.messages))
    if (!['system', 'user', 'assistant', 'tool'].includes(textOf(role))) throw hubError(400, `invalid role ${role}`)
  checkMessages(body)
  if (given(body, 'max_completion_tokens') && model.startsWith('hy'))
    throw hubError(400, 'max_completion_tokens is not supported')
  const writing = styleChat(call, {
    thinks: wantsThinking(body),
    thinkingField: 'reasoning_content',
    choices: Number(body.n ?? 1),
  })
  if (writing.responses[0]?.finish === 'filter') throw hubError(451, 'The content was refused.')
  return chatResponse(body, writing, hubError)
}

/** The list includes models that are switched off. */
const models = (): MockResponse =>
  json({
    object: 'list',
    data: [
      { id: 'hy3', object: 'model', created: createdSeconds, status: 'online' },
      { id: 'deepseek-v4-pro', object: 'model', created: createdSeconds, status: 'online' },
      { id: 'hunyuan-lite', object: 'model', created: createdSeconds, status: 'offline' },
    ],
  })

const routes: Record<string, Handler> = {
  'POST /v1/chat/completions': chat,
  'POST /v1/responses': responses,
  'POST /v1/messages': messages,
  'GET /v1/models': models,
}

/** Tencent's current service. It only accepts keys as bearers. */
export const hunyuan: Vendor = {
  name: 'hunyuan',
  authenticate({ headers }) {
    const key = bearerOf(headers)
    if (key === '' || key.includes('|') || isWrongKey(key)) throw hubError(401, 'Invalid API key')
  },
  refuse: hubError,
  find: (method, path) => routes[`${method} ${path}`],
}
