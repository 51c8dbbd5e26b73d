import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChatRequest, JsonObject } from '../../forms/chat.ts'
import type { Target } from '../provider.ts'
import { testTarget } from '../testing.ts'
import { azure } from './azure.ts'

const target = (fields: Partial<Target> = {}) =>
  testTarget({
    type: 3,
    key: 'hex',
    base_url: 'https://r1.openai.azure.com',
    other: '2024-10-21',
    model: 'gpt-4.1',
    ...fields,
  })
const request = (fields: Partial<ChatRequest> = {}): ChatRequest => ({
  model: 'm',
  messages: [{ role: 'user', content: 'q' }],
  ...fields,
})
const sent = (fields: Partial<ChatRequest>, at: Partial<Target> = {}) =>
  azure.chat?.request(request(fields), target(at))
const sentBody = (fields: Partial<ChatRequest>, at: Partial<Target> = {}) => sent(fields, at)?.body as JsonObject

test('a deployment is addressed as its generation and its gateway want it', () => {
  assert.equal(
    sent({})?.url,
    'https://r1.openai.azure.com/openai/deployments/gpt-4.1/chat/completions?api-version=2024-10-21',
  )
  const embeddings = azure.single?.embeddings?.request(
    { input: 'x' },
    target({ model: 'ada.v2', setting: { strip_dots: true } }),
  )
  assert.equal(
    embeddings?.url,
    'https://r1.openai.azure.com/openai/deployments/adav2/embeddings?api-version=2024-10-21',
  )
  const likeOpenAi = sent({}, { other: 'v1', model: 'my-dep' })
  assert.equal(likeOpenAi?.url, 'https://r1.openai.azure.com/openai/v1/chat/completions')
  assert.equal(sentBody({}, { other: 'v1', model: 'my-dep' }).model, 'my-dep')
  const gateway = 'https://gateway.ai.cloudflare.com/v1/acc/gw/azure-openai/r1'
  assert.equal(
    sent({}, { base_url: gateway, model: 'd1' })?.url,
    `${gateway}/d1/chat/completions?api-version=2024-10-21`,
  )
  assert.match(sent({}, { other: 'preview' })?.url ?? '', /\/openai\/v1\/chat\/completions\?api-version=preview$/)
  assert.match(azure.single?.speech?.request({}, target())?.url ?? '', /\/deployments\/gpt-4\.1\/audio\/speech\?/)
})

test('a channel without a version of its own gets the API without versions, with tools and usage', () => {
  const tools = [{ type: 'function', function: { name: 'f' } }]
  for (const other of ['', '2023-06-01-preview']) {
    const { url, body } = sent({ tools, stream: true }, { other, model: 'my-dep' }) ?? {}
    assert.equal(url, 'https://r1.openai.azure.com/openai/v1/chat/completions', other)
    const { model, tools: sentTools, stream_options } = body as JsonObject
    assert.deepEqual([model, sentTools, stream_options], ['my-dep', tools, { include_usage: true }])
    const at = target({ other, model: 'd' })
    assert.equal(
      azure.native?.responses?.request({ input: 'q' }, at, { headers: {}, query: {} })?.url,
      'https://r1.openai.azure.com/openai/v1/responses',
    )
    assert.equal(azure.single?.embeddings?.request({}, at).url, 'https://r1.openai.azure.com/openai/v1/embeddings')
    assert.equal(azure.models?.request(at).url, 'https://r1.openai.azure.com/openai/v1/models')
    assert.equal(azure.realtime?.(at).url, 'wss://r1.openai.azure.com/openai/v1/realtime?model=d')
  }
})

test('the gateway of Cloudflare has no API without versions, so that a channel without one gets a dated one', () => {
  const base_url = 'https://gateway.ai.cloudflare.com/v1/acc/gw/azure-openai/r1'
  for (const other of ['', '2023-06-01-preview'])
    assert.equal(
      sent({}, { base_url, other, model: 'd1' })?.url,
      `${base_url}/d1/chat/completions?api-version=2025-04-01-preview`,
    )
})

test('a key has its own header, a token is a bearer, never both', () => {
  assert.deepEqual(sent({})?.headers, { 'api-key': 'hex' })
  assert.deepEqual(sent({}, { key: 'eyJhbGciOi' })?.headers, { authorization: 'Bearer eyJhbGciOi' })
})

test('versions without usage in streams get no request for it', () => {
  const options = (other: string) => sentBody({ stream: true }, { other }).stream_options
  assert.equal(options('2023-05-15'), undefined)
  assert.equal(options('2024-08-01-preview'), undefined)
  for (const other of ['2024-09-01-preview', '2024-10-21', 'v1', '', '2023-06-01-preview'])
    assert.deepEqual(options(other), { include_usage: true })
  const completion = (other: string) =>
    azure.single?.completions?.request({ stream: true }, target({ other })).body as JsonObject
  assert.equal(completion('2023-05-15').stream_options, undefined)
})

test('a deployment cannot lead to another path', () => {
  for (const model of ['..', '.']) assert.throws(() => sent({}, { model }), { param: 'model' }, model)
  assert.match(sent({}, { model: '../x' })?.url ?? '', /\/deployments\/\.\.%2Fx\/chat/)
})

