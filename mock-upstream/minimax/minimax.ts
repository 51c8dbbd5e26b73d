import { messages } from '../anthropic/messages.ts'
import {
  absentModel,
  bearerOf,
  type Call,
  type Handler,
  identifier,
  isWrongKey,
  type Vendor,
} from '../exchange/call.ts'
import { given, isInteger, isObject, type JsonObject, objectsIn, textOf } from '../exchange/json.ts'
import { dataFrame, type Frame, json, type MockResponse, Refusal } from '../exchange/response.ts'
import type { Completion } from '../model/completion.ts'
import { tokensOf } from '../model/count-tokens.ts'
import { splitText } from '../model/split-text.ts'
import { vectorOf } from '../model/vector.ts'
import { pixel } from '../openai/images.ts'
import { checkMessages } from '../openai/message-rules.ts'
import { modelList } from '../openai/models.ts'
import { responses } from '../openai/responses/responses.ts'
import { silence } from '../openai/sound.ts'
import { styleChat } from '../openai/style-chat.ts'
import { chatResponse } from '../openai/write-chat.ts'

const codes: Record<number, number> = { 400: 2013, 401: 1004, 402: 1008, 429: 1002, 504: 1001 }

const reportOf = (status_code: number, status_msg: string) => ({ base_resp: { status_code, status_msg } })

/** The field of every successful response. */
const success = reportOf(0, 'success')

/** A refusal. Most have status 200 and the reason in the body. */
const minimaxError = (status: number, message: string, code = codes[status] ?? 1000): Refusal =>
  new Refusal(status, reportOf(code, message))

const minimaxErrorFrame = (_: number, message: string): Frame => dataFrame(reportOf(1000, message))

const invalid = (field: string) => minimaxError(200, `invalid params, ${field}`, 2013)

function embeddings(call: Call): MockResponse {
  const { body } = call
  if (body.input !== undefined) throw invalid('input')
  if (!Array.isArray(body.texts) || body.texts.some((text) => textOf(text) === '')) throw invalid('texts')
  if (!['db', 'query'].includes(textOf(body.type))) throw invalid('type')
  const texts = body.texts.map(textOf)
  const counted = call.usage({ total_tokens: texts.reduce((sum, text) => sum + tokensOf(text.length), 0) })
  return json({ vectors: texts.map((text) => vectorOf(text, 1536)), ...counted, ...success })
}

/** Audio as hexadecimal digits. */
function speech(call: Call): MockResponse {
  const { body } = call
  const text = textOf(body.text)
  const voice = isObject(body.voice_setting) ? body.voice_setting : {}
  const audio = isObject(body.audio_setting) ? body.audio_setting : {}
  const format = textOf(audio.format)
  if (text === '') throw invalid('text')
  if (textOf(voice.voice_id) === '') throw invalid('voice_setting.voice_id')
  if (given(voice, 'speed') && !(Number(voice.speed) >= 0.5 && Number(voice.speed) <= 2)) throw invalid('speed')
  if (format !== 'mp3' && format !== 'wav' && format !== 'flac' && format !== 'pcm')
    throw invalid('audio_setting.format')
  if (body.output_format !== 'hex' || body.stream !== false) throw invalid('output_format')
  const usage_characters = [...text].length
  return json({
    data: { audio: silence(format, text).toString('hex'), status: 2 },
    extra_info: { audio_format: format, ...call.usage({ usage_characters }) },
    trace_id: identifier('', call),
    ...success,
  })
}

const ratios = ['1:1', '16:9', '4:3', '3:2', '2:3', '3:4', '9:16', '21:9']

function images(call: Call): MockResponse {
  const { body, origin, serial } = call
  if (textOf(body.prompt) === '') throw invalid('prompt')
  if (body.size !== undefined) throw invalid('size')
  if (given(body, 'aspect_ratio') && !ratios.includes(textOf(body.aspect_ratio))) throw invalid('aspect_ratio')
  if (given(body, 'n') && !isInteger(body.n, 1, 9)) throw invalid('n')
  const count = Number(body.n ?? 1)
  const drawn = (index: number) =>
    body.response_format === 'base64' ? pixel.toString('base64') : `${origin}/mock-files/${serial}-${index}.png`
  const pictures = Array.from({ length: count }, (_, index) => drawn(index))
  return json({
    id: identifier('', call),
    data: body.response_format === 'base64' ? { image_base64: pictures } : { image_urls: pictures },
    metadata: { success_count: count, failed_count: 0 },
    ...success,
  })
}

