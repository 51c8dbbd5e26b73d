import assert from 'node:assert/strict'
import { createHash, createHmac } from 'node:crypto'
import { test } from 'node:test'
import { postJson, upstreamFor } from './test-client.ts'

type Change = { body?: string; secret?: string; seconds?: number; action?: string; type?: string }

/** A signed request, changed behind its signature where a test says so. */
async function signed(url: string, given: object, change: Change = {}) {
  const body = JSON.stringify(given)
  const timestamp = Math.floor(Date.now() / 1000) + (change.seconds ?? 0)
  const date = new Date(timestamp * 1000).toISOString().slice(0, 10)
  const hash = (text: string) => createHash('sha256').update(text).digest('hex')
  const names = 'content-type;host;x-tc-action'
  const canonical = `POST\n/\n\ncontent-type:application/json\nhost:${new URL(url).host}\nx-tc-action:chatcompletions\n\n${names}\n${hash(body)}`
  const scope = `${date}/hunyuan/tc3_request`
  let key: string | Buffer = `TC3${change.secret ?? 'secret-of-me'}`
  for (const part of [date, 'hunyuan', 'tc3_request']) key = createHmac('sha256', key).update(part).digest()
  const signature = createHmac('sha256', key)
    .update(`TC3-HMAC-SHA256\n${timestamp}\n${scope}\n${hash(canonical)}`)
    .digest('hex')
  const response = await fetch(`${url}/`, {
    method: 'POST',
    headers: {
      'content-type': change.type ?? 'application/json',
      'x-tc-action': change.action ?? 'ChatCompletions',
      'x-tc-version': '2023-09-01',
      'x-tc-timestamp': String(timestamp),
      authorization: `TC3-HMAC-SHA256 Credential=me/${scope}, SignedHeaders=${names}, Signature=${signature}`,
    },
    body: change.body ?? body,
  })
  const { Response } = (await response.json()) as { Response: { Error?: { Code: string } } }
  return [response.status, Response.Error?.Code]
}

const chat = { Model: 'hunyuan-lite', Messages: [{ Role: 'user', Content: 'hi' }] }

test('a signature is checked over the bytes, the headers and the time', async (t) => {
  const base = (await upstreamFor(t)).urlOf('hunyuan-native')
  const changed = (change: Change) => signed(base, chat, change)
  assert.deepEqual(await changed({}), [200, undefined])
  assert.deepEqual(await changed({ body: `${JSON.stringify(chat)} ` }), [200, 'AuthFailure.SignatureFailure'])
  assert.deepEqual(await changed({ secret: 'other' }), [200, 'AuthFailure.SignatureFailure'])
  assert.deepEqual(await changed({ type: 'application/json; charset=utf-8' }), [200, 'AuthFailure.SignatureFailure'])
  assert.deepEqual(await changed({ action: 'GetEmbedding' }), [200, 'AuthFailure.SignatureFailure'])
  assert.deepEqual(await changed({ seconds: -400 }), [200, 'AuthFailure.SignatureExpire'])
})

test('it refuses what it does not know', async (t) => {
  const base = (await upstreamFor(t)).urlOf('hunyuan-native')
  const code = async (more: object) => (await signed(base, { ...chat, ...more }))[1]
  const user = chat.Messages[0]
  assert.equal(await code({ max_tokens: 5 }), 'UnknownParameter')
  assert.equal(await code({ Messages: [user, user] }), 'InvalidParameter')
  assert.equal(await code({ Messages: [user, { Role: 'system', Content: 's' }] }), 'InvalidParameter')
  assert.equal(
    await code({ Tools: [{ Type: 'function', Function: { Name: 'f', Parameters: {} } }] }),
    'InvalidParameter',
  )
  assert.equal(await code({ ToolChoice: 'required' }), 'InvalidParameterValue')
})

test('the current service takes bearers, and refuses signing keys', async (t) => {
  const url = `${(await upstreamFor(t)).urlOf('hunyuan')}/v1/chat/completions`
  const body = { model: 'hy3', messages: [{ role: 'user', content: 'hi' }] }
  assert.equal((await postJson(url, body)).status, 200)
  assert.equal((await postJson(url, body, { authorization: 'Bearer a|b|c' })).status, 401)
  assert.equal((await postJson(url, { ...body, messages: [{ role: 'user', content: 'trip the filter' }] })).status, 451)
})
