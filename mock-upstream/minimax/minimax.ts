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

const codes: Record<number, number> = { 400: 2013, 401: 1004, 402: 1008, 422: 1026, 429: 1002, 504: 1001 }

const reportOf = (status_code: number, status_msg: string) => ({ base_resp: { status_code, status_msg } })

/** The field of every successful response. */
const success = reportOf(0, 'success')

/** A refusal. Most have status 200 and the reason in the body. */
const minimaxError = (status: number, message: string, code = codes[status] ?? 1000): Refusal =>
  new Refusal(status, reportOf(code, message))

const minimaxErrorFrame = (_: number, message: string): Frame => dataFrame(reportOf(1000, message))

const typeOfStatus: Record<number, string> = {
  400: 'bad_request_error',
  401: 'authorized_error',
  402: 'insufficient_balance_error',
  413: 'invalid_request_error',
  422: 'unprocessable_entity_error',
  429: 'rate_limit_error',
}

/**
 * A refusal in OpenAI's format: the status says the cause, and the message ends with the code.
 * https://platform.minimaxi.com/docs/api-reference/speech-to-text, 2026-11-18
 */
const openaiFormError = (status: number, message: string, code = codes[status] ?? 1000): Refusal =>
  new Refusal(status, {
    type: 'error',
    error: { type: typeOfStatus[status] ?? 'server_error', message: `${message} (${code})`, http_code: String(status) },
    request_id: 'mock',
  })

const isOpenAiForm = (path: string): boolean => path === '/v1/chat/completions'

const errorAt = (path: string, status: number, message: string, code?: number): Refusal =>
  isOpenAiForm(path) ? openaiFormError(status, message, code) : minimaxError(200, message, code ?? codes[status])

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

const isThinker = (model: string): boolean => /^MiniMax-M[23]/.test(model)

/** OpenAI's format with a success report. Reasoning is in details, or between tags in the text. */
function chat(received: Call): MockResponse {
  // Every other model ignores the format: https://github.com/MiniMax-AI/MiniMax-M2.5/issues/4, 2026-11-18.
  const { response_format, ...rest } = received.body
  const isHeld = received.model === 'MiniMax-Text-01' && isObject(response_format)
  const call = { ...received, body: isHeld ? received.body : rest }
  const { body, model, path } = call
  check(body, model, (message) => errorAt(path, 400, message))
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

/**
 * Refuses what this vendor refuses. It ignores parameters of OpenAI that it lacks.
 * https://platform.minimax.io/docs/api-reference/text-openai-api and
 * https://docs.camel-ai.org/reference/camel.configs.minimax_config, 2026-11-18
 */
function check(body: JsonObject, model: string, refuse: (message: string) => Refusal): void {
  // Recorded: https://github.com/jlcodes99/cockpit-tools/issues/1431, 2026-11-18
  if (model === '' || model === absentModel) throw refuse(`invalid params, unknown model '${model}'`)
  for (const { role } of objectsIn(body.messages))
    if (!['system', 'user', 'assistant', 'tool'].includes(textOf(role)))
      throw refuse(`invalid params, invalid role: ${role}`)
  checkMessages(body)
  const { temperature, top_p, thinking } = body
  if (given(body, 'temperature') && !(Number(temperature) > 0 && Number(temperature) <= 1))
    throw refuse('invalid params, temperature must be in (0, 1]')
  if (given(body, 'top_p') && !(Number(top_p) > 0 && Number(top_p) <= 1))
    throw refuse('invalid params, top_p must be in (0, 1]')
  if (given(body, 'n') && body.n !== 1) throw refuse('invalid params, n must be 1')
  // Recorded: https://github.com/CherryHQ/cherry-studio/issues/16431, 2026-11-18
  if (model.startsWith('MiniMax-M3') && isObject(thinking) && !['adaptive', 'disabled'].includes(textOf(thinking.type)))
    throw refuse(`invalid params, invalid thinking.type: "${thinking.type}" (allowed: adaptive, disabled)`)
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
  authenticate({ headers, query, path }) {
    const key = bearerOf(headers)
    if (key === '' || key.includes('|') || isWrongKey(key)) throw errorAt(path, 401, 'login fail', 1004)
    if ((query.get('GroupId') ?? group) !== group) throw errorAt(path, 401, 'token not match group', 1004)
  },
  refuse: minimaxError,
  find: (method, path) => routes[`${method} ${path}`],
}
