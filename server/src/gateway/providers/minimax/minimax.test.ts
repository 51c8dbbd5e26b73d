import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openaiDialect } from '../../dialects/openai/openai-dialect.ts'
import type { ChatChunk, ChatRequest, JsonObject } from '../../forms/chat.ts'
import type { Target } from '../provider.ts'
import { chunksOfEvents, testTarget } from '../testing.ts'
import { minimax } from './minimax.ts'

const target = (fields: Partial<Target> = {}) =>
  testTarget({ type: 35, base_url: 'https://api.minimaxi.com', model: 'MiniMax-M3', ...fields })
const facts = { id: 'chatcmpl-1', now: 9, model: 'm' }
const { chat, native, single, models } = minimax
assert.ok(chat && native?.anthropic && native.responses && models)
assert.ok(single?.embeddings && single.images && single.speech)
const { embeddings, images, speech } = single
const { anthropic, responses } = native

const user = { role: 'user', content: 'hi' } as const
const callModel = (fields: Partial<ChatRequest> = {}): ChatRequest => ({ model: 'm', messages: [user], ...fields })
const sent = (fields: Partial<ChatRequest>, model = 'MiniMax-M3') =>
  chat.request(callModel(fields), target({ model })).body as JsonObject
const good = { status_code: 0, status_msg: '' }

test('a chat is sent in its own bounds, with its thoughts apart', () => {
  const client = {
    model: 'MiniMax-M3',
    messages: [user],
    temperature: 0,
    max_tokens: 50,
    reasoning_effort: 'none',
  }
  const request = chat.request(openaiDialect.request(client, 'MiniMax-M3'), target())
  assert.equal(request.url, 'https://api.minimaxi.com/v1/chat/completions')
  assert.deepEqual(request.headers, { authorization: 'Bearer k' })
  assert.deepEqual(JSON.parse(JSON.stringify(request.body)), {
    model: 'MiniMax-M3',
    messages: [user],
    temperature: 0.01,
    max_completion_tokens: 50,
    thinking: { type: 'disabled' },
    reasoning_split: true,
  })
})

test('the group of the account goes into every address, and never into the key', () => {
  const at = target({ key: 'k|12 34', base_url: 'https://api.minimax.io/v1' })
  const call = { headers: {}, query: {} }
  const requests = [
    chat.request(callModel(), at),
    speech.request({ input: 'a' }, at),
    images.request({ prompt: 'a' }, at),
    embeddings.request({ input: 'a' }, at),
    models.request(at),
    anthropic.request({ messages: [] }, at, call),
    responses.request({ input: 'a' }, at, call),
  ]
  assert.deepEqual(
    requests.map(({ url }) => url),
    [
      'v1/chat/completions',
      'v1/t2a_v2',
      'v1/image_generation',
      'v1/embeddings',
      'v1/models',
      'anthropic/v1/messages',
      'v1/responses',
    ].map((path) => `https://api.minimax.io/${path}?GroupId=12%2034`),
  )
  for (const { headers } of requests) assert.equal(headers.authorization, 'Bearer k')
  assert.equal(anthropic.request({ messages: [] }, at, call).headers['x-api-key'], undefined)
  const beta = anthropic.request({ messages: [] }, at, { headers: {}, query: { beta: 'true' } }).url
  assert.match(beta, /\?beta=true&GroupId=/)
  for (const key of ['', 'k|', '|g', 'k|g|x'])
    assert.throws(() => chat.request(callModel(), target({ key })), { kind: 'bad_key', code: 'channel:invalid_key' })
})

test('effort is a switch on M3, and nothing before', () => {
  assert.deepEqual(sent({ reasoning_effort: 'low' }).thinking, { type: 'adaptive' })
  assert.equal('thinking' in sent({}), false)
  for (const model of ['MiniMax-M2.7', 'MiniMax-M2']) {
    const body = sent({ reasoning_effort: 'none', thinking: { type: 'disabled' } }, model)
    assert.deepEqual([body.thinking, body.reasoning_effort, body.reasoning_split], [undefined, undefined, true])
  }
  assert.equal('reasoning_split' in sent({}, 'MiniMax-Text-01'), false)
})

