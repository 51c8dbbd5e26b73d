import assert from 'node:assert/strict'
import { test } from 'node:test'
import { completionsDialect } from '../../dialects/completions/completions-dialect.ts'
import { openaiDialect } from '../../dialects/openai/openai-dialect.ts'
import type { ChatChunk, ChatRequest, JsonObject } from '../../forms/chat.ts'
import type { Target } from '../provider.ts'
import { chunksOfEvents, testTarget } from '../testing.ts'
import { cloudflare } from './cloudflare.ts'

const target = (fields: Partial<Target> = {}) =>
  testTarget({
    type: 39,
    base_url: 'https://api.cloudflare.com',
    other: 'acc1',
    model: '@cf/openai/gpt-oss-20b',
    ...fields,
  })
const gateway = { base_url: 'https://gateway.ai.cloudflare.com/v1/acc1/gate/workers-ai', other: '' }
const root = 'https://api.cloudflare.com/client/v4/accounts/acc1/ai'
const facts = { id: 'chatcmpl-1', now: 9, model: 'client-model' }
const { chat, completion, single, models } = cloudflare
assert.ok(chat && completion && models && single?.embeddings && single.images && single.rerank)
assert.ok(single.speech && single.transcriptions && single.translations)
const { embeddings, images, rerank, speech, transcriptions, translations } = single

const call = (fields: Partial<ChatRequest> = {}): ChatRequest => ({
  model: 'm',
  messages: [{ role: 'user', content: 'q' }],
  ...fields,
})
const wrapped = (result: JsonObject) => ({ result, success: true, errors: [], messages: [] })

test('a chat goes to the account, or to its gateway', () => {
  const request = chat.request(call(), target())
  assert.equal(request.url, `${root}/v1/chat/completions`)
  assert.deepEqual(request.headers, { authorization: 'Bearer k' })
  assert.equal(chat.request(call(), target({ base_url: 'https://api.cloudflare.com/client/v4' })).url, request.url)
  assert.equal(chat.request(call(), target(gateway)).url, `${gateway.base_url}/v1/chat/completions`)
})

test('an account that is none leads nowhere', () => {
  for (const other of ['', '../x', 'a/b', 'a?b', 'a b'])
    assert.throws(() => chat.request(call(), target({ other })), { kind: 'bad_key', code: 'channel:invalid_setting' })
})

test('what it does not support is not sent', () => {
  const fields = {
    messages: [{ role: 'developer', content: 'S' }] as ChatRequest['messages'],
    max_completion_tokens: 5,
    stream: true,
    stream_options: { include_usage: true },
    logit_bias: {},
    n: 1,
    user: 'u',
    parallel_tool_calls: false,
    response_format: { type: 'json_object' },
  }
  assert.deepEqual(chat.request(call(fields), target()).body, {
    model: '@cf/openai/gpt-oss-20b',
    messages: [{ role: 'system', content: 'S' }],
    max_tokens: 5,
    stream: true,
    response_format: { type: 'json_object' },
  })
  assert.equal(chat.inlinesMedia, true)
})

test('responses have the name of the requested model, and an id', () => {
  const choices = [{ message: { content: null, reasoning_content: 'hm' }, finish_reason: 'stop' }]
  const response = chat.response({ model: 'other', choices }, facts)
  assert.deepEqual([response.model, response.id, response.usage], ['client-model', 'chatcmpl-1', undefined])
  assert.deepEqual(response.choices[0]?.message, { role: 'assistant', content: null, reasoning_content: 'hm' })
  const decoder = chat.stream(facts)
  const [chunk] = decoder.push({ data: '{"model":"other","choices":[{"delta":{"content":"a"}}]}' })
  assert.equal(chunk?.model, 'client-model')
})

const model = '@cf/meta/llama-3.1-8b-instruct'
const complete = (body: JsonObject, at: Partial<Target> = {}) =>
  completion.request(completionsDialect.request(body, 'm'), target({ model, ...at }))

