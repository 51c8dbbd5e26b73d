import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChatRequest, JsonObject } from '../../forms/chat.ts'
import type { SingleKind, Target } from '../provider.ts'
import { testTarget } from '../testing.ts'
import { siliconcloud } from './siliconcloud.ts'

const target = (fields: Partial<Target> = {}) =>
  testTarget({ type: 40, base_url: 'https://api.siliconflow.cn', model: 'Qwen/Qwen3-8B', ...fields })
const facts = { id: 'chatcmpl-1', now: 1_700_000_000, model: 'm' }
const chatBody = (fields: Partial<ChatRequest>, model = 'Qwen/Qwen3-8B') =>
  siliconcloud.chat?.request({ model, messages: [{ role: 'user', content: 'q' }], ...fields }, target({ model }))
    .body as JsonObject
const single = (kind: SingleKind, request: JsonObject) =>
  siliconcloud.single?.[kind]?.request(request, target({ model: String(request.model) }))
const response = (kind: SingleKind, body: unknown) =>
  siliconcloud.single?.[kind]?.response?.(body, {}, { now: facts.now })
const plain = (value: unknown) => JSON.parse(JSON.stringify(value))

test('size and count of a picture have names of their own', () => {
  const request = single('images', { model: 'Kwai-Kolors/Kolors', prompt: 'sea', n: 2, size: '1024x1024' })
  assert.equal(request?.url, 'https://api.siliconflow.cn/v1/images/generations')
  assert.deepEqual(request?.body, {
    model: 'Kwai-Kolors/Kolors',
    prompt: 'sea',
    batch_size: 2,
    image_size: '1024x1024',
  })
})

test('no more pictures are drawn than are paid for', () => {
  assert.deepEqual(single('images', { model: 'm', prompt: 'sea', batch_size: 4 })?.body, { model: 'm', prompt: 'sea' })
})

test('what a picture may have passes, and OpenAI’s own fields do not', () => {
  const extras = { negative_prompt: 'rain', seed: 1, num_inference_steps: 20, guidance_scale: 7.5, cfg: 4, image: 'i' }
  const foreign = { quality: 'hd', style: 'vivid', response_format: 'b64_json', user: 'u' }
  assert.deepEqual(single('images', { model: 'm', prompt: 'sea', ...extras, ...foreign })?.body, {
    model: 'm',
    prompt: 'sea',
    ...extras,
  })
  assert.equal(siliconcloud.single?.images?.linksPictures, true)
  assert.throws(() => response('images', { images: [] }), { kind: 'bad_response' })
})

test('the tokens of a ranking are its usage, in newer bodies and in older ones', () => {
  const results = [{ index: 1, relevance_score: 0.9 }]
  const tokens = { input_tokens: 7, output_tokens: 0 }
  const told = { results, usage: { prompt_tokens: 7, completion_tokens: 0, total_tokens: 7 } }
  assert.deepEqual(response('rerank', { results, meta: { tokens } }), told)
  assert.deepEqual(response('rerank', { id: 'r', results, tokens }), told)
  assert.equal(siliconcloud.single?.rerank?.usage?.({ results, meta: { tokens } })?.input, 7)
})

test('a page of a proxy is not repeated to the client', () => {
  assert.equal(siliconcloud.failure(502, '<html>nginx at 10.0.0.1</html>', {}).message, 'bad response status code 502')
  assert.equal(siliconcloud.failure(429, 'x'.repeat(201), {}).message, 'bad response status code 429')
})

test('its errors are told apart', () => {
  const kinds: [number, unknown, string][] = [
    [400, { code: 20_012, message: 'Model does not exist.', data: null }, 'no_model'],
    [400, { code: 20_015, message: 'The parameter is invalid.', data: null }, 'bad_request'],
    [401, 'Invalid token', 'bad_key'],
    [403, { code: 30_001, message: 'Sorry, your account balance is insufficient', data: null }, 'no_balance'],
    [403, { code: 30_003, message: 'Please verify your identity', data: null }, 'no_permission'],
    [429, { message: 'Request was rejected due to rate limiting', data: '' }, 'rate_limited'],
    [429, 'TPM limit reached', 'rate_limited'],
    [503, { code: 50_505, message: 'Model service overloaded', data: null }, 'overloaded'],
    [504, 'Gateway timeout', 'timeout'],
  ]
  for (const [status, body, kind] of kinds) assert.equal(siliconcloud.failure(status, body, {}).kind, kind)
})

