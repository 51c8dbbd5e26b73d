import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChatRequest, JsonObject } from '../../forms/chat.ts'
import type { ResponseContext, Target } from '../provider.ts'
import { testTarget } from '../testing.ts'
import { openai } from './openai.ts'

const target = (fields: Partial<Target> = {}) =>
  testTarget({ type: 1, key: 'sk-1', base_url: 'https://api.openai.com', model: 'gpt-4o', ...fields })
const facts: ResponseContext = { id: 'chatcmpl-1', now: 1, model: 'm' }
const call = (fields: Partial<ChatRequest> = {}): ChatRequest => ({
  model: 'm',
  messages: [{ role: 'user', content: 'q' }],
  ...fields,
})
const sent = (fields: Partial<ChatRequest>, at: Partial<Target> = {}): JsonObject =>
  openai.chat?.request(call(fields), target(at)).body as JsonObject
const tools = [{ type: 'function', function: { name: 'f' } }]

test('errors of OpenAI are told apart as its table says', () => {
  const kinds: [number, object, string][] = [
    [429, { message: 'Rate limit', type: 'tokens', param: null, code: 'rate_limit_exceeded' }, 'rate_limited'],
    [
      429,
      { message: 'You exceeded your current quota', type: 'insufficient_quota', code: 'insufficient_quota' },
      'no_balance',
    ],
    [
      400,
      { message: 'too long', type: 'invalid_request_error', param: 'messages', code: 'context_length_exceeded' },
      'too_long',
    ],
    [400, { message: 'no', type: 'invalid_request_error', code: 'unsupported_value' }, 'bad_request'],
    [400, { message: 'no', code: 'content_policy_violation' }, 'content_refused'],
    [401, { message: 'no', type: 'invalid_request_error', code: 'invalid_api_key' }, 'bad_key'],
    [403, { message: 'Country, region, or territory not supported' }, 'no_permission'],
    [404, { message: 'no', code: 'model_not_found' }, 'no_model'],
    [429, { message: 'no', code: 'billing_hard_limit_reached' }, 'no_balance'],
    [500, { message: 'no', type: 'server_error' }, 'overloaded'],
    [503, { message: 'Slow down', code: 'server_is_overloaded' }, 'overloaded'],
  ]
  for (const [status, error, kind] of kinds) {
    const failure = openai.failure(status, { error }, { 'retry-after': '3' })
    assert.equal(failure.kind, kind, JSON.stringify(error))
    assert.equal(failure.retryAfterSeconds, 3)
  }
})

test('reasoning models get only the parameters they take', () => {
  const all = {
    temperature: 0,
    top_p: 1,
    logprobs: true,
    top_logprobs: 2,
    presence_penalty: 0,
    logit_bias: {},
    stop: ['x'],
    n: 2,
    seed: 0,
  }
  const left = (fields: Partial<ChatRequest>, model: string) =>
    Object.keys(sent({ ...all, ...fields }, { model })).sort()
  assert.deepEqual(left({}, 'o3'), ['messages', 'model', 'n', 'seed'])
  assert.deepEqual(left({}, 'o1'), ['messages', 'model', 'n', 'seed', 'stop'])
  const sampling = [
    'logprobs',
    'messages',
    'model',
    'n',
    'reasoning_effort',
    'seed',
    'temperature',
    'top_logprobs',
    'top_p',
  ]
  assert.deepEqual(left({ reasoning_effort: 'none' }, 'gpt-5.1'), sampling)
  for (const model of ['gpt-4o', 'gpt-4.1-mini', 'gpt-5-chat-latest', 'chatgpt-4o-latest'])
    assert.equal(left({ reasoning_effort: 'high' }, model).includes('reasoning_effort'), false, model)
  for (const model of ['gpt-5', 'o3', 'gpt-oss-120b', 'house-model'])
    assert.equal(left({ reasoning_effort: 'high' }, model).includes('reasoning_effort'), true, model)
  const untuned = ['messages', 'model', 'n', 'reasoning_effort', 'seed']
  for (const model of ['gpt-5', 'gpt-6.1-sol', 'o3'])
    assert.deepEqual(left({ reasoning_effort: 'none' }, model), untuned, model)
  assert.deepEqual(left({ reasoning_effort: 'low' }, 'gpt-5.2'), untuned)
  assert.equal(left({}, 'gpt-4o').length, 11)
  assert.deepEqual(left({}, 'gpt-4o-search-preview'), [
    'logit_bias',
    'logprobs',
    'messages',
    'model',
    'seed',
    'stop',
    'top_logprobs',
  ])
})

