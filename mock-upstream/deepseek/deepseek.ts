import { messages } from '../anthropic/messages.ts'
import { absentModel, type Call, type Handler, isWrongKey, type Vendor } from '../exchange/call.ts'
import { given, isObject, type JsonObject, objectsIn, textOf } from '../exchange/json.ts'
import { eventStream, json, type MockResponse } from '../exchange/response.ts'
import type { Counts } from '../model/completion.ts'
import { splitText } from '../model/split-text.ts'
import { completions } from '../openai/completions.ts'
import { openaiError } from '../openai/errors.ts'
import { checkMessages } from '../openai/message-rules.ts'
import { modelList } from '../openai/models.ts'
import { responses } from '../openai/responses/responses.ts'
import { styleChat } from '../openai/style-chat.ts'
import { chatChunks, chatCompletion, plainUsage } from '../openai/write-chat.ts'

/** OpenAI's format with reasoning, two cache counts, and keep-alive comments while a call is queued. */
function chat(call: Call): MockResponse {
  const { max_completion_tokens: _unknown, ...body } = call.body
  checkDeepseekChat(body, call.model, call.path.startsWith('/beta/'))
  const writing = styleChat(
    { ...call, body },
    {
      thinks: isThinking(body),
      thinkingField: 'reasoning_content',
      usage: usageOf,
      usageIn: 'end',
      extra: { system_fingerprint: 'fp_mock' },
    },
  )
  if (body.stream !== true) {
    const response = json(chatCompletion(writing))
    return { ...response, body: `\n\n${response.body}` }
  }
  const { deltas } = writing
  const frames = chatChunks({
    ...writing,
    deltas: (response, choice) => [
      { role: 'assistant', content: null, reasoning_content: '' },
      ...splitText(response.thinking).map((piece) => ({ content: null, reasoning_content: piece })),
      ...splitText(response.text).map((piece) => ({ content: piece, reasoning_content: null })),
      ...deltas({ ...response, thinking: '', text: '' }, choice).slice(1),
    ],
  })
  return eventStream([{ comment: 'keep-alive' }, ...frames], openaiError)
}

const usageOf = (counts: Counts) => ({
  ...plainUsage(counts),
  prompt_cache_hit_tokens: counts.cached,
  prompt_cache_miss_tokens: counts.input - counts.cached,
  completion_tokens_details: { reasoning_tokens: counts.reasoning },
})

/** Amounts are strings, in two currencies. */
const balance = (): MockResponse =>
  json({
    is_available: true,
    balance_infos: [
      { currency: 'USD', total_balance: '15.00', granted_balance: '5.00', topped_up_balance: '10.00' },
      { currency: 'CNY', total_balance: '110.00', granted_balance: '10.00', topped_up_balance: '100.00' },
    ],
  })

const models = modelList(['deepseek-flash', 'deepseek-v4-pro'])

const routes: Record<string, Handler> = {
  'POST /chat/completions': chat,
  'POST /v1/chat/completions': chat,
  'POST /beta/chat/completions': chat,
  'POST /beta/completions': completions,
  'POST /responses': responses,
  'POST /anthropic/v1/messages': messages,
  'GET /models': models,
  'GET /v1/models': models,
  'GET /user/balance': balance,
}

export const deepseek: Vendor = {
  name: 'deepseek',
  authenticate({ key }) {
    if (key === '' || isWrongKey(key)) {
      throw openaiError(401, 'Authentication Fails, Your api key is invalid', {
        type: 'authentication_error',
        code: 'invalid_request_error',
      })
    }
  },
  refuse: openaiError,
  find: (method, path) => routes[`${method} ${path}`],
}

// https://api-docs.deepseek.com/news, retired on 2026-07-24
const retired = ['deepseek-chat', 'deepseek-reasoner']

/** The error of a request that is not valid JSON of the format, and of nearly every other cause. */
const invalidRequest = (message: string) => openaiError(400, message, { code: 'invalid_request_error' })

/** This vendor thinks by default. */
const isThinking = (body: JsonObject): boolean => !(isObject(body.thinking) && body.thinking.type === 'disabled')

