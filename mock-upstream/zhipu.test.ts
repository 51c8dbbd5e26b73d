import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { post, postJson, upstreamFor } from './test-client.ts'

const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
function token(secret: string, timestamp = Date.now()): string {
  const head = encoded({ alg: 'HS256', sign_type: 'SIGN' })
  const payload = encoded({ api_key: 'account', exp: timestamp + 86_400_000, timestamp })
  return `${head}.${payload}.${createHmac('sha256', secret).update(`${head}.${payload}`).digest('base64url')}`
}
const prompt = [{ role: 'user', content: 'hello there' }]

test('Zhipu’s third version wants a bare token, signed and of today, and refuses with status 200', async (t) => {
  const { urlOf } = await upstreamFor(t)
  const url = `${urlOf('zhipu')}/api/paas/v3/model-api/chatglm_turbo/invoke`
  const outcome = async (authorization: string) => {
    const { status, body } = await postJson(url, { prompt }, { authorization })
    return [status, body.code]
  }
  assert.deepEqual(await outcome(token('secret')), [200, 200])
  assert.deepEqual(await outcome(`Bearer ${token('secret')}`), [200, 1002])
  assert.deepEqual(await outcome(token('other')), [200, 1002])
  assert.deepEqual(await outcome(token('secret', 1_700_000_000)), [200, 1002])
})

test('Zhipu’s third version streams raw text, all of it each time unless told otherwise', async (t) => {
  const { urlOf } = await upstreamFor(t)
  const url = `${urlOf('zhipu')}/api/paas/v3/model-api/chatglm_turbo/sse-invoke`
  const lines = async (more: object) => {
    const response = await post(url, { prompt, ...more }, { authorization: token('secret') })
    return (await response.text()).split('\n').filter((line) => line.startsWith('data:'))
  }
  assert.deepEqual(await lines({ incremental: true }), ['data:hello ', 'data:there', 'data:'])
  assert.deepEqual(await lines({}), ['data:hello ', 'data:hello there', 'data:'])
})

test('Zhipu’s fourth version takes the key itself, and refuses what it does not know', async (t) => {
  const { urlOf } = await upstreamFor(t)
  const key = { authorization: 'Bearer account.secret' }
  const outcome = async (more: object, headers = key) => {
    const request = { model: 'glm-4.6', messages: prompt, ...more }
    const { status, body } = await postJson(`${urlOf('zhipu')}/api/paas/v4/chat/completions`, request, headers)
    return [status, body.error?.code]
  }
  assert.deepEqual(await outcome({}), [200, undefined])
  assert.deepEqual(await outcome({}, { authorization: 'Bearer account' }), [401, '1002'])
  assert.deepEqual(await outcome({ seed: 1 }), [400, '1210'])
  assert.deepEqual(await outcome({ top_p: 1 }), [400, '1214'])
  assert.deepEqual(await outcome({ stop: 'x' }), [400, '1214'])
  assert.deepEqual(await outcome({ tool_choice: 'required' }), [400, '1214'])
})