test('sampling without an effort is kept by the models whose default is not to reason', () => {
  const kept = (model: string) => Object.keys(sent({ temperature: 0, top_p: 0.5 }, { model })).sort()
  for (const model of ['gpt-5.1', 'gpt-5.2', 'gpt-5.4', 'gpt-5.4-mini', 'gpt-4o'])
    assert.deepEqual(kept(model), ['messages', 'model', 'temperature', 'top_p'], model)
  for (const model of ['gpt-5', 'gpt-5.5', 'gpt-5.6', 'gpt-6-sol', 'o3'])
    assert.deepEqual(kept(model), ['messages', 'model'], model)
})

test('an effort that the model refuses becomes the nearest one, whoever requested it', () => {
  const effort = (model: string, reasoning_effort: string) => sent({ reasoning_effort }, { model }).reasoning_effort
  assert.equal(effort('gpt-6-astra', 'none'), 'low')
  assert.equal(effort('gpt-5-mini', 'none'), 'minimal')
  assert.equal(effort('gpt-5.1', 'none'), 'none')
  assert.equal(effort('gpt-5.6', 'minimal'), 'low')
  assert.equal(effort('house-model', 'none'), 'none')
})

test('of two limits the newer one is sent, and its name is the one the model knows', () => {
  assert.deepEqual(pick(sent({ max_tokens: 1, max_completion_tokens: 2 }, { model: 'gpt-4o' })), {
    max_completion_tokens: 2,
  })
  assert.deepEqual(pick(sent({ max_tokens: 1, max_completion_tokens: 2 }, { model: 'o3' })), {
    max_completion_tokens: 2,
  })
  assert.deepEqual(pick(sent({ max_tokens: 0 }, { model: 'gpt-4o' })), { max_tokens: 0 })
  assert.deepEqual(pick(sent({ max_tokens: 1 }, { model: 'o3' })), { max_completion_tokens: 1 })
})
const pick = ({ max_tokens, max_completion_tokens }: JsonObject) =>
  JSON.parse(JSON.stringify({ max_tokens, max_completion_tokens }))

test('the system is called what the model calls it', () => {
  const role = (model: string) =>
    (sent({ messages: [{ role: 'system', content: 's' }] }, { model }).messages as { role: string }[])[0]?.role
  assert.equal(role('gpt-4o'), 'system')
  assert.equal(role('o3'), 'developer')
  assert.equal(role('o1-mini'), 'user')
})

test('what only other servers know reaches them, and not OpenAI', () => {
  const messages: ChatRequest['messages'] = [
    { role: 'user', content: [{ type: 'text', text: 'q', cache_control: { type: 'ephemeral' } }] },
    {
      role: 'assistant',
      content: 'a',
      reasoning_content: 'r',
      thinking_blocks: [{ type: 'redacted_thinking', data: 'd' }],
    },
  ]
  const fields = { messages, top_k: 3, extra_body: { google: { a: 1 }, n: 5 }, enable_thinking: true }
  assert.deepEqual(sent(fields), {
    model: 'gpt-4o',
    messages: [
      { role: 'user', content: [{ type: 'text', text: 'q' }] },
      { role: 'assistant', content: 'a' },
    ],
  })
  assert.deepEqual(sent(fields, { base_url: 'https://other.example' }), {
    model: 'gpt-4o',
    messages,
    top_k: 3,
    extra_body: { google: { a: 1 } },
    enable_thinking: true,
  })
})

test('addresses: a pasted version is not doubled, and the gateway of Cloudflare brings its own', () => {
  const url = (base_url: string) => openai.chat?.request(call(), target({ base_url })).url
  assert.equal(url('https://h.example/v1'), 'https://h.example/v1/chat/completions')
  assert.equal(url('https://h.example/api'), 'https://h.example/api/v1/chat/completions')
  const gateway = 'https://gateway.ai.cloudflare.com/v1/acc/gw/openai'
  assert.equal(url(gateway), `${gateway}/chat/completions`)
})

