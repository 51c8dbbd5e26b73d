import assert from 'node:assert/strict'
import { test } from 'node:test'
import { events, postJson, spoken, upstreamFor } from './test-client.ts'

const request = (more: object = {}) => ({ model: 'x', messages: [{ role: 'user', content: 'hello there' }], ...more })

test('it responds at any path, with the fewest fields and without a key', async (t) => {
  const { urlOf } = await upstreamFor(t)
  const { body } = await postJson(`${urlOf('custom')}/api/a/b%20c/chat?m=x`, request({ reasoning_effort: 'low' }), {})
  assert.deepEqual(Object.keys(body), ['choices'])
  assert.equal(body.choices[0].message.content, 'hello there')
  assert.match(body.choices[0].message.reasoning, /hello/)
})

test('its streams have no identifiers, no usage and no end marker', async (t) => {
  const { urlOf } = await upstreamFor(t)
  const list = await events(`${urlOf('custom')}/chat`, request({ stream: true }), {})
  assert.equal(spoken(list), 'hello there')
  assert.deepEqual(Object.keys(list[0]?.data), ['choices'])
  assert.equal(list.at(-1)?.data.choices[0].finish_reason, 'stop')
})

test('it does not know stream options, and words its errors in its own way', async (t) => {
  const { urlOf } = await upstreamFor(t)
  const { status, body } = await postJson(`${urlOf('custom')}/chat`, request({ stream: true, stream_options: {} }), {})
  assert.deepEqual([status, body.msg], [400, 'stream_options is not known here'])
  assert.equal((await postJson(`${urlOf('custom')}/chat`, request({ messages: [] }), {})).status, 400)
  assert.equal((await postJson(`${urlOf('custom')}/chat`, request(), { authorization: 'Bearer invalid' })).status, 401)
})
