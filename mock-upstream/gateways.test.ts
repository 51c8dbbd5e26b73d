import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bearer, postJson, upstreamFor } from './test-client.ts'
import type { VendorName } from './vendors.ts'

const user = [{ role: 'user', content: 'q' }]
const chat = { model: 'gpt-4o', messages: user }
const message = { model: 'claude-sonnet-4-5', max_tokens: 9, messages: user }
const generate = { contents: [{ role: 'user', parts: [{ text: 'q' }] }] }

test('a gateway takes every format, with the key where the format has it', async (t) => {
  const { urlOf } = await upstreamFor(t)
  for (const vendor of ['new-api', 'sub2api'] as const) {
    const post = async (path: string, body: object, headers: Record<string, string> = bearer) =>
      (await postJson(urlOf(vendor) + path, body, headers)).status
    assert.equal(await post('/v1/chat/completions', chat), 200)
    assert.equal(await post('/v1/messages', message), 200)
    assert.equal(await post('/v1/messages', message, { 'x-api-key': 'k' }), 200)
    const google = '/v1beta/models/gemini-2.0-flash:generateContent'
    assert.equal(await post(google, generate, { 'x-goog-api-key': 'k' }), 200)
    assert.equal(await post(google, generate), 401)
    assert.equal(await post('/v1/chat/completions', chat, {}), 401)
  }
})

test('a wrong key is refused in the gateway’s own form', async (t) => {
  const { urlOf } = await upstreamFor(t)
  const wrong = { authorization: 'Bearer sk-invalid' }
  const refusal = async (vendor: VendorName) => (await postJson(`${urlOf(vendor)}/v1/messages`, message, wrong)).body
  assert.equal((await refusal('new-api')).error.type, 'new_api_error')
  assert.equal((await refusal('sub2api')).code, 'INVALID_API_KEY')
})

test('each has its own paths: one counts no tokens, the other ranks nothing', async (t) => {
  const { urlOf } = await upstreamFor(t)
  const count = '/v1/messages/count_tokens'
  const { max_tokens: _, ...counted } = message
  assert.equal((await postJson(urlOf('new-api') + count, counted)).status, 404)
  assert.equal((await postJson(urlOf('sub2api') + count, counted)).status, 200)
  const ranking = { model: 'm', query: 'q', documents: ['a'] }
  assert.equal((await postJson(`${urlOf('new-api')}/v1/rerank`, ranking)).status, 200)
  assert.equal((await postJson(`${urlOf('sub2api')}/v1/rerank`, ranking)).status, 404)
})
