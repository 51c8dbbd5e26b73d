import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { useRelay } from '../harness/relay-harness.ts'
import { holdsOfCalls } from '../ledger/held-for-calls.ts'
import { chatBody, send } from './send.ts'

/** Channel types that lack something: Anthropic has no embeddings, Jina no chats. */
const anthropic = 14
const jina = 38

describe('channels that cannot serve a request', () => {
  const relay = useRelay('sqlite', {}, ({ options }) => options({ RetryTimes: '0' }))
  const embedding = { model: 'text-embedding-3-small', input: 'sea' }

  test('a request goes to a channel that supports it, whatever the priority of the others', async () => {
    const place = relay.place()
    const unable = await place.channel({ type: anthropic, models: embedding.model, priority: 9 })
    const able = await place.channel({ models: embedding.model })
    const { key } = await place.key()
    assert.equal((await send(relay, '/v1/embeddings', { key, body: embedding })).status, 200)
    const sent = relay.mock.requests.list().map((request) => request.key)
    assert.ok(sent.includes(able.key) && !sent.includes(unable.key))
  })

  test('a chat is no attempt on a channel that cannot chat', async () => {
    const place = relay.place()
    await place.channel({ type: jina, models: 'gpt-4o', priority: 9 })
    await place.channel({ type: jina, models: 'gpt-4o', priority: 8 })
    await place.channel({ models: 'gpt-4o' })
    const { key } = await place.key()
    assert.equal((await send(relay, '/v1/chat/completions', { key, body: chatBody('x') })).status, 200)
  })

  test('where no channel can, the request is refused before anything is sent or held', async () => {
    const place = relay.place()
    const { key: upstreamKey } = await place.channel({ type: anthropic, models: embedding.model })
    const { key, user_id } = await place.key()
    const { status, json } = await send(relay, '/v1/embeddings', { key, body: embedding })
    assert.deepEqual([status, json.error.code], [501, 'not_supported'])
    assert.ok(relay.mock.requests.list().every((request) => request.key !== upstreamKey))
    const holds = await holdsOfCalls(relay.deps.store).where('user_id', '=', user_id).execute()
    assert.deepEqual(holds, [])
  })
})
