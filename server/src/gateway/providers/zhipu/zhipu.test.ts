import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openaiDialect } from '../../dialects/openai/openai-dialect.ts'
import type { ChatRequest, JsonObject } from '../../forms/chat.ts'
import type { Target } from '../provider.ts'
import { chunksOfEvents, testTarget } from '../testing.ts'
import { zhipu } from './zhipu.ts'

const target = (fields: Partial<Target> = {}) =>
  testTarget({ type: 26, key: 'id.secret', base_url: 'https://open.bigmodel.cn', model: 'glm-4.6', ...fields })
const facts = { id: 'chatcmpl-1', now: 9, model: 'm' }
const { chat, native, single } = zhipu
assert.ok(chat && native?.anthropic && native.responses && single?.embeddings && single.images && single.rerank)
const { embeddings, images, rerank } = single
const { anthropic, responses } = native

const callModel = (fields: Partial<ChatRequest> = {}): ChatRequest => ({
  model: 'm',
  messages: [{ role: 'user', content: 'q' }],
  ...fields,
})
const sent = (fields: Partial<ChatRequest>, model = 'glm-4.6') =>
  chat.request(callModel(fields), target({ model })).body as JsonObject

test('a chat with a picture is sent in its own bounds, the picture as bare data', () => {
  const client = {
    model: 'glm-4.6v',
    messages: [
      { role: 'developer', content: 'S' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'what?' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,QUJD' } },
        ],
      },
    ],
    top_p: 1,
    temperature: 1.4,
    stop: 'END',
    seed: 1,
  }
  const request = chat.request(openaiDialect.request(client, 'glm-4.6v'), target({ model: 'glm-4.6v' }))
  assert.equal(request.url, 'https://open.bigmodel.cn/api/paas/v4/chat/completions')
  assert.deepEqual(request.headers, { authorization: 'Bearer id.secret' })
  assert.deepEqual(JSON.parse(JSON.stringify(request.body)), {
    model: 'glm-4.6v',
    messages: [
      { role: 'system', content: 'S' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'what?' },
          { type: 'image_url', image_url: { url: 'QUJD' } },
        ],
      },
    ],
    top_p: 0.99,
    temperature: 1,
    stop: ['END'],
  })
})

test('every address of the site leads to its APIs; the coding subscription keeps its own', () => {
  const url = (base_url: string) => chat.request(callModel(), target({ base_url })).url
  assert.equal(url('https://api.z.ai'), 'https://api.z.ai/api/paas/v4/chat/completions')
  assert.equal(url('https://api.z.ai/api/paas/v4'), 'https://api.z.ai/api/paas/v4/chat/completions')
  const coding = 'https://api.z.ai/api/coding/paas/v4'
  assert.equal(url(coding), `${coding}/chat/completions`)
  const call = { headers: {}, query: {} }
  const at = target({ base_url: coding })
  assert.equal(anthropic.request({ messages: [] }, at, call).url, 'https://api.z.ai/api/anthropic/v1/messages')
  assert.equal(responses.request({ input: 'q' }, at, call).url, 'https://api.z.ai/api/v1/responses')
  assert.throws(() => responses.request({ input: 'q' }, at, { ...call, action: 'compact' }), { kind: 'unsupported' })
})

test('Anthropic’s format passes with the key as a bearer, and the upstream’s name for the model', () => {
  const request = anthropic.request({ model: 'm', max_tokens: 5, messages: [] }, target(), { headers: {}, query: {} })
  assert.deepEqual(request.headers, { authorization: 'Bearer id.secret', 'anthropic-version': '2023-06-01' })
  assert.deepEqual(request.body, { model: 'glm-4.6', max_tokens: 5, messages: [] })
})

test('what it does not support is not sent', () => {
  const fields = {
    frequency_penalty: 1,
    presence_penalty: 1,
    logit_bias: {},
    logprobs: true,
    n: 1,
    parallel_tool_calls: false,
    stream: true,
    stream_options: { include_usage: true },
    max_completion_tokens: 7,
    messages: [{ role: 'user', content: 'q', name: 'Ann' }] as ChatRequest['messages'],
  }
  assert.deepEqual(sent(fields), {
    model: 'glm-4.6',
    messages: [{ role: 'user', content: 'q' }],
    stream: true,
    max_tokens: 7,
  })
})

test('a temperature of zero switches sampling off', () => {
  const { temperature, do_sample } = sent({ temperature: 0 })
  assert.deepEqual([temperature, do_sample], [0, false])
  assert.equal('do_sample' in sent({ temperature: 0.1 }), false)
  assert.equal(sent({ top_p: 0 }).top_p, 0.01)
})