const refusedFields = [
  'stop',
  'seed',
  'frequency_penalty',
  'presence_penalty',
  'logit_bias',
  'logprobs',
  'reasoning_effort',
  'max_tokens',
]

const isThinker = (model: string): boolean => /^MiniMax-M[23]/.test(model)

/** OpenAI's format with a success report. Reasoning is in details, or between tags in the text. */
function chat(call: Call): MockResponse {
  const { body, model } = call
  check(body, model)
  const isOff = model.startsWith('MiniMax-M3') && isObject(body.thinking) && body.thinking.type === 'disabled'
  const writing = styleChat(call, { thinks: isThinker(model) && !isOff })
  const isSplit = body.reasoning_split === true
  const isFiltered = writing.responses[0]?.finish === 'filter'
  const written = {
    ...writing,
    extra: { input_sensitive: false, output_sensitive: isFiltered, ...success },
    finish: (response: Completion) => (response.finish === 'filter' ? 'stop' : writing.finish(response)),
    message: (response: Completion, choice: number) => ({
      ...writing.message(response, choice),
      ...thoughtsOf(response, isSplit),
    }),
    deltas: (response: Completion, choice: number) => [
      ...splitText(response.thinking).map((piece) => pieceOf(piece, isSplit)),
      ...(isSplit || response.thinking === '' ? [] : [{ content: '</think>\n\n' }]),
      ...writing.deltas({ ...response, thinking: '' }, choice),
    ],
  }
  return chatResponse(body, written, minimaxErrorFrame)
}

const detailsOf = (text: string): JsonObject => ({ reasoning_details: [{ type: 'reasoning.text', text }] })

function thoughtsOf({ thinking, text }: Completion, isSplit: boolean): JsonObject {
  if (thinking === '') return {}
  return isSplit ? detailsOf(thinking) : { content: `<think>${thinking}</think>\n\n${text}` }
}

const pieceOf = (piece: string, isSplit: boolean): JsonObject =>
  isSplit ? detailsOf(piece) : { content: piece.startsWith('Let me') ? `<think>${piece}` : piece }

function check(body: JsonObject, model: string): void {
  if (model === '' || model === absentModel) throw minimaxError(200, `unknown model '${model}'`, 2013)
  for (const name of refusedFields)
    if (given(body, name)) throw minimaxError(200, `invalid params, ${name} is not supported`, 2013)
  for (const { role } of objectsIn(body.messages))
    if (!['system', 'user', 'assistant', 'tool'].includes(textOf(role)))
      throw minimaxError(200, `invalid params, invalid role: ${role}`, 2013)
  checkMessages(body)
  const { temperature, top_p, tool_choice, response_format } = body
  if (given(body, 'temperature') && !(Number(temperature) > 0 && Number(temperature) <= 1))
    throw minimaxError(200, 'invalid params, temperature must be in (0, 1]', 2013)
  if (given(body, 'top_p') && !(Number(top_p) > 0 && Number(top_p) <= 1))
    throw minimaxError(200, 'invalid params, top_p must be in (0, 1]', 2013)
  if (given(body, 'n') && body.n !== 1) throw minimaxError(200, 'invalid params, n must be 1', 2013)
  if (given(body, 'tool_choice') && !['auto', 'none'].includes(String(tool_choice)))
    throw minimaxError(200, 'invalid params, tool_choice', 2013)
  const isSchema = isObject(response_format) && response_format.type === 'json_schema'
  if (given(body, 'response_format') && !(isSchema && model === 'MiniMax-Text-01'))
    throw minimaxError(200, 'invalid params, response_format', 2013)
}

const routes: Record<string, Handler> = {
  'POST /v1/chat/completions': chat,
  'POST /v1/text/chatcompletion_v2': chat,
  'POST /v1/responses': responses,
  'POST /anthropic/v1/messages': messages,
  'POST /v1/t2a_v2': speech,
  'POST /v1/image_generation': images,
  'POST /v1/embeddings': embeddings,
  'GET /v1/models': modelList(['MiniMax-M3', 'MiniMax-M2.7', 'MiniMax-Text-01']),
}

/** The oldest endpoints require the group of the account; the others check it if it is given. */
const group = '1234567'

export const minimax: Vendor = {
  name: 'minimax',
  authenticate({ headers, query }) {
    const key = bearerOf(headers)
    if (key === '' || key.includes('|') || isWrongKey(key)) throw minimaxError(200, 'login fail', 1004)
    if ((query.get('GroupId') ?? group) !== group) throw minimaxError(200, 'token not match group', 1004)
  },
  refuse: minimaxError,
  find: (method, path) => routes[`${method} ${path}`],
}
