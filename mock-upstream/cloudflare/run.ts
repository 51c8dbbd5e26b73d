import type { Call, Handler } from '../exchange/call.ts'
import { given, isInteger, isObject, objectsIn, textOf } from '../exchange/json.ts'
import { json, type MockResponse, plain } from '../exchange/response.ts'
import { vectorOf } from '../model/vector.ts'
import { pixel } from '../openai/images.ts'
import { silence } from '../openai/sound.ts'
import { rank } from '../rerank/rank.ts'
import { checkModel, complete } from './chat.ts'
import { cloudflareError, wrapped } from './errors.ts'

const invalid = (field: string) => cloudflareError(400, `AiError: Bad input: ${field}`)

function checkFields({ body }: Call, known: string[]): void {
  const unknown = Object.keys(body).find((name) => !known.includes(name))
  if (unknown) throw invalid(unknown)
}

const heard = (size: number): MockResponse =>
  json(wrapped({ text: `Heard ${size} bytes.`, word_count: 3, vtt: 'WEBVTT', words: [] }))

function hearBytes({ bytes, headers }: Call): MockResponse {
  if (headers['content-type'] !== 'application/octet-stream' || bytes.length === 0) throw invalid('audio')
  return heard(bytes.length)
}

function hearJson(call: Call): MockResponse {
  checkFields(call, ['audio', 'language', 'initial_prompt', 'task'])
  const audio = textOf(call.body.audio)
  if (audio === '' || /[^A-Za-z0-9+/=]/.test(audio)) throw invalid('audio')
  return heard(Buffer.from(audio, 'base64').length)
}

function draw(call: Call): void {
  checkFields(call, ['prompt', 'negative_prompt', 'width', 'height', 'num_steps', 'steps', 'guidance', 'seed'])
  const { body } = call
  if (textOf(body.prompt) === '') throw invalid('prompt')
  for (const name of ['width', 'height'])
    if (given(body, name) && !isInteger(body[name], 256, 2048)) throw invalid(name)
}

function drawJson(call: Call): MockResponse {
  draw(call)
  return json(wrapped({ image: pixel.toString('base64') }))
}

function drawBytes(call: Call): MockResponse {
  draw(call)
  return plain(pixel, 'image/png')
}

function speakBytes(call: Call): MockResponse {
  checkFields(call, ['text', 'speaker', 'encoding', 'container'])
  if (textOf(call.body.text) === '') throw invalid('text')
  return plain(silence('mp3', textOf(call.body.text)), 'audio/mpeg')
}

function speakJson(call: Call): MockResponse {
  checkFields(call, ['prompt', 'lang'])
  if (textOf(call.body.prompt) === '') throw invalid('prompt')
  return json(wrapped({ audio: silence('mp3', textOf(call.body.prompt)).toString('base64') }))
}

function rerank(call: Call): MockResponse {
  checkFields(call, ['query', 'contexts', 'top_k'])
  const { body } = call
  const contexts = objectsIn(body.contexts)
  if (textOf(body.query) === '' || contexts.length === 0) throw invalid('query')
  if (given(body, 'top_k') && !isInteger(body.top_k, 1)) throw invalid('top_k')
  const ranked = rank(textOf(body.query), contexts, body.top_k === undefined ? undefined : Number(body.top_k))
  return json(
    wrapped({ response: ranked.map(({ index, relevance_score }) => ({ id: index, score: relevance_score })) }),
  )
}

function embed(call: Call): MockResponse {
  checkFields(call, ['text', 'pooling'])
  const texts = Array.isArray(call.body.text) ? call.body.text : [call.body.text]
  if (texts.some((text) => textOf(text) === '')) throw invalid('text')
  return json(wrapped({ shape: [texts.length, 768], data: texts.map((text) => vectorOf(textOf(text), 768)) }))
}

/** The model's name decides the operation. */
const tasks: [name: RegExp, handler: Handler][] = [
  [/whisper-large-v3-turbo$/, hearJson],
  [/whisper(-tiny-en)?$/, hearBytes],
  [/stable-diffusion/, drawBytes],
  [/flux/, drawJson],
  [/aura/, speakBytes],
  [/melotts/, speakJson],
  [/reranker/, rerank],
  [/\/bge-/, embed],
]

export function run(call: Call): MockResponse | Promise<MockResponse> {
  checkModel(call.model)
  if (!isObject(call.body)) throw invalid('body')
  const handler = tasks.find(([name]) => name.test(call.model))?.[1] ?? complete
  return handler(call)
}
