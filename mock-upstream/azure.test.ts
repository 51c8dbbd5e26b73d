import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bearer, events, postJson, spoken, upstreamFor } from './test-client.ts'

const key = { 'api-key': 'resource-key' }
const request = (more: object = {}) => ({ messages: [{ role: 'user', content: 'hello there' }], ...more })
const dated = (task = 'chat/completions', deployment = 'gpt-4.1', version = '2024-10-21') =>
  `/openai/deployments/${deployment}/${task}?api-version=${version}`

test('a deployment responds with its model and its filter results', async (t) => {
  const { url, requests } = await upstreamFor(t)
  const { status, body } = await postJson(url + dated(), request(), key)
  assert.deepEqual([status, body.model], [200, 'gpt-4.1-2026-01-01'])
  assert.equal(body.choices[0].message.content, 'hello there')
  assert.equal(body.prompt_filter_results[0].prompt_index, 0)
  assert.equal(body.choices[0].content_filter_results.hate.filtered, false)
  assert.equal(requests.last()?.model, 'gpt-4.1')
})

test('a stream opens with a frame that has no choices', async (t) => {
  const { url } = await upstreamFor(t)
  const [opening, ...chunks] = await events(url + dated(), request({ stream: true }), key)
  assert.deepEqual([opening?.data.choices, opening?.data.id, opening?.data.prompt_filter_results.length], [[], '', 1])
  assert.equal(spoken(chunks), 'hello there')
  assert.ok(chunks.slice(0, -1).every(({ data }) => data.choices[0].content_filter_results.hate.severity === 'safe'))
  assert.equal(chunks.at(-1)?.data, '[DONE]')
})

test('the newer addresses name the deployment in the body', async (t) => {
  const { url, urlOf } = await upstreamFor(t)
  assert.equal(
    (await postJson(`${url}/openai/v1/chat/completions`, request({ model: 'mine' }), key)).body.model,
    'mine-2026-01-01',
  )
  assert.equal(
    (await postJson(`${urlOf('azure')}/openai/v1/responses`, { model: 'gpt-4.1', input: 'hi' }, key)).status,
    200,
  )
  assert.equal(
    (await postJson(`${url}/openai/responses?api-version=2025-04-01-preview`, { model: 'gpt-4.1', input: 'hi' }, key))
      .status,
    200,
  )
  assert.equal((await postJson(url + dated('embeddings', 'ada'), { input: 'x', model: 'ada' }, key)).status, 200)
})

test('a filtered prompt is refused with what the filter found', async (t) => {
  const { url } = await upstreamFor(t)
  const { status, body } = await postJson(
    url + dated(),
    request({ messages: [{ role: 'user', content: 'trip the filter' }] }),
    key,
  )
  assert.deepEqual(
    [status, body.error.code, body.error.innererror.code],
    [400, 'content_filter', 'ResponsibleAIPolicyViolation'],
  )
})

for (const [what, path, headers, status, code] of [
  ['no key', dated(), {}, 401, undefined],
  ['a bearer that is no token', dated(), bearer, 401, undefined],
  ['a key and a bearer', dated(), { ...key, ...bearer }, 401, undefined],
  ['a wrong key', dated(), { 'api-key': 'invalid' }, 401, '401'],
  ['no version', '/openai/deployments/d/chat/completions', key, 404, '404'],
  ['an odd version', dated('chat/completions', 'd', 'latest'), key, 404, '404'],
  ['an absent deployment', dated('chat/completions', 'no-such-model'), key, 404, 'DeploymentNotFound'],
  ['reranking', dated('rerank'), key, 404, '404'],
] as const) {
  test(`it refuses ${what}`, async (t) => {
    const { url } = await upstreamFor(t)
    const response = await postJson(url + path, request(), headers)
    assert.deepEqual([response.status, response.body.error?.code], [status, code])
  })
}

test('a token of the directory is taken, and old versions do not know stream options', async (t) => {
  const { url } = await upstreamFor(t)
  assert.equal((await postJson(url + dated(), request(), { authorization: 'Bearer eyJhbGciOi' })).status, 200)
  const old = await postJson(
    url + dated('chat/completions', 'd', '2024-02-01'),
    request({ stream: true, stream_options: { include_usage: true } }),
    key,
  )
  assert.deepEqual([old.status, old.body.error.code], [400, null])
})

for (const [what, version, more, message] of [
  ['functions of a version without them', '2023-06-01-preview', { tools: [] }, 'argument supplied: tools'],
  ['an effort of a version without it', '2024-10-21', { reasoning_effort: 'low' }, 'supplied: reasoning_effort'],
  ['what no version has', '2025-04-01-preview', { top_k: 1, thinking: {} }, 'arguments supplied: thinking, top_k'],
] as const)
  test(`it refuses ${what}`, async (t) => {
    const { url } = await upstreamFor(t)
    const { status, body } = await postJson(url + dated('chat/completions', 'gpt-5', version), request(more), key)
    assert.equal(status, 400)
    assert.ok(body.error.message.endsWith(message), body.error.message)
  })

test('Claude is served at its own address, with a key in either header or a token', async (t) => {
  const { urlOf } = await upstreamFor(t)
  const address = `${urlOf('azure')}/anthropic/v1/messages`
  const body = request({ model: 'claude-sonnet-4-5', max_tokens: 50 })
  const version = { 'anthropic-version': '2023-06-01' }
  const credentials: Record<string, string>[] = [key, { 'x-api-key': 'k' }, { authorization: 'Bearer eyJhbGciOi' }]
  for (const credential of credentials)
    assert.equal((await postJson(address, body, { ...version, ...credential })).body.type, 'message')
  const counted = await postJson(`${address}/count_tokens`, request({ model: 'claude-sonnet-4-5' }), {
    ...version,
    ...key,
  })
  assert.equal(counted.body.input_tokens, 3)
  assert.equal((await postJson(address, body, key)).status, 400)
  assert.equal((await postJson(address, body, { ...version, ...bearer })).status, 401)
  const absent = await postJson(address, { ...body, model: 'no-such-model' }, { ...version, ...key })
  assert.deepEqual([absent.status, absent.body.error.code], [404, 'DeploymentNotFound'])
})
