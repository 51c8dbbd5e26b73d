import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bearer, events, type Loose, postJson, upstreamFor } from './test-client.ts'

const path = '/v1/chat/completions'
const user = (content: unknown) => ({ role: 'user', content })
const request = (more: object = {}) => ({ model: 'moonshot-v1-8k', messages: [user('cached 8')], ...more })
const weather = { type: 'function', function: { name: 'weather', parameters: { type: 'object', properties: {} } } }

test('older models tell the usage of a stream inside its last choice', async (t) => {
  const { urlOf } = await upstreamFor(t)
  const list = await events(
    urlOf('moonshot') + path,
    request({ stream: true, stream_options: { include_usage: true } }),
  )
  const end = list.at(-2)?.data
  assert.equal(end.choices[0].finish_reason, 'stop')
  assert.equal(end.choices[0].usage.cached_tokens, 8)
  assert.ok(list.every(({ data }) => !data.usage))
})

test('newer models tell it as OpenAI does, and show what they think', async (t) => {
  const { urlOf } = await upstreamFor(t)
  const list = await events(
    urlOf('moonshot') + path,
    request({ model: 'kimi-k3', stream: true, stream_options: { include_usage: true } }),
  )
  assert.equal(list.at(-2)?.data.usage.cached_tokens, 8)
  assert.ok(list.some(({ data }) => data.choices?.[0]?.delta?.reasoning_content))
})

test('the newest models read only the newer name of the cap', async (t) => {
  const { urlOf } = await upstreamFor(t)
  const finish = async (more: object) =>
    (await postJson(urlOf('moonshot') + path, request(more))).body.choices[0].finish_reason
  assert.equal(await finish({ model: 'kimi-k3', max_tokens: 1 }), 'stop')
  assert.equal(await finish({ model: 'kimi-k3', max_completion_tokens: 1 }), 'length')
  assert.equal(await finish({ max_tokens: 1 }), 'length')
})

const call = (reasoning?: string) => ({
  role: 'assistant',
  content: null,
  reasoning_content: reasoning,
  tool_calls: [{ id: 'c', type: 'function', function: { name: 'weather', arguments: '{}' } }],
})
const result = { role: 'tool', tool_call_id: 'c', content: 'sun' }
for (const [what, more, status, type] of [
  ['a temperature above 1', { temperature: 1.2 }, 400, 'invalid_request_error'],
  ['several choices when cold', { temperature: 0.1, n: 2 }, 400, 'invalid_request_error'],
  ['a temperature where it is fixed', { model: 'kimi-k2.6', temperature: 0.7 }, 400, 'invalid_request_error'],
  [
    'an empty assistant',
    { messages: [user('x'), { role: 'assistant', content: '' }, user('y')] },
    400,
    'invalid_request_error',
  ],
  ['a developer', { messages: [{ role: 'developer', content: 'x' }] }, 400, 'invalid_request_error'],
  ['a forced tool on older models', { tools: [weather], tool_choice: 'required' }, 400, 'invalid_request_error'],
  ['no effort at all', { model: 'kimi-k3', reasoning_effort: 'none' }, 400, 'invalid_request_error'],
  [
    'a thinking model that is switched off',
    { model: 'kimi-k2.7-code', thinking: { type: 'disabled' } },
    400,
    'invalid_request_error',
  ],
  ['long stops', { stop: 'x'.repeat(33) }, 400, 'invalid_request_error'],
  [
    'calls without their thoughts',
    { model: 'kimi-k3', tools: [weather], messages: [user('x'), call(), result] },
    400,
    'invalid_request_error',
  ],
  [
    'a picture by address',
    { messages: [user([{ type: 'image_url', image_url: { url: 'https://x/a.png' } }])] },
    400,
    'invalid_request_error',
  ],
  ['no model', { model: undefined }, 400, 'invalid_request_error'],
  ['an unknown model', { model: 'no-such-model' }, 404, 'resource_not_found_error'],
  ['a prompt that trips the filter', { messages: [user('trip the filter')] }, 400, 'content_filter'],
] as const) {
  test(`it refuses ${what}`, async (t) => {
    const { urlOf } = await upstreamFor(t)
    const response = await postJson(urlOf('moonshot') + path, request(more))
    assert.deepEqual([response.status, response.body.error.type], [status, type])
  })
}

test('a tool loop with its thoughts, pictures by identifier, the balance and the key', async (t) => {
  const { urlOf } = await upstreamFor(t)
  const base = urlOf('moonshot')
  const loop = await postJson(
    base + path,
    request({ model: 'kimi-k3', tools: [weather], messages: [user('x'), call(' '), result] }),
  )
  assert.equal(loop.body.choices[0].message.content, 'The tool weather said: sun.')
  const picture = { type: 'image_url', image_url: { url: 'ms://file-1' } }
  assert.equal((await postJson(base + path, request({ messages: [user([picture])] }))).status, 200)
  const balance: Loose = await (await fetch(`${base}/v1/users/me/balance`, { headers: bearer })).json()
  assert.equal(balance.data.available_balance, 49.5)
  assert.equal((await postJson(base + path, request(), {})).body.error.type, 'invalid_authentication_error')
})
