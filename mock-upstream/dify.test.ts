import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bearer, events, postJson, upstreamFor } from './test-client.ts'

const path = '/v1/chat-messages'
const request = (more: object = {}) => ({ inputs: {}, query: 'hi', response_mode: 'blocking', user: 'u', ...more })

test('a response comes whole or as events, with its usage at the end and no marker', async (t) => {
  const { urlOf } = await upstreamFor(t)
  const { body } = await postJson(urlOf('dify') + path, request())
  assert.deepEqual([body.answer, body.metadata.usage.total_tokens], ['hi', 2])
  const list = await events(urlOf('dify') + path, request({ response_mode: 'streaming' }))
  assert.equal(list.map(({ data }) => data.answer ?? '').join(''), 'hi')
  assert.equal(list.at(-1)?.data.event, 'message_end')
})

test('conversations and files belong to a user', async (t) => {
  const { urlOf } = await upstreamFor(t)
  const url = urlOf('dify') + path
  const { conversation_id } = (await postJson(url, request())).body
  assert.equal((await postJson(url, request({ conversation_id }))).status, 200)
  assert.equal((await postJson(url, request({ conversation_id, user: 'another' }))).body.code, 'not_found')
  const form = new FormData()
  form.append('file', new Blob(['x'], { type: 'image/png' }), 'a.png')
  form.append('user', 'u')
  const uploaded = await fetch(`${urlOf('dify')}/v1/files/upload`, { method: 'POST', body: form, headers: bearer })
  const { id } = (await uploaded.json()) as { id: string }
  const files = [{ type: 'image', transfer_method: 'local_file', upload_file_id: id }]
  assert.equal((await postJson(url, request({ files }))).status, 200)
  assert.equal((await postJson(url, request({ files, user: 'another' }))).status, 400)
})

for (const [what, more] of [
  ['no user', { user: undefined }],
  ['no inputs', { inputs: undefined }],
  ['no query', { query: '' }],
  ['a mode of its own', { response_mode: 'sse' }],
  ['a file by its media type', { files: [{ type: 'image/png', transfer_method: 'remote_url', url: 'https://x/y' }] }],
  ['a file without a method', { files: [{ type: 'image', transfer_mode: 'remote_url', url: 'https://x/y' }] }],
] as const)
  test(`${what} is refused`, async (t) => {
    const { urlOf } = await upstreamFor(t)
    const { status, body } = await postJson(urlOf('dify') + path, request(more))
    assert.deepEqual([status, body.code, body.status], [400, 'invalid_param', 400])
  })
