import { type Call, identifier } from '../exchange/call.ts'
import { isInteger, isObject, textOf } from '../exchange/json.ts'
import { dataFrame, json, type MockResponse } from '../exchange/response.ts'
import { tokensOf } from '../model/count-tokens.ts'
import { embeddings as openaiEmbeddings } from '../openai/embeddings.ts'
import { silence } from '../openai/sound.ts'
import { rank, rankTokens } from '../rerank/rank.ts'
import { nativeError, qwenError } from './errors.ts'
import { nativeStream } from './native-chat.ts'
import { checkModel } from './rules.ts'

const dimensionsAllowed = [2048, 1536, 1024, 768, 512, 256, 128, 64]

/** At most ten texts per request, and vectors as numbers only. */
export function embeddings(call: Call): MockResponse {
  const { body, model } = call
  checkModel(model, qwenError)
  const texts = Array.isArray(body.input) ? body.input : [body.input]
  const textsMax = /-v[12]$/.test(model) ? 25 : 10
  if (texts.length > textsMax) throw qwenError(400, `batch size is invalid, it should not be larger than ${textsMax}.`)
  if (texts.some((text) => typeof text !== 'string')) throw qwenError(400, 'contents is neither str nor list of str.')
  if (body.encoding_format !== undefined && body.encoding_format !== 'float')
    throw qwenError(400, 'encoding_format only supports float')
  const dimensions = Number(body.dimensions ?? 1024)
  if (!dimensionsAllowed.includes(dimensions)) throw qwenError(400, 'dimension is invalid')
  return openaiEmbeddings({ ...call, model: 'text-embedding-3-large', body: { ...body, dimensions } })
}

type Ranking = { query: unknown; documents: unknown; top_n?: unknown; return_documents?: unknown }

function rankingOf({ query, documents, top_n, return_documents }: Ranking) {
  if (textOf(query) === '') throw nativeError(400, 'query is required')
  if (!Array.isArray(documents) || documents.some((document) => typeof document !== 'string'))
    throw nativeError(400, 'documents must be a list of texts')
  if (top_n !== undefined && !isInteger(top_n, 1)) throw nativeError(400, 'top_n must be a positive integer')
  const results = rank(textOf(query), documents, top_n).map(({ text, ...rest }) =>
    return_documents === true ? { ...rest, document: { text } } : rest,
  )
  return { results, total_tokens: rankTokens(textOf(query), documents) }
}

export function nativeRerank(call: Call): MockResponse {
  checkModel(call.model, nativeError)
  if (call.model.startsWith('qwen3-rerank')) throw nativeError(404, 'Model not found (qwen3-rerank)!')
  const input = isObject(call.body.input) ? call.body.input : {}
  const parameters = isObject(call.body.parameters) ? call.body.parameters : {}
  const { results, total_tokens } = rankingOf({ query: input.query, documents: input.documents, ...parameters })
  return json({ output: { results }, usage: call.usage({ total_tokens }), request_id: identifier('', call) })
}

export function compatibleRerank(call: Call): MockResponse {
  const { body, model } = call
  checkModel(model, qwenError)
  if (!model.startsWith('qwen3-rerank')) throw qwenError(404, `The model \`${model}\` does not exist.`)
  const { results, total_tokens } = rankingOf({ ...body, query: body.query, documents: body.documents })
  return json({ object: 'list', results, model, id: identifier('', call), usage: call.usage({ total_tokens }) })
}

const voices = ['Cherry', 'Serena', 'Ethan', 'Chelsie']
const pieceBytes = 4800

/** A stream has the audio itself, as samples; a whole response only has its URL. */
export function speak(call: Call): MockResponse {
  checkModel(call.model, nativeError)
  const input = isObject(call.body.input) ? call.body.input : {}
  const text = textOf(input.text)
  if (text === '') throw nativeError(400, 'text is required')
  if (!voices.includes(textOf(input.voice))) throw nativeError(400, `Unsupported voice: ${input.voice}`)
  const samples = silence('pcm', text)
  // The third generation counts characters, earlier models tokens.
  const counted = call.model.startsWith('qwen3')
    ? { characters: text.length }
    : { input_tokens: tokensOf(text.length), output_tokens: Math.ceil(samples.length / pieceBytes) }
  const usage = call.usage(counted)
  const output = (data: string, finish_reason: string) => ({
    output: { finish_reason, audio: { data, id: identifier('audio_', call), expires_at: 4_102_444_800 } },
    usage,
    request_id: identifier('', call),
  })
  const url = `${call.origin}/mock-files/${call.serial}.wav`
  if (call.headers['x-dashscope-sse'] !== 'enable') {
    const { output: spoken, ...rest } = output('', 'stop')
    return json({ ...rest, output: { ...spoken, audio: { ...spoken.audio, url } } })
  }
  const frames = Array.from({ length: Math.ceil(samples.length / pieceBytes) }, (_, index) =>
    dataFrame(output(samples.subarray(index * pieceBytes, (index + 1) * pieceBytes).toString('base64'), 'null')),
  )
  return nativeStream([...frames, dataFrame(output('', 'stop'))])
}
