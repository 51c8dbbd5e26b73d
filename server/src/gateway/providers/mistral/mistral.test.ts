import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChatRequest, JsonObject } from '../../forms/chat.ts'
import type { Target } from '../provider.ts'
import { testTarget } from '../testing.ts'
import { shortCallId } from './messages.ts'
import { mistral } from './mistral.ts'

const target = (fields: Partial<Target> = {}) =>
  testTarget({ type: 42, base_url: 'https://api.mistral.ai', model: 'mistral-large-latest', ...fields })
const call = (fields: Partial<ChatRequest> = {}): ChatRequest => ({
  model: 'm',
  messages: [{ role: 'user', content: 'q' }],
  ...fields,
})
const sent = (fields: Partial<ChatRequest>, at: Partial<Target> = {}) =>
  mistral.chat?.request(call(fields), target(at)).body as JsonObject

test('a forbidden field is named', () => {
  const body = { detail: [{ type: 'extra_forbidden', loc: ['body', 'user'], msg: 'Extra inputs are not permitted' }] }
  const { message, type, param, code, kind } = mistral.failure(422, body, {})
  assert.deepEqual(
    { message, type, param, code, kind },
    {
      message: 'Extra inputs are not permitted',
      type: 'invalid_request_error',
      param: 'body.user',
      code: 'extra_forbidden',
      kind: 'bad_request',
    },
  )
})

test('its other shapes of errors are read', () => {
  assert.equal(mistral.failure(401, { message: 'Unauthorized', request_id: 'x' }, {}).kind, 'bad_key')
  const capacity = mistral.failure(
    429,
    { object: 'error', message: 'Service tier capacity exceeded', type: 'rate_limited', code: '3505' },
    {},
  )
  assert.deepEqual([capacity.kind, capacity.code], ['rate_limited', '3505'])
  const nested = mistral.failure(
    422,
    { object: 'error', message: { detail: [{ loc: ['body', 'n'], msg: 'no' }] }, code: 1 },
    {},
  )
  assert.deepEqual([nested.message, nested.param, nested.code], ['no', 'body.n', '1'])
})

test('call ids become nine letters or digits, always the same ones', () => {
  assert.equal(shortCallId('D681PevKs'), 'D681PevKs')
  const ids = ['call_abc', 'call_abd', '', 'toolu_01', 'x'.repeat(500)].map(shortCallId)
  for (const id of ids) assert.match(id, /^[a-zA-Z0-9]{9}$/)
  assert.equal(new Set(ids).size, ids.length)
  assert.equal(shortCallId('call_abc'), ids[0])
})

test('sampling stays within its bounds', () => {
  assert.equal(sent({ temperature: 2 }).temperature, 1.5)
  assert.equal(sent({ temperature: 2 }, { setting: { temperature_max: 1 } }).temperature, 1)
  const greedy = sent({ temperature: 0, top_p: 0.5 })
  assert.deepEqual([greedy.temperature, 'top_p' in greedy], [0, false])
})

test('only models with optional thinking get the switch', () => {
  const effort = (model: string, reasoning_effort: string) => sent({ reasoning_effort }, { model }).reasoning_effort
  assert.equal(effort('mistral-medium-latest', 'low'), 'high')
  assert.equal(effort('mistral-small-2603', 'minimal'), 'none')
  assert.equal(effort('mistral-medium-3.5', 'none'), 'none')
  for (const model of ['mistral-medium-3-5', 'mistral-medium', 'mistral-medium-2604', 'mistral-small-2609'])
    assert.equal(effort(model, 'xhigh'), 'high')
  const others = ['mistral-large-latest', 'mistral-large-2512', 'mistral-small-2501', 'mistral-medium-2508']
  for (const model of [...others, 'magistral-medium-2509']) assert.equal(effort(model, 'high'), undefined)
})

// https://docs.mistral.ai/inference/conversations/reasoning and the model table of @ai-sdk/mistral 4.0.86, 2026-11-18
test('Large 4 has levels of effort, and so has GLM on this service', () => {
  const effort = (model: string, reasoning_effort: string) => sent({ reasoning_effort }, { model }).reasoning_effort
  const efforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']
  for (const model of ['mistral-large-4', 'mistral-large-4-0'])
    assert.deepEqual(
      efforts.map((each) => effort(model, each)),
      ['low', 'low', 'low', 'medium', 'high', 'high', 'high'],
    )
  assert.deepEqual(
    efforts.map((each) => effort('zai-glm-5-3', each)),
    ['low', 'low', 'low', 'high', 'high', 'max', 'max'],
  )
  assert.deepEqual([effort('zai-glm-5-2', 'none'), effort('zai-glm-5-2', 'low')], ['none', 'high'])
  assert.equal(effort('mistral-large-4', 'unheard-of'), undefined)
})