test('the organisation is named when the channel has one, and a server without keys gets none', () => {
  const headers = (at: Partial<Target>) => openai.chat?.request(call(), target(at)).headers
  assert.deepEqual(headers({ openai_organization: 'org-1' }), {
    authorization: 'Bearer sk-1',
    'openai-organization': 'org-1',
  })
  assert.deepEqual(headers({ key: '' }), {})
})

test('a chat that fails after it said yes is a failure', () => {
  const error = { message: 'overloaded', type: 'server_error' }
  assert.throws(() => openai.chat?.response({ error }, facts), { kind: 'overloaded' })
  assert.throws(() => openai.chat?.stream(facts).push({ data: JSON.stringify({ error }) }), { kind: 'overloaded' })
  assert.throws(() => openai.chat?.stream(facts).push({ data: '{"error":"text"}' }), { message: 'text' })
})

test('the voice is reached by socket, and its older models by a header too', () => {
  assert.deepEqual(openai.realtime?.(target({ model: 'gpt-realtime-2.1' })), {
    url: 'wss://api.openai.com/v1/realtime?model=gpt-realtime-2.1',
    headers: { authorization: 'Bearer sk-1' },
    protocols: ['realtime'],
  })
  const preview = openai.realtime?.(target({ model: 'gpt-4o-realtime-preview', base_url: 'http://localhost:1' }))
  assert.equal(preview?.url, 'ws://localhost:1/v1/realtime?model=gpt-4o-realtime-preview')
  assert.equal(preview?.headers['openai-beta'], 'realtime=v1')
})

test('a request passes with the mapped model, and a stream requests its usage', () => {
  const request = (kind: 'completions' | 'embeddings' | 'speech', body: JsonObject) =>
    openai.single?.[kind]?.request(body, target())
  assert.deepEqual(request('completions', { model: 'alias', prompt: 'p', stream: true, api_key: 'x' })?.body, {
    model: 'gpt-4o',
    prompt: 'p',
    stream: true,
    stream_options: { include_usage: true },
  })
  assert.deepEqual(request('embeddings', { input: [[1, 2]], stream_options: {} })?.body, {
    model: 'gpt-4o',
    input: [[1, 2]],
  })
  assert.deepEqual(request('speech', { input: 'hi', speed: 2 })?.body, { model: 'gpt-4o', input: 'hi', speed: 2 })
  assert.equal(request('speech', {})?.url, 'https://api.openai.com/v1/audio/speech')
})

test('a form is written anew with its files, their order and the mapped model', async () => {
  const form = new FormData()
  form.append('file', new File(['RIFF'], 'a b.wav', { type: 'audio/wav' }))
  form.append('model', 'alias')
  form.append('model', 'second')
  form.append('organization', 'org-x')
  form.append('response_format', 'srt')
  const body = openai.single?.transcriptions?.request(form, target({ model: 'whisper-1' })).body as FormData
  const entries = await Promise.all(
    [...body].map(async ([name, value]) =>
      typeof value === 'string' ? [name, value] : [name, value.name, value.type, await value.text()],
    ),
  )
  assert.deepEqual(entries, [
    ['file', 'a b.wav', 'audio/wav', 'RIFF'],
    ['model', 'whisper-1'],
    ['response_format', 'srt'],
  ])
})

test('pictures count as picture tokens, and what is not counted in tokens says nothing', () => {
  const usage = { input_tokens: 10, output_tokens: 20, input_tokens_details: { text_tokens: 4, image_tokens: 6 } }
  const read = openai.single?.images?.usage?.({ usage })
  assert.deepEqual([read?.input, read?.image_input, read?.output, read?.image_output], [4, 6, 0, 20])
  assert.equal(openai.single?.transcriptions?.usage?.({ usage: { type: 'duration', seconds: 9 } }), undefined)
  assert.equal(openai.single?.embeddings?.usage?.({ usage: { prompt_tokens: 7, total_tokens: 7 } })?.input, 7)
  for (const nothing of [null, 'x', {}, { usage: [] }])
    assert.equal(openai.single?.embeddings?.usage?.(nothing), undefined)
})