test('what it does not support is not sent', () => {
  const fields = {
    n: 1,
    stop: ['x'],
    seed: 1,
    frequency_penalty: 1,
    presence_penalty: 1,
    logit_bias: {},
    logprobs: true,
    temperature: 1.5,
    top_p: 0,
    stream: true,
  }
  assert.deepEqual(sent(fields, 'MiniMax-Text-01'), {
    model: 'MiniMax-Text-01',
    messages: [user],
    temperature: 1,
    top_p: 0.01,
    stream: true,
    stream_options: { include_usage: true },
  })
  const tools = [{ type: 'function', function: { name: 'f' } }]
  const choice = (tool_choice: unknown) => sent({ tools, tool_choice }).tool_choice
  assert.deepEqual(['auto', 'none', 'required', { type: 'function', function: { name: 'f' } }].map(choice), [
    'auto',
    'none',
    'auto',
    'auto',
  ])
})

// https://github.com/MiniMax-AI/MiniMax-M2.5/issues/4, 2026-11-18: every other model ignores the format.
test('a schema is sent to the one model that supports schemas; elsewhere a format becomes an instruction', () => {
  const response_format = { type: 'json_schema', json_schema: { name: 'n', schema: { type: 'object' } } }
  const text = sent({ response_format }, 'MiniMax-Text-01')
  assert.deepEqual([text.response_format, text.messages], [response_format, [user]])
  const instructed = (fields: Partial<ChatRequest>, model?: string) => {
    const body = sent(fields, model)
    assert.equal('response_format' in body, false)
    const [system, question] = body.messages as JsonObject[]
    assert.deepEqual([system?.role, question], ['system', user])
    return String(system?.content)
  }
  assert.match(instructed({ response_format }), /JSON schema: \{"type":"object"\}/)
  assert.match(instructed({ response_format: { type: 'json_object' } }, 'MiniMax-Text-01'), /JSON object/)
  assert.match(instructed({ response_format: { type: 'json_object' } }), /JSON object/)
  assert.deepEqual(sent({ response_format: { type: 'text' } }).messages, [user])
  assert.equal('response_format' in sent({ response_format: { type: 'text' } }), false)
})

// Recorded: "invalid thinking.type: \"enabled\" (allowed: adaptive, disabled) (2013)", by a public test suite, 2026-11-18.
test('thinking that a client switches on is adaptive', () => {
  const thinking = { type: 'enabled', budget_tokens: 4096 }
  assert.deepEqual(sent({ thinking }).thinking, { type: 'adaptive' })
  assert.deepEqual(sent({ thinking: { type: 'disabled' } }).thinking, { type: 'disabled' })
})

test('the reasoning of a message is sent back with it, in its original format', () => {
  const calls = [{ id: 'c', type: 'function' as const, function: { name: 'f', arguments: '{}' } }]
  const response = { role: 'assistant', content: null, tool_calls: calls, reasoning_content: 'why' } as const
  const result = { role: 'tool', tool_call_id: 'c', content: 'r' } as const
  const first = (model: string, more: object = {}) =>
    (sent({ messages: [{ ...response, ...more }, result] }, model).messages as JsonObject[])[0]
  const plain = { role: 'assistant', content: null, tool_calls: calls }
  assert.deepEqual(first('MiniMax-M2.7'), { ...plain, reasoning_details: [{ type: 'reasoning.text', text: 'why' }] })
  const own = { reasoning_details: [{ type: 'reasoning.text', text: 'own', id: 1 }] }
  assert.deepEqual(first('MiniMax-M3', own), { ...plain, ...own })
  assert.deepEqual(first('MiniMax-Text-01'), plain)
})

const message = (body: JsonObject) => chat.response(body, facts).choices[0]?.message

test('thoughts as details are reasoning, once', () => {
  const details = [
    { type: 'reasoning.text', text: 'pl' },
    { type: 'reasoning.text', text: 'an' },
  ]
  const choice = (fields: object) => [{ message: { content: 'Hi', reasoning_details: details, ...fields } }]
  assert.deepEqual(message({ choices: choice({}) }), { role: 'assistant', content: 'Hi', reasoning_content: 'plan' })
  assert.deepEqual(message({ choices: choice({ reasoning_content: 'plan' }) }), {
    role: 'assistant',
    content: 'Hi',
    reasoning_content: 'plan',
  })
})

