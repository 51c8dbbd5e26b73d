import {
  bearerOf,
  type Call,
  createdSeconds,
  type Handler,
  identifier,
  isWrongKey,
  type Vendor,
} from '../exchange/call.ts'
import { given, isInteger, type JsonObject, numberOf, textOf } from '../exchange/json.ts'
import { json, type MockResponse } from '../exchange/response.ts'
import { type Completion, type Counts, completionFor } from '../model/completion.ts'
import { splitText } from '../model/split-text.ts'
import { embeddings as openaiEmbeddings } from '../openai/embeddings.ts'
import { modelList } from '../openai/models.ts'
import { moderations } from '../openai/moderations.ts'
import { silence } from '../openai/sound.ts'
import { styleChat } from '../openai/style-chat.ts'
import { transcriptions } from '../openai/transcriptions.ts'
import { chatResponse, plainUsage } from '../openai/write-chat.ts'
import { invalidField, mistralError } from './errors.ts'
import { checkMistralChat, isReasoner } from './rules.ts'

/** The text between a prompt and its suffix. */
function fillIn(call: Call): MockResponse {
  const { body, model } = call
  if (typeof body.prompt !== 'string') throw invalidField(['prompt'], 'Field required', 'missing')
  const characters = body.prompt.length + textOf(body.suffix).length
  const request = {
    prompt: body.prompt,
    characters,
    media: [],
    tools: [],
    results: [],
    outputMax: numberOf(body.max_tokens),
  }
  const { text, finish, counts } = completionFor(request, call.counts)
  return json({
    id: identifier('', call).slice(-24),
    object: 'chat.completion',
    created: createdSeconds,
    model,
    choices: [{ index: 0, message: { role: 'assistant', content: text, tool_calls: null }, finish_reason: finish }],
    usage: call.usage(plainUsage(counts)),
  })
}

const embeddingFields = ['model', 'input', 'metadata', 'output_dimension', 'output_dtype', 'encoding_format']

function embeddings(call: Call): MockResponse {
  const { body } = call
  for (const name of Object.keys(body)) {
    if (!embeddingFields.includes(name))
      throw invalidField([name], 'Extra inputs are not permitted', 'extra_forbidden', body[name])
  }
  if (given(body, 'output_dimension') && !isInteger(body.output_dimension, 1, 3072)) {
    throw invalidField(['output_dimension'], 'Input should be less than or equal to 3072', 'less_than_equal')
  }
  const response = openaiEmbeddings({ ...call, body: { ...body, dimensions: body.output_dimension } })
  return json({ id: identifier('', call), ...JSON.parse(String(response.body)) })
}

/** Audio inside JSON. Other vendors respond with the bytes. */
function speech({ body }: Call): MockResponse {
  const input = textOf(body.input)
  if (input === '') throw invalidField(['input'], 'Field required', 'missing')
  for (const name of ['voice', 'speed', 'instructions']) {
    if (given(body, name)) throw invalidField([name], 'Extra inputs are not permitted', 'extra_forbidden', body[name])
  }
  if (!given(body, 'voice_id') && !given(body, 'ref_audio'))
    throw invalidField(['voice_id'], 'Field required', 'missing')
  return json({ audio_data: silence('mp3', input).toString('base64') })
}

/** OpenAI's format, but thinking is a part of the content, calls come whole, and the last chunk has usage. */
function chat(call: Call): MockResponse {
  const { body, model } = call
  checkMistralChat(body, model)
  const isThinking = isReasoner(model) || (given(body, 'reasoning_effort') && body.reasoning_effort !== 'none')
  const writing = styleChat(call, { thinks: isThinking, usage: usageOf, usageIn: 'end', choices: Number(body.n ?? 1) })
  const written = {
    ...writing,
    id: identifier('', call).slice(-24),
    message: (response: Completion) => ({
      role: 'assistant',
      content:
        response.thinking === '' ? response.text : [thought(response.thinking), { type: 'text', text: response.text }],
      tool_calls: response.calls.length > 0 ? callsOf(call, response) : null,
    }),
    deltas: (response: Completion): JsonObject[] => [
      { role: 'assistant', content: '' },
      ...splitText(response.thinking).map((piece) => ({ content: [thought(piece)] })),
      ...splitText(response.text).map((piece) => ({ content: piece })),
      ...(response.calls.length > 0 ? [{ tool_calls: callsOf(call, response) }] : []),
    ],
  }
  return chatResponse(body, written, mistralError)
}

const thought = (text: string) => ({ type: 'thinking', thinking: [{ type: 'text', text }] })

/** Ids of nine letters and digits, without a type. */
const callsOf = (call: Call, response: Completion): JsonObject[] =>
  response.calls.map(({ name, arguments: args }, index) => ({
    id: `M${String(call.serial % 1_000_000).padStart(6, '0')}${String(index).padStart(2, '0')}`,
    function: { name, arguments: JSON.stringify(args) },
    index,
  }))

const usageOf = (counts: Counts) => ({
  ...plainUsage(counts),
  ...(counts.cached > 0 && { num_cached_tokens: counts.cached }),
})

const routes: Record<string, Handler> = {
  'POST /v1/chat/completions': chat,
  'POST /v1/fim/completions': fillIn,
  'POST /v1/embeddings': embeddings,
  'POST /v1/moderations': moderations,
  'POST /v1/audio/transcriptions': transcriptions,
  'POST /v1/audio/speech': speech,
  'GET /v1/models': modelList([
    'mistral-large-latest',
    'mistral-small-latest',
    'magistral-medium-2509',
    'mistral-embed',
  ]),
}

export const mistral: Vendor = {
  name: 'mistral',
  authenticate({ headers }) {
    const key = bearerOf(headers)
    if (key === '' || isWrongKey(key)) throw mistralError(401, 'Unauthorized')
  },
  refuse: mistralError,
  find: (method, path) => routes[`${method} ${path}`],
}