/** Refuses what this vendor would refuse. It ignores unknown parameters. */
function checkDeepseekChat(body: JsonObject, model: string, isBeta: boolean): void {
  // Recorded: https://github.com/deepwn/addi/issues/13, 2026-11-18
  if (model === '' || model === absentModel || retired.includes(model)) throw invalidRequest('Model Not Exist')
  for (const [index, { role }] of objectsIn(body.messages).entries()) {
    if (['system', 'user', 'assistant', 'tool'].includes(textOf(role))) continue
    throw unprocessable(
      `messages[${index}].role: unknown variant \`${role}\`, expected one of \`system\`, \`user\`, \`assistant\`, \`tool\``,
    )
  }
  checkMessages(body)
  const messages = objectsIn(body.messages)
  checkPictures(messages, model)
  checkPrefix(messages, isBeta)
  checkTools(body, isBeta)
  checkFormat(body)
  if (Array.isArray(body.stop) && body.stop.length > 16) throw openaiError(400, 'Invalid stop: at most 16 sequences')
  if (given(body, 'user_id') && !/^[A-Za-z0-9_-]{1,512}$/.test(textOf(body.user_id)))
    throw unprocessable('user_id: invalid characters')
  const effort = body.reasoning_effort
  if (given(body, 'reasoning_effort') && !['low', 'high', 'max'].includes(textOf(effort)))
    throw unprocessable(`reasoning_effort: unknown variant \`${effort}\``)
  if (typeof body.temperature === 'number' && (body.temperature < 0 || body.temperature > 2))
    throw openaiError(400, 'Invalid temperature value, the valid range of temperature is [0, 2]')
  if (isThinking(body)) checkThinking(body, messages)
}

const unprocessable = (message: string) =>
  openaiError(422, `Failed to deserialize the JSON body into the target type: ${message}`)

function checkThinking(body: JsonObject, messages: JsonObject[]): void {
  for (const name of ['logprobs', 'top_logprobs']) {
    if (given(body, name)) throw openaiError(400, `deepseek does not support ${name} in thinking mode`)
  }
  for (const [index, message] of messages.entries()) {
    if (objectsIn(message.tool_calls).length > 0 && textOf(message.reasoning_content) === '') {
      throw openaiError(400, `Missing \`reasoning_content\` field in the assistant message at message index ${index}.`)
    }
  }
}

function checkPictures(messages: JsonObject[], model: string): void {
  const hasPicture = messages.some(({ content }) => objectsIn(content).some(({ type }) => type !== 'text'))
  if (hasPicture && !model.includes('flash'))
    throw unprocessable('messages[0]: unknown variant `image_url`, expected `text`')
}

function checkPrefix(messages: JsonObject[], isBeta: boolean): void {
  const prefixed = messages.findIndex(({ prefix }) => prefix === true)
  if (prefixed === -1) return
  if (!isBeta) throw openaiError(400, 'prefix is only supported with base_url https://api.deepseek.com/beta')
  if (prefixed !== messages.length - 1 || messages[prefixed]?.role !== 'assistant') {
    throw openaiError(400, 'prefix is only allowed in the last assistant message')
  }
}

function checkTools(body: JsonObject, isBeta: boolean): void {
  const tools = objectsIn(body.tools)
  if (tools.length > 128) throw openaiError(400, 'Invalid tools: at most 128 functions')
  for (const tool of tools) {
    if (tool.type !== 'function') throw unprocessable(`tools: unknown variant \`${tool.type}\`, expected \`function\``)
    if (isObject(tool.function) && tool.function.strict === true && !isBeta)
      throw openaiError(400, 'strict tools are only supported with base_url https://api.deepseek.com/beta')
  }
}

/** `json_object` alone, and the word in an instruction or a question: https://api-docs.deepseek.com/guides/json_mode. */
function checkFormat(body: JsonObject): void {
  if (!isObject(body.response_format)) return
  if (body.response_format.type === 'json_schema') throw invalidRequest('This response_format type is unavailable now')
  const prompt = objectsIn(body.messages).filter(({ role }) => role === 'system' || role === 'user')
  if (body.response_format.type === 'json_object' && !/json/i.test(JSON.stringify(prompt))) {
    throw invalidRequest(
      "Prompt must contain the word 'json' in some form to use 'response_format' of type 'json_object'.",
    )
  }
}