test('text that the filter cut off ends so', () => {
  const choices = [{ message: { content: 'Hi' }, finish_reason: 'stop' }]
  const finish = (body: JsonObject) => chat.response(body, facts).choices[0]?.finish_reason
  assert.equal(finish({ choices, output_sensitive: true }), 'content_filter')
  assert.equal(finish({ choices, base_resp: { status_code: 1027, status_msg: 'x' } }), 'content_filter')
  assert.equal(finish({ choices, output_sensitive: false }), 'stop')
  assert.throws(() => finish({ base_resp: { status_code: 1027, status_msg: 'x' } }), { kind: 'content_refused' })
})

test('a status of 200 may be a failure', () => {
  const body = { base_resp: { status_code: 1008, status_msg: 'insufficient balance' } }
  const told = {
    kind: 'no_balance',
    status: 429,
    type: 'insufficient_quota',
    code: 'insufficient_quota',
    message: 'insufficient balance',
  }
  assert.throws(() => chat.response(body, facts), told)
  assert.throws(() => chat.stream(facts).push({ data: JSON.stringify(body) }), told)
  assert.throws(() => anthropic.response(body, facts), told)
  assert.throws(() => responses.response(body, facts), told)
  assert.throws(() => anthropic.stream(facts).push({ data: JSON.stringify(body) }), told)
  assert.equal(minimax.failureIn?.(body)?.kind, 'no_balance')
  assert.equal(minimax.failureIn?.({ base_resp: good }), undefined)
})

test('its codes are told apart', () => {
  const kinds: [number[], string][] = [
    [[1004, 2049], 'bad_key'],
    [[1008], 'no_balance'],
    [[1002, 1041, 2045, 2056], 'rate_limited'],
    [[1000, 1013, 1024, 1033], 'overloaded'],
    [[1001], 'timeout'],
    [[1026, 1027], 'content_refused'],
    [[1039], 'too_long'],
    [[1042, 2013], 'bad_request'],
  ]
  const kindOf = (status_code: number, status_msg = 'm') =>
    minimax.failure(200, { base_resp: { status_code, status_msg } }, {}).kind
  for (const [codes, kind] of kinds) for (const code of codes) assert.equal(kindOf(code), kind, String(code))
  assert.equal(kindOf(1039, 'TPM limit reached'), 'rate_limited')
  const plain = { type: 'error', error: { type: 'authorized_error', message: 'm', http_code: '401' } }
  assert.equal(minimax.failure(401, plain, {}).kind, 'bad_key')
})

const decode = (...events: JsonObject[]): ChatChunk[] => chunksOfEvents(chat?.stream(facts), events)
const delta = (fields: JsonObject, finish_reason: string | null = null) => ({
  object: 'chat.completion.chunk',
  choices: [{ index: 0, delta: fields, finish_reason }],
  output_sensitive: false,
  base_resp: good,
})

test('a stream: reasoning, text, and a whole message at the end that is not repeated', () => {
  const usage = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 }
  const whole = { role: 'assistant', content: 'Hi', reasoning_content: 'plan' }
  const chunks = decode(
    delta({ role: 'assistant', reasoning_details: [{ type: 'reasoning.text', text: 'pl' }] }),
    delta({ reasoning_details: [{ type: 'reasoning.text', text: 'an' }] }),
    delta({ content: 'Hi' }),
    {
      object: 'chat.completion',
      choices: [{ index: 0, message: whole, finish_reason: 'stop' }],
      usage,
      base_resp: good,
    },
  )
  const joined = (field: string) => chunks.map(({ choices }) => choices[0]?.delta[field] ?? '').join('')
  assert.deepEqual([joined('reasoning_content'), joined('content')], ['plan', 'Hi'])
  assert.equal(chunks.at(-1)?.choices[0]?.finish_reason, 'stop')
  assert.equal(chunks.at(-1)?.usage?.output, 2)
  assert.ok(chunks.every(({ extra }) => extra?.base_resp === undefined))
})

test('a stream that is one whole message is read once', () => {
  const whole = { role: 'assistant', content: 'Hi' }
  const chunks = decode({ object: 'chat.completion', choices: [{ index: 0, message: whole, finish_reason: 'stop' }] })
  assert.equal(chunks[0]?.choices[0]?.delta.content, 'Hi')
})