test('a completion goes to the model’s own address, whose slashes and @ stay', () => {
  const request = complete({ prompt: 'Hi', max_tokens: 20 })
  assert.equal(request.url, `${root}/run/@cf/meta/llama-3.1-8b-instruct`)
  assert.deepEqual(request.body, { prompt: 'Hi', max_tokens: 20, stream: false })
  assert.equal(complete({ prompt: 'Hi' }, gateway).url, `${gateway.base_url}/${model}`)
  const passed = { prompt: 'Hi', temperature: 0, raw: true, lora: 'l', stream: true, n: 1, user: 'u' }
  assert.deepEqual(complete(passed).body, { prompt: 'Hi', temperature: 0, raw: true, lora: 'l', stream: true })
})

test('no name of a model leads to another address', () => {
  for (const name of ['../x', '@cf/../../x', '@cf/.', '..'])
    assert.throws(() => complete({ prompt: 'Hi' }, { model: name }), { kind: 'unsupported' })
  assert.equal(complete({ prompt: 'Hi' }, { model: '@cf/a?b#c%2e' }).url, `${root}/run/@cf/a%3Fb%23c%252e`)
})

test('a completion is read from its wrapping: text with its usage, or an object', () => {
  const message = (result: JsonObject) => completion.response(wrapped(result), facts).choices[0]
  const usage = { prompt_tokens: 2, completion_tokens: 3, total_tokens: 5 }
  const response = completion.response(wrapped({ response: 'Hey', usage }), facts)
  assert.deepEqual(response.choices, [
    { index: 0, message: { role: 'assistant', content: 'Hey' }, finish_reason: 'stop' },
  ])
  assert.deepEqual([response.model, response.usage?.input, response.usage?.output], ['client-model', 2, 3])
  assert.equal(message({ response: { a: 1 } })?.message.content, '{"a":1}')
  assert.throws(() => completion.response({ success: true }, facts), { kind: 'bad_response' })
})

const decode = (...events: string[]): ChatChunk[] => chunksOfEvents(completion?.stream(facts), events)

test('a stream of pieces: role, text, finish', () => {
  const chunks = decode('{"response":"He"}', '{"response":"y","p":"ab"}', '[DONE]')
  const encoder = openaiDialect.stream({ body: {}, model: 'm', id: 'i', now: 9, promptEstimate: 1 })
  const text = chunks.map((chunk) => encoder.push(chunk)).join('') + encoder.end()
  const seen = text
    .split('\n\n')
    .filter(Boolean)
    .map((frame) => frame.replace('data: ', ''))
    .map((data) => (data === '[DONE]' ? data : JSON.parse(data).choices[0]))
    .map((choice) => (choice === '[DONE]' ? choice : [choice.delta, choice.finish_reason]))
  assert.deepEqual(seen, [
    [{ role: 'assistant', content: '' }, null],
    [{ content: 'He' }, null],
    [{ content: 'y' }, null],
    [{}, 'stop'],
    '[DONE]',
  ])
  assert.ok(chunks.every(({ usage }) => usage === undefined))
})

test('the last piece of a stream may have the usage, and a stream must come to its end', () => {
  const usage = '{"response":"","usage":{"prompt_tokens":2,"completion_tokens":3,"total_tokens":5}}'
  assert.equal(decode('{"response":"a"}', usage, '[DONE]').find((chunk) => chunk.usage)?.usage?.output, 3)
  assert.throws(() => decode('{"response":"a"}'), { kind: 'network' })
  assert.throws(() => decode('{"success":false,"errors":[{"code":3040,"message":"busy"}]}'), { kind: 'overloaded' })
  assert.throws(() => decode('{"error":"broken"}'), { kind: 'overloaded' })
})

test('the used-up share of the day is told in the words clients know, with its own code', () => {
  const body = {
    success: false,
    errors: [{ code: 3036, message: 'daily allocation used' }],
    messages: [],
    result: null,
  }
  const { status, kind, type, code, param, message } = cloudflare.failure(429, body, {})
  assert.deepEqual(
    { status, kind, type, code, param, message },
    {
      status: 429,
      kind: 'no_balance',
      type: 'insufficient_quota',
      code: '3036',
      param: undefined,
      message: 'daily allocation used',
    },
  )
  assert.equal(cloudflare.failureIn?.(body)?.kind, 'no_balance')
  assert.throws(() => chat.response(body, facts), { kind: 'no_balance' })
  assert.equal(cloudflare.failureIn?.(wrapped({})), undefined)
})