// https://docs.mistral.ai/inference/conversations/advanced/prompt-caching, 2026-11-18: chats and fill-in-the-middle.
test('the key of a cached prompt passes', () => {
  assert.equal(sent({ prompt_cache_key: 'thread-1' }).prompt_cache_key, 'thread-1')
  const fill = sent({ prompt_cache_key: 'thread-1', suffix: 'b' }, { model: 'codestral-latest' })
  assert.equal(fill.prompt_cache_key, 'thread-1')
})

test('of two limits the newer one holds', () => {
  assert.equal(sent({ max_tokens: 1, max_completion_tokens: 2 }).max_tokens, 2)
  assert.equal(sent({ max_tokens: 1 }).max_tokens, 1)
})

test('a response that ends in an error is a failure', () => {
  const facts = { id: 'i', now: 1, model: 'm' }
  const choices = [{ index: 0, message: { content: 'half' }, finish_reason: 'error' }]
  assert.throws(() => mistral.chat?.response({ choices }, facts), { kind: 'overloaded' })
  const response = mistral.chat?.response(
    { choices: [{ message: { content: 'x' }, finish_reason: 'model_length' }] },
    facts,
  )
  assert.equal(response?.choices[0]?.finish_reason, 'length')
})

test('code with a gap goes to fill-in-the-middle, and its response is read like a chat', () => {
  const at = target({ model: 'codestral-latest' })
  const messages: ChatRequest['messages'] = [{ role: 'user', content: 'def f(' }]
  const request = mistral.chat?.request(
    call({ messages, suffix: 'return x', seed: 1, max_tokens: 9, user: 'u', stream: true }),
    at,
  )
  assert.equal(request?.url, 'https://api.mistral.ai/v1/fim/completions')
  assert.deepEqual(request?.body, {
    model: 'codestral-latest',
    prompt: 'def f(',
    suffix: 'return x',
    random_seed: 1,
    max_tokens: 9,
    stream: true,
  })
  const prefixed = mistral.chat?.request(call({ messages: [], prefix: 'a', suffix: 'b' }), at)
  assert.deepEqual(prefixed?.body, { model: 'codestral-latest', prompt: 'a', suffix: 'b' })
  assert.equal(mistral.chat?.request(call({ suffix: 'b' }), target()).url, 'https://api.mistral.ai/v1/chat/completions')
  assert.throws(() => mistral.chat?.request(call({ messages: [], suffix: 'b' }), at), { kind: 'unsupported' })
})

test('a voice comes out of its JSON', () => {
  const { speech } = mistral.single ?? {}
  const request = speech?.request(
    { input: 'hi', voice: 'v', speed: 2, instructions: 'x', response_format: 'wav' },
    target(),
  )
  assert.deepEqual(request?.body, {
    model: 'mistral-large-latest',
    input: 'hi',
    voice_id: 'v',
    response_format: 'wav',
    stream: false,
  })
  const audio = speech?.sound?.({ audio_data: Buffer.from('RIFF').toString('base64') }, { response_format: 'wav' })
  assert.equal(audio?.mime, 'audio/wav')
  assert.equal(Buffer.from(audio?.bytes ?? []).toString(), 'RIFF')
  assert.throws(() => speech?.sound?.({}, {}), { kind: 'bad_response' })
})

test('embeddings and moderation use its own names', () => {
  const embeddings = mistral.single?.embeddings?.request(
    { input: ['a'], dimensions: 64, encoding_format: 'base64', user: 'u' },
    target(),
  )
  assert.deepEqual(embeddings?.body, {
    model: 'mistral-large-latest',
    input: ['a'],
    output_dimension: 64,
    output_dtype: 'float',
    encoding_format: 'base64',
  })
  assert.deepEqual(mistral.single?.moderations?.request({ input: 'x', user: 'u' }, target())?.body, {
    model: 'mistral-large-latest',
    input: 'x',
  })
})

test('what the client left open is not sent', () => {
  const request = mistral.single?.embeddings?.request({ input: 'a', dimensions: null, encoding_format: null }, target())
  assert.deepEqual(request?.body, { model: 'mistral-large-latest', input: 'a' })
  const fill = mistral.chat?.request(
    call({ suffix: 'b', max_completion_tokens: 3 }),
    target({ model: 'codestral-2508' }),
  )
  assert.deepEqual(fill?.body, { model: 'codestral-2508', prompt: 'q', suffix: 'b', max_tokens: 3 })
})

test('content nobody can say to it is refused', () => {
  const parts = [
    { type: 'video_url', video_url: { url: 'v' } },
    { type: 'file', file: { file_id: 'f' } },
    { type: 'x' },
  ]
  for (const part of parts)
    assert.throws(() => sent({ messages: [{ role: 'user', content: [part] }] }), { kind: 'unsupported' })
})
