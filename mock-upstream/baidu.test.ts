import assert from 'node:assert/strict'
import { test } from 'node:test'
import { post, postJson, upstreamFor } from './test-client.ts'

const key = { authorization: 'Bearer bce-v3/ALTAK-me/secret' }
const user = { role: 'user', content: 'hello' }
const chat = '/rpc/2.0/ai_custom/v1/wenxinworkshop/chat/completions_pro?access_token='

test('the current service knows its keys, its names and its stops', async (t) => {
  const base = (await upstreamFor(t)).urlOf('baidu')
  const code = async (more: object, headers: Record<string, string> = key) => {
    const response = await postJson(
      `${base}/v2/chat/completions`,
      { model: 'ernie-5.1', messages: [user], ...more },
      headers,
    )
    return [response.status, response.body.error?.code]
  }
  assert.deepEqual(await code({}), [200, undefined])
  assert.deepEqual(await code({}, { authorization: 'Bearer sk-1' }), [401, 'invalid_iam_token'])
  assert.deepEqual(await code({}, { ...key, appid: '7' }), [401, 'invalid_appid'])
  assert.deepEqual(await code({ model: 'ERNIE-5.1' }), [400, 'invalid_model'])
  assert.deepEqual(await code({ stop: ['a', 'b', 'c', 'd', 'e'] }), [400, 'invalid_argument'])
  assert.deepEqual(await code({ messages: [{ role: 'developer', content: 'x' }] }), [400, 'invalid_messages'])
})

test('the older service exchanges keys, and refuses with a status of 200', async (t) => {
  const base = (await upstreamFor(t)).urlOf('baidu-v1')
  const exchange = `${base}/oauth/2.0/token?grant_type=client_credentials&client_secret=s&client_id=`
  const token = async (id: string) => (await post(exchange + id, '')).json() as Promise<Record<string, unknown>>
  assert.equal((await token('invalid-id')).error, 'invalid_client')
  const { access_token, expires_in } = await token('me')
  assert.equal(expires_in, 2_592_000)
  const code = async (body: object, secret = access_token) => {
    const response = await postJson(`${base}${chat}${secret}`, body)
    return [response.status, response.body.error_code]
  }
  assert.deepEqual(await code({ messages: [user] }), [200, undefined])
  assert.deepEqual(await code({ messages: [user] }, 'x'), [200, 110])
  assert.deepEqual(await code({ messages: [user, user] }), [200, 336_003])
  assert.deepEqual(await code({ messages: [user], temperature: 0 }), [200, 336_003])
  assert.deepEqual(await code({ messages: [user], max_output_tokens: 1 }), [200, 336_003])
  assert.deepEqual(await code({ messages: [user], stream_options: {} }), [200, 336_001])
})