test('its errors are told apart', () => {
  const kinds: [number, number[], string][] = [
    [400, [5007], 'no_model'],
    [400, [5004, 3003], 'bad_request'],
    [413, [3006], 'too_long'],
    [403, [5016, 5018, 3023, 3041], 'no_permission'],
    [404, [3042], 'no_model'],
    [405, [5005, 5019], 'unsupported'],
    [408, [3007, 3008], 'timeout'],
    [429, [3040], 'overloaded'],
    [401, [10000], 'bad_key'],
    [403, [9109], 'bad_key'],
  ]
  for (const [status, codes, kind] of kinds)
    for (const code of codes)
      assert.equal(cloudflare.failure(status, { errors: [{ code, message: 'm' }] }, {}).kind, kind, String(code))
  assert.equal(cloudflare.failure(429, { error: { message: 'm' } }, {}).kind, 'rate_limited')
})

test('embeddings in either format, with an estimate where they are not counted', () => {
  const at = { model: '@cf/baai/bge-m3' }
  const request = embeddings.request({ input: 'a', encoding_format: 'base64', user: 'u' }, target(at))
  assert.equal(request.url, `${root}/v1/embeddings`)
  assert.deepEqual(request.body, { model: '@cf/baai/bge-m3', input: 'a' })
  const run = embeddings.request({ input: 'a' }, target({ ...at, ...gateway }))
  assert.equal(run.url, `${gateway.base_url}/@cf/baai/bge-m3`)
  assert.deepEqual(run.body, { text: ['a'] })
  const client = { model: '@cf/baai/bge-m3', input: 'a' }
  const wanted = {
    object: 'list',
    model: '@cf/baai/bge-m3',
    data: [{ object: 'embedding', index: 0, embedding: [0.1, 0.2] }],
    usage: { prompt_tokens: 1, total_tokens: 1 },
  }
  const native = wrapped({ shape: [1, 2], data: [[0.1, 0.2]] })
  assert.deepEqual(embeddings.response?.(native, client), wanted)
  assert.equal(embeddings.usage?.(native), undefined)
  const openai = { data: [{ index: 0, embedding: [0.1, 0.2] }], usage: { prompt_tokens: 7, total_tokens: 7 } }
  assert.deepEqual(embeddings.response?.(openai, client), { ...wanted, usage: { prompt_tokens: 7, total_tokens: 7 } })
  assert.equal(embeddings.usage?.(openai)?.input, 7)
  assert.throws(() => embeddings.response?.({}, client), { kind: 'bad_response' })
})

test('pictures come as data, from JSON or from their bytes, one at a time', () => {
  const at = target({ model: '@cf/black-forest-labs/flux-1-schnell' })
  const client = { prompt: 'p', size: '512x768', steps: 4, seed: 0, n: 2, quality: 'hd' }
  assert.equal(images.split?.(client, at).length, 2)
  const request = images.request(client, at)
  assert.equal(request.url, `${root}/run/@cf/black-forest-labs/flux-1-schnell`)
  assert.deepEqual(request.body, { prompt: 'p', width: 512, height: 768, steps: 4, seed: 0 })
  const data = { created: 9, data: [{ b64_json: 'QUJD' }] }
  assert.deepEqual(images.response?.(wrapped({ image: 'QUJD' }), {}, { now: 9 }), data)
  const bytes = images.fromBytes?.(Buffer.from('ABC'), 'image/png')
  assert.deepEqual(images.response?.(bytes, {}, { now: 9 }), data)
  assert.deepEqual(images.fromBytes?.(Buffer.from('{"a":1}'), 'text/html'), { a: 1 })
  assert.throws(() => images.fromBytes?.(Buffer.from('<html>'), 'text/html'), { kind: 'bad_response' })
  assert.throws(() => images.response?.(wrapped({}), {}), { kind: 'bad_response' })
})