test('a stream that the filter stops ends so, or is refused before its first word', () => {
  const stop = { base_resp: { status_code: 1027, status_msg: 'sensitive' } }
  assert.equal(decode(delta({ content: 'a' }), stop).at(-1)?.choices[0]?.finish_reason, 'content_filter')
  assert.throws(() => decode(stop), { kind: 'content_refused' })
  const sensitive = { ...delta({}, 'stop'), output_sensitive: true }
  assert.equal(decode(delta({ content: 'a' }), sensitive).at(-1)?.choices[0]?.finish_reason, 'content_filter')
})

test('speech comes as digits, and is counted in characters', () => {
  const client = { input: 'hello', voice: 'v', speed: 1.5, response_format: 'wav', instructions: 'x' }
  const request = speech.request(client, target({ model: 'speech-2.8-hd' }))
  assert.deepEqual(request.body, {
    model: 'speech-2.8-hd',
    text: 'hello',
    stream: false,
    voice_setting: { voice_id: 'v', speed: 1.5 },
    audio_setting: { format: 'wav' },
    output_format: 'hex',
  })
  const vendor = { data: { audio: '52494646', status: 2 }, extra_info: { usage_characters: 5 }, base_resp: good }
  const sound = speech.sound?.(vendor, client)
  assert.deepEqual([sound?.mime, Buffer.from(sound?.bytes ?? []).toString()], ['audio/wav', 'RIFF'])
  assert.equal(speech.usage?.(vendor)?.input, 5)
  assert.throws(() => speech.request({ input: 'a', response_format: 'opus' }, target()), { kind: 'unsupported' })
  for (const audio of [undefined, '', 'abc', 'zz'])
    assert.throws(() => speech.sound?.({ data: { audio } }, {}), { kind: 'bad_response' })
})

test('pictures have a ratio, and come by address or as data', () => {
  const at = target({ model: 'image-01' })
  const client = { prompt: 'p', size: '1792x1024', n: 2, response_format: 'b64_json', prompt_optimizer: true }
  assert.deepEqual(images.request(client, at).body, {
    model: 'image-01',
    prompt: 'p',
    aspect_ratio: '16:9',
    n: 2,
    response_format: 'base64',
    prompt_optimizer: true,
  })
  const ratio = (size: string) => (images.request({ prompt: 'p', size }, at).body as JsonObject).aspect_ratio
  assert.deepEqual(['1024x1024', '1024x1792', '1536x1024', '1024x1536', '512x512', '4:3', '300x500'].map(ratio), [
    '1:1',
    '9:16',
    '3:2',
    '2:3',
    '1:1',
    '4:3',
    undefined,
  ])
  const response = (data: JsonObject) => images.response?.({ data, base_resp: good }, {}, { now: 9 })
  assert.deepEqual(response({ image_urls: ['u'] }), { created: 9, data: [{ url: 'u' }] })
  assert.deepEqual(response({ image_base64: ['b'] }), { created: 9, data: [{ b64_json: 'b' }] })
  assert.throws(() => response({}), { kind: 'bad_response' })
})

test('embeddings say whether they are to find or to be found', () => {
  const at = target({ model: 'embo-01' })
  const body = (fields: JsonObject) => embeddings.request({ input: 'a', ...fields }, at).body
  assert.deepEqual(body({}), { model: 'embo-01', texts: ['a'], type: 'db' })
  assert.deepEqual(body({ input: ['a', 'b'], type: 'query' }), { model: 'embo-01', texts: ['a', 'b'], type: 'query' })
  assert.deepEqual(body({ input_type: 'search_query' }), { model: 'embo-01', texts: ['a'], type: 'query' })
  assert.throws(() => body({ input: [1] }), { kind: 'unsupported' })
  const vendor = { vectors: [[1, 0.5]], total_tokens: 3, base_resp: good }
  assert.deepEqual(embeddings.response?.(vendor, { model: 'embo-01' }), {
    object: 'list',
    data: [{ object: 'embedding', index: 0, embedding: [1, 0.5] }],
    model: 'embo-01',
    usage: { prompt_tokens: 3, total_tokens: 3 },
  })
  assert.equal(embeddings.usage?.(vendor)?.input, 3)
})
