import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bearer, events, postJson, upstreamFor } from './test-client.ts'

const user = (content: unknown) => ({ role: 'user', content })
const request = (more: object = {}) => ({ model: 'command-a-03-2025', messages: [user('hello there')], ...more })

test('Cohere refuses what it does not know, and what it knows out of range', async (t) => {
  const { urlOf } = await upstreamFor(t)
  const status = async (more: object) => (await postJson(`${urlOf('cohere')}/v2/chat`, request(more))).status
  assert.equal(await status({}), 200)
  assert.equal(await status({ top_p: 0.5 }), 422)
  assert.equal(await status({ p: 1 }), 400)
  assert.equal(await status({ tool_choice: 'auto' }), 400)
  assert.equal(await status({ thinking: { type: 'enabled' } }), 400)
  assert.equal(await status({ messages: [user('q'), { role: 'assistant', content: 'a' }] }), 400)
  const called = { id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }
  const planned = [user('q'), { role: 'assistant', tool_plan: 'a', tool_calls: [called] }, user('q')]
  assert.equal(await status({ messages: planned }), 200)
  assert.equal(await status({ messages: [user('q'), { ...planned[1], reasoning_content: 'r' }, user('q')] }), 422)
})

test('Cohere streams a message from its start to its end', async (t) => {
  const { urlOf } = await upstreamFor(t)
  const list = await events(`${urlOf('cohere')}/v2/chat`, request({ stream: true }))
  assert.equal(list[0]?.event, 'message-start')
  assert.equal(list.at(-1)?.event, 'message-end')
  assert.equal(list.at(-1)?.data.delta.usage.tokens.input_tokens, 3)
  assert.equal(list.map(({ data }) => data.delta?.message?.content?.text ?? '').join(''), 'hello there')
})

test('Cohere embeds at most 96 texts, and wants to know what for', async (t) => {
  const { urlOf } = await upstreamFor(t)
  const embed = (more: object) =>
    postJson(`${urlOf('cohere')}/v2/embed`, { model: 'embed-v4.0', texts: ['a'], ...more })
  assert.equal((await embed({})).status, 400)
  const input_type = 'search_document'
  assert.equal((await embed({ input_type })).body.embeddings.float[0].length, 1536)
  assert.equal((await embed({ input_type, texts: Array(97).fill('a') })).status, 400)
})

test('Cohere reads the fields of a recording before the file', async (t) => {
  const { urlOf } = await upstreamFor(t)
  const send = async (names: string[]) => {
    const body = new FormData()
    for (const name of names)
      body.append(name, name === 'file' ? new File(['x'], 'a.wav') : name === 'model' ? 'm' : 'en')
    return (await fetch(`${urlOf('cohere')}/v2/audio/transcriptions`, { method: 'POST', headers: bearer, body })).status
  }
  assert.equal(await send(['model', 'language', 'file']), 200)
  assert.equal(await send(['model', 'file', 'language']), 400)
})