test('a recording is sent as bytes to the first Whisper, and as data in JSON to the later ones', () => {
  const file = `data:audio/wav;base64,${Buffer.from('RIFF').toString('base64')}`
  const first = transcriptions.request({ file, language: 'de' }, target({ model: '@cf/openai/whisper' }))
  assert.equal(first.url, `${root}/run/@cf/openai/whisper`)
  assert.equal(first.headers['content-type'], 'application/octet-stream')
  assert.equal(Buffer.from(first.body as Uint8Array).toString(), 'RIFF')
  const later = target({ model: '@cf/openai/whisper-large-v3-turbo' })
  assert.deepEqual(transcriptions.request({ file, language: 'de', prompt: 'p' }, later).body, {
    audio: 'UklGRg==',
    language: 'de',
    initial_prompt: 'p',
  })
  assert.deepEqual(translations.request({ file }, later).body, { audio: 'UklGRg==', task: 'translate' })
  assert.throws(() => translations.request({ file }, target({ model: '@cf/openai/whisper' })), { kind: 'unsupported' })
  assert.throws(() => transcriptions.request({ file, response_format: 'srt' }, later), { kind: 'unsupported' })
  assert.equal(transcriptions.formAsJson, true)
  const response = wrapped({ text: 'hi', word_count: 1, vtt: 'WEBVTT' })
  assert.deepEqual(transcriptions.response?.(response, {}), { text: 'hi' })
  assert.throws(() => transcriptions.response?.(wrapped({}), {}), { kind: 'bad_response' })
})

test('speech is requested in the words of its model', () => {
  const body = (name: string, fields: JsonObject) =>
    speech.request({ input: 'hi', voice: 'v', ...fields }, target({ model: name })).body
  assert.deepEqual(body('@cf/deepgram/aura-1', {}), { text: 'hi', speaker: 'v' })
  assert.deepEqual(body('@cf/myshell-ai/melotts', { lang: 'fr' }), { prompt: 'hi', lang: 'fr' })
  assert.throws(() => body('@cf/deepgram/aura-1', { response_format: 'wav' }), { kind: 'unsupported' })
  const sound = speech.sound?.(wrapped({ audio: 'UklGRg==' }), {})
  assert.deepEqual([sound?.mime, Buffer.from(sound?.bytes ?? []).toString()], ['audio/mpeg', 'RIFF'])
  assert.throws(() => speech.sound?.(wrapped({}), {}), { kind: 'bad_response' })
})

test('a ranking', () => {
  const client = { model: 'm', query: 'q', documents: ['a', { text: 'b' }], top_n: 1, return_documents: true }
  const request = rerank.request(client, target({ model: '@cf/baai/bge-reranker-base' }))
  assert.equal(request.url, `${root}/run/@cf/baai/bge-reranker-base`)
  assert.deepEqual(request.body, { query: 'q', contexts: [{ text: 'a' }, { text: 'b' }], top_k: 1 })
  assert.deepEqual(rerank.response?.(wrapped({ response: [{ id: 1, score: 0.9 }] }), client), {
    model: 'm',
    results: [{ index: 1, relevance_score: 0.9, document: { text: 'b' } }],
    usage: { prompt_tokens: 3, completion_tokens: 0, total_tokens: 3 },
  })
  assert.throws(() => rerank.response?.(wrapped({}), client), { kind: 'bad_response' })
})

test('the list of models has pages; the gateway has none', () => {
  assert.equal(models.request(target()).url, `${root}/models/search?per_page=100&page=1`)
  assert.equal(models.request(target(), '2').url, `${root}/models/search?per_page=100&page=2`)
  const page = (number: number) => ({
    result: [{ name: `@cf/a/${number}`, task: { name: 'Text Generation' } }],
    result_info: { page: number, per_page: 100, total_count: 150 },
  })
  assert.deepEqual(
    [models.response(page(1)), models.next?.(page(1)), models.next?.(page(2))],
    [['@cf/a/1'], '2', undefined],
  )
  assert.throws(() => models.request(target(gateway)), { kind: 'unsupported' })
})

// https://developers.cloudflare.com/workers-ai/platform/pricing/: "All limits reset daily at 00:00 UTC", 2026-11-18.
test('a used-up free share comes back at midnight UTC, by the date of the response', () => {
  const body = (code: number) => ({
    success: false,
    errors: [{ code, message: 'used up' }],
    messages: [],
    result: null,
  })
  const wait = (code: number, headers: Record<string, string>) =>
    cloudflare.failure(429, body(code), headers).retryAfterSeconds
  const date = 'Wed, 18 Nov 2026 22:59:30 GMT'
  assert.deepEqual([wait(3036, { date }), wait(4006, { date })], [3630, 3630])
  assert.equal(wait(3036, { date, 'retry-after': '60' }), 60)
  assert.deepEqual([wait(3036, {}), wait(3036, { date: 'x' }), wait(3040, { date })], [undefined, undefined, undefined])
})