test('tools lose what it does not know, and no tool can be demanded', () => {
  const tools = [
    { type: 'function', function: { name: 'f', parameters: {}, strict: true } },
    { type: 'web_search', web_search: { enable: true } },
  ]
  const kept = [{ type: 'function', function: { name: 'f', parameters: {} } }, tools[1]]
  const choice = (tool_choice: unknown) => {
    const body = sent({ tools, tool_choice })
    return [body.tools, body.tool_choice]
  }
  assert.deepEqual(choice(undefined), [kept, undefined])
  for (const demanded of ['auto', 'required', { type: 'function', function: { name: 'f' } }])
    assert.deepEqual(choice(demanded), [kept, 'auto'])
  assert.deepEqual(choice('none'), [undefined, undefined])
})

test('a schema becomes a format and an instruction', () => {
  const schema = { type: 'object', properties: { a: { type: 'string' } } }
  const body = sent({ response_format: { type: 'json_schema', json_schema: { name: 'n', schema } } })
  assert.deepEqual(body.response_format, { type: 'json_object' })
  const [system, user] = body.messages as JsonObject[]
  assert.equal(system?.role, 'system')
  assert.ok(String(system?.content).includes(JSON.stringify(schema)))
  assert.equal(user?.role, 'user')
  assert.deepEqual(sent({ response_format: { type: 'json_object' } }).response_format, { type: 'json_object' })
})

test('the user is named where the name has the length it wants', () => {
  const user = (name: string) => [sent({ user: name }).user_id, 'user' in sent({ user: name })]
  assert.deepEqual(user('user-7'), ['user-7', false])
  for (const name of ['short', 'x'.repeat(129)]) assert.deepEqual(user(name), [undefined, false])
})

// GLM-5.3: https://openrouter.ai/z-ai/glm-5.3/api and https://docs.z.ai/guides/vlm/glm-5.3-flash, 2026-11-18.
test('from GLM-5.3 on a model always thinks, at one of three levels', () => {
  const thinking = (fields: Partial<ChatRequest>, model: string) => {
    const body = sent(fields, model)
    return [body.thinking, body.reasoning_effort]
  }
  const levels = { none: 'low', minimal: 'low', low: 'low', medium: 'high', high: 'high', xhigh: 'max', max: 'max' }
  for (const [reasoning_effort, level] of Object.entries(levels))
    for (const model of ['glm-5.3', 'glm-5.3-flash', 'glm-6'])
      assert.deepEqual(thinking({ reasoning_effort }, model), [undefined, level])
  const off = { type: 'disabled' }
  assert.deepEqual(thinking({ thinking: off }, 'glm-5.3'), [undefined, 'low'])
  assert.deepEqual(thinking({ thinking: off, reasoning_effort: 'max' }, 'glm-5.3'), [undefined, 'max'])
  const kept = { type: 'enabled', clear_thinking: false }
  assert.deepEqual(thinking({ thinking: kept }, 'glm-5.3'), [kept, undefined])
  assert.deepEqual(thinking({}, 'glm-5.3'), [undefined, undefined])
})

test('effort has two levels for GLM-5.2, and is a switch before', () => {
  const thinking = (reasoning_effort: string, model: string) => {
    const body = sent({ reasoning_effort }, model)
    return [body.thinking, body.reasoning_effort]
  }
  const levels = { minimal: 'high', low: 'high', medium: 'high', high: 'high', xhigh: 'max', max: 'max' }
  for (const [given, level] of Object.entries(levels)) assert.deepEqual(thinking(given, 'glm-5.2'), [undefined, level])
  assert.deepEqual(thinking('none', 'glm-5.2'), [{ type: 'disabled' }, undefined])
  for (const model of ['glm-5.1', 'glm-5', 'glm-4.7-flash']) {
    assert.deepEqual(thinking('low', model), [{ type: 'enabled' }, undefined])
    assert.deepEqual(thinking('none', model), [{ type: 'disabled' }, undefined])
  }
  const own = { type: 'enabled', clear_thinking: false }
  assert.deepEqual(sent({ thinking: own, reasoning_effort: 'none' }).thinking, own)
})

test('an empty account is no rate limit', () => {
  const failure = zhipu.failure(429, { error: { code: '1113', message: 'balance' } }, {})
  const { status, kind, type, code, message } = failure
  assert.deepEqual(
    { status, kind, type, code, message },
    { status: 429, kind: 'no_balance', type: 'insufficient_quota', code: 'insufficient_quota', message: 'balance' },
  )
})

test('its errors are told apart by their code', () => {
  const kinds: [number, (number | string)[], string][] = [
    [401, [1000, '1001', 1002, 1003, 1004, 1005, 1110, 1111, 1112], 'bad_key'],
    [400, [1210, 1212, 1213, 1214, 1215], 'bad_request'],
    [400, ['1211'], 'no_model'],
    [403, [1220], 'no_permission'],
    [404, [1221, 1222], 'no_model'],
    [500, [1234], 'overloaded'],
    [400, [1261], 'too_long'],
    [400, [1301], 'content_refused'],
    [429, [1302, 1303, 1304, 1308, 1310, 1313], 'rate_limited'],
    [429, [1305, 1312], 'overloaded'],
  ]
  for (const [status, codes, kind] of kinds)
    for (const code of codes)
      assert.equal(zhipu.failure(status, { error: { code, message: 'm' } }, {}).kind, kind, String(code))
  assert.equal(zhipu.failure(400, { error: { code: '1210', message: 'm' } }, {}).code, '1210')
})