test('models are listed by id, whatever else stands in the list', () => {
  assert.equal(openai.models?.request(target()).url, 'https://api.openai.com/v1/models')
  const data = [{ id: 'a' }, { id: 'b', shutdown_date: 'x' }, null, { id: 5 }, { id: 'a' }]
  assert.deepEqual(openai.models?.response({ object: 'list', data }), ['a', 'b'])
  for (const nonsense of [null, 'x', {}, { data: {} }])
    assert.throws(() => openai.models?.response(nonsense), { kind: 'bad_response' })
})

test('the balance is the limit less what was used, over the window the account is billed by', () => {
  const { balance } = openai
  assert.ok(balance)
  const at = target()
  const now = Date.parse('2026-11-15T12:00:00Z') / 1000
  const monthly = { hard_limit_usd: 100, has_payment_method: true }
  assert.equal(balance.request([], at, now)?.url, 'https://api.openai.com/v1/dashboard/billing/subscription')
  assert.equal(
    balance.request([monthly], at, now)?.url,
    'https://api.openai.com/v1/dashboard/billing/usage?start_date=2026-11-01&end_date=2026-11-16',
  )
  const grant = balance.request([{ hard_limit_usd: 5, has_payment_method: false }], at, now)?.url
  assert.match(grant ?? '', /start_date=2026-08-07&/)
  assert.equal(balance.request([monthly, { total_usage: 0 }], at, now), undefined)
  assert.deepEqual(balance.response([monthly, { total_usage: 2550 }], at), { amount: 74.5, currency: 'USD' })
  assert.throws(() => balance.response([monthly, {}], at), { kind: 'bad_response' })
})

test('only models that would be refused lose their reasoning on a server for chats alone', () => {
  assert.equal('reasoning_effort' in sent({}, { model: 'gpt-5.6', setting: { chat_only: true } }), false)
  assert.equal(sent({ tools }, { model: 'gpt-5.1', setting: { chat_only: true } }).reasoning_effort, undefined)
})

test('a tool that takes free text is told as OpenAI knows it', () => {
  const custom = [{ type: 'custom', custom: { name: 'c' } }]
  const calls = [
    { id: '1', type: 'function' as const, function: { name: 'c', arguments: '{"input":"free"}' } },
    { id: '2', type: 'function' as const, function: { name: 'f', arguments: '{}' } },
  ]
  const messages: ChatRequest['messages'] = [{ role: 'assistant', content: null, tool_calls: calls }]
  assert.deepEqual(sent({ messages, tools: custom }).messages, [
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: '1', type: 'custom', custom: { name: 'c', input: 'free' } }, calls[1]],
    },
  ])
})

test('a server is OpenAI itself by its address, or behind the gateway of Cloudflare by its path', () => {
  const isStrict = (base_url: string) => !('top_k' in sent({ top_k: 1 }, { base_url }))
  assert.equal(isStrict('https://gateway.ai.cloudflare.com/v1/acc/gw/openai'), true)
  assert.equal(isStrict('https://gateway.ai.cloudflare.com/v1/acc/gw/groq'), false)
  assert.equal(isStrict('https://x.example/openai'), false)
  assert.equal(isStrict('https://api.openai.com.evil.example'), false)
})

test('the first reasoning models hear their instructions from the user, and only those', () => {
  const messages: ChatRequest['messages'] = [
    { role: 'developer', content: 'd' },
    { role: 'assistant', content: 'a' },
  ]
  assert.deepEqual(
    (sent({ messages }, { model: 'o1-preview' }).messages as JsonObject[]).map(({ role }) => role),
    ['user', 'assistant'],
  )
})

test('only pictures are counted as pictures, and only where nobody counted better', () => {
  const usage = { input_tokens: 1, output_tokens: 20 }
  assert.equal(openai.single?.speech?.usage?.({ usage })?.output, 20)
  assert.equal(openai.single?.image_edits?.usage?.({ usage })?.image_output, 20)
  const detailed = openai.single?.images?.usage?.({
    usage: { ...usage, output_tokens_details: { image_tokens: 15, text_tokens: 5 } },
  })
  assert.deepEqual([detailed?.output, detailed?.image_output], [5, 15])
})
