import assert from 'node:assert/strict'
import { test } from 'node:test'
import { events, postJson, upstreamFor } from './test-client.ts'

const request = (more: object = {}) => ({
  model: 'MiniMax-Text-01',
  messages: [{ role: 'user', content: 'hello there' }],
  ...more,
})

test('MiniMax refuses with a status and a code in its OpenAI format, and with status 200 and a code in its own', async (t) => {
  const { urlOf } = await upstreamFor(t)
  const outcome = async (more: object, query = '', path = 'chat/completions') => {
    const { status, body } = await postJson(`${urlOf('minimax')}/v1/${path}${query}`, request(more))
    return [status, body.base_resp?.status_code ?? body.error.message.match(/\((\d+)\)$/)?.[1]]
  }
  assert.deepEqual(await outcome({}), [200, 0])
  assert.deepEqual(await outcome({}, '?GroupId=1234567'), [200, 0])
  assert.deepEqual(await outcome({}, '?GroupId=other'), [401, '1004'])
  assert.deepEqual(await outcome({ temperature: 0 }), [400, '2013'])
  assert.deepEqual(await outcome({ temperature: 0 }, '', 'text/chatcompletion_v2'), [200, 2013])
  const enabled = { model: 'MiniMax-M3', thinking: { type: 'enabled' } }
  assert.deepEqual(await outcome(enabled), [400, '2013'])
  assert.deepEqual(await outcome({ stop: ['x'], response_format: { type: 'json_object' } }), [200, 0])
})

test('MiniMax thinks in details or between tags', async (t) => {
  const { urlOf } = await upstreamFor(t)
  const url = `${urlOf('minimax')}/v1/chat/completions`
  const whole = async (more: object) =>
    (await postJson(url, request({ model: 'MiniMax-M2.7', ...more }))).body.choices[0].message
  assert.match((await whole({ reasoning_split: true })).reasoning_details[0].text, /^Let me think/)
  assert.match((await whole({})).content, /^<think>Let me think.*<\/think>\n\nhello there$/s)
  const list = await events(url, request({ model: 'MiniMax-M2.7', stream: true }))
  assert.match(
    list.map(({ data }) => data.choices?.[0]?.delta?.content ?? '').join(''),
    /^<think>Let me think.*<\/think>\n\nhello there$/s,
  )
})