test('an error that comes with status 200 is one', () => {
  const error = { code: 20_012, message: 'Model does not exist.', data: null }
  assert.throws(() => siliconcloud.chat?.response(error, facts), { kind: 'no_model', status: 404 })
  assert.equal(siliconcloud.failureIn?.(error)?.kind, 'no_model')
  assert.equal(siliconcloud.failureIn?.({ code: 20_000, data: {} }), undefined)
})

test('a chat has the names that the upstream knows, and the smaller of two limits', () => {
  const body = chatBody({
    messages: [{ role: 'developer', content: 'd' }],
    max_tokens: 9,
    max_completion_tokens: 5,
    top_k: 3,
    thinking_budget: 128,
    stream: true,
  })
  assert.deepEqual(body, {
    model: 'Qwen/Qwen3-8B',
    messages: [{ role: 'system', content: 'd' }],
    max_tokens: 5,
    top_k: 3,
    thinking_budget: 128,
    stream: true,
    stream_options: { include_usage: true },
  })
})

test('effort is a switch, which only hybrid models have', () => {
  const thinking = (fields: Partial<ChatRequest>, model?: string) => {
    const { enable_thinking, reasoning_effort } = chatBody(fields, model)
    return [enable_thinking, reasoning_effort]
  }
  assert.deepEqual(thinking({ reasoning_effort: 'none' }), [false, undefined])
  assert.deepEqual(thinking({ reasoning_effort: 'high' }), [true, undefined])
  assert.deepEqual(thinking({ reasoning_effort: 'low' }, 'Pro/deepseek-ai/DeepSeek-V4-Pro'), [true, undefined])
  assert.deepEqual(thinking({ reasoning_effort: 'high' }, 'Qwen/Qwen2.5-7B-Instruct'), [undefined, undefined])
  assert.deepEqual(thinking({ reasoning_effort: 'high', enable_thinking: false }), [false, undefined])
  assert.deepEqual(thinking({}), [undefined, undefined])
})

test('code between a prefix and a suffix needs a conversation, even an empty one', () => {
  const body = chatBody({ messages: [], prefix: 'def f(', suffix: 'return 1' })
  assert.deepEqual(body.messages, [{ role: 'user', content: '' }])
})

test('of usage that is counted up with every chunk, the last holds', () => {
  const decoder = siliconcloud.chat?.stream(facts)
  const chunk = (completion_tokens: number, finish_reason: string | null) => ({
    data: JSON.stringify({
      choices: [{ index: 0, delta: { content: 'x', reasoning_content: null }, finish_reason }],
      usage: { prompt_tokens: 3, completion_tokens, total_tokens: 3 + completion_tokens },
    }),
  })
  const counts = [chunk(1, null), chunk(2, 'stop')].flatMap((event) => decoder?.push(event) ?? [])
  assert.deepEqual(
    counts.map(({ usage }) => usage?.output),
    [1, 2],
  )
})

test('the balance is all there is, in the currency of the site', () => {
  const told = { code: 20_000, status: true, data: { balance: '0.88', chargeBalance: '88.00', totalBalance: '88.88' } }
  assert.equal(siliconcloud.balance?.request([], target(), 1)?.url, 'https://api.siliconflow.cn/v1/user/info')
  assert.deepEqual(siliconcloud.balance?.response([told], target()), { amount: 88.88, currency: 'CNY' })
  const abroad = target({ base_url: 'https://api.siliconflow.com' })
  assert.deepEqual(siliconcloud.balance?.response([told], abroad), { amount: 88.88, currency: 'USD' })
})

test('a slash in the name of a model means nothing here', () => {
  const request = single('embeddings', { model: 'Qwen/Qwen3-Embedding-8B', input: ['a'], dimensions: 64 })
  assert.equal(request?.url, 'https://api.siliconflow.cn/v1/embeddings')
  assert.deepEqual(plain(request?.body), { model: 'Qwen/Qwen3-Embedding-8B', input: ['a'], dimensions: 64 })
})