test("a model's rules are told by the client's name when the deployment's hides them", () => {
  const body = sentBody(
    { model: 'gpt-5', max_tokens: 5, temperature: 0, reasoning_effort: 'none' },
    { model: 'my-dep' },
  )
  assert.deepEqual([body.max_completion_tokens, body.reasoning_effort], [5, 'minimal'])
  assert.equal('temperature' in body, false)
  const tools = [{ type: 'function', function: { name: 'f' } }]
  assert.equal(azure.prefersResponses?.(request({ model: 'gpt-5.6', tools }), target({ model: 'my-dep' })), true)
  const hidden = sent({ model: 'gpt-5.6', tools }, { model: 'my-dep' })
  assert.equal(hidden?.url, 'https://r1.openai.azure.com/openai/responses?api-version=2025-04-01-preview')
  assert.equal(sentBody({ model: 'gpt-5.6', tools }, { model: 'my-dep' }).model, 'my-dep')
})

test('a deployment with the name of a model follows the rules of that model, with or without the dot', () => {
  const effort = (model: string) => sentBody({ model: 'm', reasoning_effort: 'none' }, { model }).reasoning_effort
  assert.equal(effort('gpt-6.1-sol'), 'low')
  assert.equal(effort('gpt-5-mini'), 'minimal')
  assert.equal(effort('gpt-51'), 'none')
  assert.equal(effort('gpt-4o'), undefined)
})

test('responses have one address for all deployments, at a version that knows them', () => {
  const url = (other: string, query: Record<string, string> = {}) =>
    azure.native?.responses?.request({ input: 'q' }, target({ other }), { headers: {}, query })?.url
  assert.equal(url('2024-10-21'), 'https://r1.openai.azure.com/openai/responses?api-version=2025-04-01-preview')
  assert.equal(url('2025-05-01-preview'), 'https://r1.openai.azure.com/openai/responses?api-version=2025-05-01-preview')
  assert.equal(url('v1'), 'https://r1.openai.azure.com/openai/v1/responses')
  assert.equal(url('preview'), 'https://r1.openai.azure.com/openai/v1/responses?api-version=preview')
  assert.match(url('2024-10-21', { 'api-version': '2025-06-01' }) ?? '', /2025-06-01$/)
})

test('a client may choose a dated version, and nothing else, where versions are dated', () => {
  const chosen = (other: string, wanted: string) => azure.chooses?.(other, { 'api-version': wanted })
  assert.equal(chosen('2024-10-21', '2025-06-01-preview'), '2025-06-01-preview')
  assert.equal(chosen('', '2024-06-01'), '2024-06-01')
  assert.equal(azure.chooses?.('2024-10-21', {}), '2024-10-21')
  assert.equal(chosen('2023-06-01-preview', '2024-06-01'), '2024-06-01')
  for (const wanted of ['v1', 'preview', '2024', '2024-10-21&x=1', ''])
    assert.equal(chosen('2024-10-21', wanted), '2024-10-21')
  for (const other of ['v1', 'preview']) assert.equal(chosen(other, '2025-06-01'), other)
})

test('settings of other vendors are not sent, its own are', () => {
  assert.deepEqual(sentBody({ top_k: 1, thinking: {}, data_sources: [], user_security_context: {} }), {
    model: 'gpt-4.1',
    messages: [{ role: 'user', content: 'q' }],
    data_sources: [],
    user_security_context: {},
  })
})

test('the voice is reached by deployment', () => {
  assert.deepEqual(azure.realtime?.(target({ model: 'd 1' })), {
    url: 'wss://r1.openai.azure.com/openai/realtime?api-version=2024-10-21&deployment=d%201',
    headers: { 'api-key': 'hex' },
    protocols: ['realtime'],
  })
  assert.equal(
    azure.realtime?.(target({ other: 'v1' })).url,
    'wss://r1.openai.azure.com/openai/v1/realtime?model=gpt-4.1',
  )
})

test('a filtered prompt is the words of the client, not the fault of the channel', () => {
  const error = {
    code: 'content_filter',
    message: 'The response was filtered',
    param: 'prompt',
    type: null,
    status: 400,
    innererror: {
      code: 'ResponsibleAIPolicyViolation',
      content_filter_result: { hate: { filtered: true, severity: 'high' } },
    },
  }
  const { kind, status, message, type, param, code } = azure.failure(400, { error }, {})
  assert.deepEqual(
    { kind, status, message, type, param, code },
    {
      kind: 'content_refused',
      status: 400,
      message: 'The response was filtered',
      type: 'invalid_request_error',
      param: 'prompt',
      code: 'content_filter',
    },
  )
})

test('errors of Azure are told apart', () => {
  const kinds: [number, unknown, string][] = [
    [401, { statusCode: 401, message: 'Access denied due to invalid subscription key' }, 'bad_key'],
    [403, { error: { code: '403', message: 'blocked' } }, 'no_permission'],
    [404, { error: { code: 'DeploymentNotFound', message: 'no' } }, 'no_model'],
    [408, { error: { code: '408', message: 'no' } }, 'timeout'],
    [424, { error: { message: 'no' } }, 'overloaded'],
    [429, { error: { code: 'RateLimitReached', message: 'no' } }, 'rate_limited'],
    [503, '', 'overloaded'],
  ]
  for (const [status, body, kind] of kinds)
    assert.equal(azure.failure(status, body, {}).kind, kind, JSON.stringify(body))
})

test('the frame about the prompt neither ends the stream nor counts', () => {
  const decoder = azure.chat?.stream({ id: 'i', now: 1, model: 'm' })
  const frame = {
    choices: [],
    created: 0,
    id: '',
    model: '',
    object: '',
    prompt_filter_results: [{ prompt_index: 0, content_filter_results: {} }],
  }
  assert.deepEqual(decoder?.push({ data: JSON.stringify(frame) }), [])
  assert.equal(decoder?.push({ data: '{"id":"x","choices":[{"delta":{"content":"a"}}]}' })[0]?.id, 'x')
})