test('the last chunk of a stream has the finish and the usage, which come apart', () => {
  const end = {
    choices: [{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: 'sensitive' }],
    usage: { prompt_tokens: 5, completion_tokens: 1, total_tokens: 6 },
  }
  const chunks = chunksOfEvents(chat.stream(facts), [end])
  const body = { stream_options: { include_usage: true } }
  const encoder = openaiDialect.stream({ body, model: 'm', id: 'chatcmpl-1', now: 9, promptEstimate: 1 })
  const text = chunks.map((chunk) => encoder.push(chunk)).join('') + encoder.end()
  const frames = text.split('\n\n').filter(Boolean)
  const [finish, usage, done] = frames.slice(-3).map((frame) => frame.replace('data: ', ''))
  assert.equal(JSON.parse(finish ?? '').choices[0].finish_reason, 'content_filter')
  assert.deepEqual(JSON.parse(usage ?? '').usage, { prompt_tokens: 5, completion_tokens: 1, total_tokens: 6 })
  assert.equal(done, '[DONE]')
})

test('its finish reasons, and its broken network', () => {
  const finish = (finish_reason: string) =>
    chat.response({ choices: [{ message: { content: 'x' }, finish_reason }] }, facts).choices[0]?.finish_reason
  assert.deepEqual(['sensitive', 'model_context_window_exceeded', 'length'].map(finish), [
    'content_filter',
    'length',
    'length',
  ])
  assert.throws(() => finish('network_error'), { kind: 'overloaded' })
})

test('embeddings are numbers, encoded here, and at most 64 at a time', () => {
  const at = target({ model: 'embedding-3' })
  const request = embeddings.request({ input: ['a'], dimensions: 256, encoding_format: 'base64', user: 'u' }, at)
  assert.equal(request.url, 'https://open.bigmodel.cn/api/paas/v4/embeddings')
  assert.deepEqual(request.body, { model: 'embedding-3', input: ['a'], dimensions: 256 })
  const usage = { prompt_tokens: 3, total_tokens: 3 }
  const vendor = { model: 'embedding-3', data: [{ index: 0, embedding: [1, 0.5] }], usage }
  const list = embeddings.response?.(vendor, { encoding_format: 'base64' })
  assert.deepEqual(list, {
    object: 'list',
    data: [{ object: 'embedding', index: 0, embedding: 'AACAPwAAAD8=' }],
    model: 'embedding-3',
    usage,
  })
  const parts = embeddings.split?.({ input: Array<string>(65).fill('a') }, at)
  assert.deepEqual(
    parts?.map(({ input }) => (input as string[]).length),
    [64, 1],
  )
  assert.deepEqual(embeddings.split?.({ input: 'a' }, at), [])
  assert.throws(() => embeddings.response?.({ data: [{}] }, {}), { kind: 'bad_response' })
})

test('pictures are drawn one at a time, and come by their address', () => {
  const at = target({ model: 'cogview-4' })
  const client = { prompt: 'p', size: '1024x1024', quality: 'hd', n: 3, response_format: 'b64_json', user: 'user-7' }
  const parts = images.split?.(client, at) ?? []
  assert.equal(parts.length, 3)
  const request = images.request(parts[0] ?? {}, at)
  assert.equal(request.url, 'https://open.bigmodel.cn/api/paas/v4/images/generations')
  assert.deepEqual(request.body, {
    model: 'cogview-4',
    prompt: 'p',
    size: '1024x1024',
    quality: 'hd',
    user_id: 'user-7',
  })
  assert.equal('quality' in (images.request({ prompt: 'p', quality: 'auto' }, at).body as JsonObject), false)
  assert.equal(images.linksPictures, true)
  const vendor = { created: 5, data: [{ url: 'u' }], content_filter: [{ role: 'user', level: 3 }] }
  assert.deepEqual(images.response?.(vendor, {}), vendor)
  assert.equal(images.response?.({ data: [{ url: 'u' }] }, {}, { now: 9 }).created, 9)
  assert.throws(() => images.response?.({}, {}), { kind: 'bad_response' })
})

test('a ranking passes as it is', () => {
  const request = rerank.request({ model: 'm', query: 'q', documents: ['a'] }, target({ model: 'rerank' }))
  assert.equal(request.url, 'https://open.bigmodel.cn/api/paas/v4/rerank')
  assert.deepEqual(request.body, { model: 'rerank', query: 'q', documents: ['a'] })
})
