import { type Call, createdSeconds, identifier, isWrongKey, type Vendor } from '../exchange/call.ts'
import { isInteger, isObject, type JsonObject, objectsIn, textOf } from '../exchange/json.ts'
import { dataFrame, eventStream, json, type MockResponse, Refusal } from '../exchange/response.ts'
import { type Completion, completionFor } from '../model/completion.ts'
import { splitText } from '../model/split-text.ts'
import { embeddings as openaiEmbeddings } from '../openai/embeddings.ts'
import { readChat } from '../openai/read-chat.ts'

/** Errors have a number, and mostly a status of 200. */
const refusal = (error_code: number, error_msg: string, status = 200): Refusal =>
  new Refusal(status, { error_code, error_msg, id: 'as-mock' })

const tokenDays = 30
const tokenPrefix = '24.'

/** A token names its account, so that faults can match a call by it. */
function exchange({ query, serial }: Call): MockResponse {
  const id = query.get('client_id') ?? ''
  if (query.get('grant_type') !== 'client_credentials' || id === '' || !query.get('client_secret'))
    throw new Refusal(400, { error: 'invalid_request', error_description: 'The client is missing' })
  if (isWrongKey(id)) throw new Refusal(401, { error: 'invalid_client', error_description: 'unknown client id' })
  return json({
    access_token: `${tokenPrefix}${id}.${serial}`,
    expires_in: tokenDays * 86_400,
    refresh_token: `25.${serial}`,
    scope: 'public',
    session_key: 'mock',
    session_secret: 'mock',
  })
}

const fieldsKnown = new Set(
  (
    'messages system temperature top_p penalty_score max_output_tokens stop user_id stream functions response_format disable_search ' +
    'enable_citation'
  ).split(' '),
)

function checkBody(body: JsonObject): void {
  const unknown = Object.keys(body).find((name) => !fieldsKnown.has(name))
  if (unknown) throw refusal(336_001, `unknown field ${unknown}`)
  const { temperature, top_p, penalty_score, max_output_tokens } = body
  if (temperature !== undefined && !(Number(temperature) > 0 && Number(temperature) <= 1))
    throw refusal(336_003, 'temperature range is (0, 1.0]')
  if (top_p !== undefined && !(Number(top_p) >= 0 && Number(top_p) <= 1))
    throw refusal(336_003, 'top_p range is [0, 1.0]')
  if (penalty_score !== undefined && !(Number(penalty_score) >= 1 && Number(penalty_score) <= 2))
    throw refusal(336_003, 'penalty_score range is [1.0, 2.0]')
  if (max_output_tokens !== undefined && !isInteger(max_output_tokens, 2, 2048))
    throw refusal(336_003, 'max_output_tokens range is [2, 2048]')
}

/** An odd number of turns, in which the model's alternate with the others. */
function checkTurns(messages: JsonObject[]): void {
  if (messages.length % 2 === 0) throw refusal(336_003, 'the length of messages must be an odd number')
  messages.forEach(({ role, content, function_call }, index) => {
    const isModel = index % 2 === 1
    const allowed = isModel ? ['assistant'] : ['user', 'function']
    if (!allowed.includes(textOf(role)))
      throw refusal(336_003, `the role of message with index ${index} must be ${allowed}`)
    if (typeof content !== 'string') throw refusal(336_001, 'content must be a string')
    if (content === '' && !isObject(function_call)) throw refusal(336_003, 'content can not be empty')
    if (role === 'function' && !isObject(messages[index - 1]?.function_call))
      throw refusal(336_003, 'a function must follow its call')
  })
}

/** The chat as the mock model reads it. */
const openAiForm = (body: JsonObject): JsonObject => ({
  messages: [{ role: 'system', content: textOf(body.system) }, ...objectsIn(body.messages)],
  functions: body.functions,
  stop: body.stop,
  max_tokens: body.max_output_tokens,
  ...(body.response_format === 'json_object' && { response_format: { type: 'json_object' } }),
})

function chat(call: Call): MockResponse {
  const { body } = call
  checkBody(body)
  checkTurns(objectsIn(body.messages))
  const response = completionFor(readChat(openAiForm(body)), call.counts)
  const head = { id: identifier('as-', call), created: createdSeconds }
  const end = { ...endOf(response), usage: call.usage(usageOf(response)) }
  if (body.stream !== true)
    return json({ ...head, object: 'chat.completion', result: response.text, ...callOf(response), ...end })
  const pieces = splitText(response.text).map((result, sentence_id) => ({ sentence_id, is_end: false, result }))
  const last = { sentence_id: pieces.length, is_end: true, result: '', ...callOf(response), ...end }
  return eventStream(
    [...pieces, last].map((piece) => dataFrame({ ...head, object: 'chat.completion', is_truncated: false, ...piece })),
    () => dataFrame(refusal(336_000, 'Internal error').body),
  )
}

const callOf = ({ calls: [call] }: Completion) =>
  call && { function_call: { name: call.name, arguments: JSON.stringify(call.arguments), thoughts: 'mock' } }

const endOf = ({ finish }: Completion) => ({
  is_truncated: finish === 'length',
  need_clear_history: finish === 'filter',
  finish_reason: { stop: 'normal', length: 'length', calls: 'function_call', filter: 'content_filter' }[finish],
})

/** The total minus the prompt is the number of output tokens. */
const usageOf = ({ counts: { input, output } }: Completion) => ({ prompt_tokens: input, total_tokens: input + output })

function embeddings(call: Call): MockResponse {
  const { input } = call.body
  if (!Array.isArray(input) || input.length > 16) throw refusal(336_003, 'input takes a list of 16 texts')
  return openaiEmbeddings({ ...call, model: 'embedding-v1' })
}

const tokenPath = '/oauth/2.0/token'
const workshop = '/rpc/2.0/ai_custom/v1/wenxinworkshop/'

/** Baidu's older service: the URL has the model and a token. */
export const baiduV1: Vendor = {
  name: 'baidu-v1',
  // An exchange belongs to no call.
  keyOf: (_, query) => (query.get('access_token') ?? '').replace(/^24\.(.*)\.\d+$/, '$1'),
  modelOf: (path) => decodeURIComponent(path.split('/').at(-1) ?? ''),
  authenticate({ path, query, model }) {
    if (path === tokenPath) return
    if (!query.get('access_token')?.startsWith(tokenPrefix))
      throw refusal(110, 'Access token invalid or no longer valid')
    if (model === 'no-such-model') throw refusal(3, 'Unsupported openapi method')
  },
  refuse: (status, message) => refusal(status === 429 ? 18 : 336_000, message, status),
  allowsNoBody: true,
  find(method, path) {
    if (method !== 'POST') return undefined
    if (path === tokenPath) return exchange
    if (path.startsWith(`${workshop}chat/`)) return chat
    return path.startsWith(`${workshop}embeddings/`) ? embeddings : undefined
  },
}
