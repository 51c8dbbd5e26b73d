import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { saveOptions } from '../../../test/harness/harness.ts'
import { useRelay } from '../../../test/harness/relay-harness.ts'

const start = 100_000_000
const input = [
  { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'four' }] },
  { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'eight letters' }] },
]

describe('compacting a conversation', () => {
  const relay = useRelay('sqlite')
  before(async () => {
    // The one that cannot compact comes first for everything else.
    await relay.channel({
      type: 43,
      models: 'gpt-5.6,deepseek-chat',
      priority: 9,
      base_url: relay.mock.urlOf('deepseek'),
    })
    await relay.channel({ type: 1, models: 'gpt-5.6,alias', model_mapping: { alias: 'gpt-5.6' } })
    const { store, vault } = relay.deps
    await saveOptions(store, vault, {
      ModelRatio: JSON.stringify({ 'gpt-5.6': 2, alias: 2 }),
      CompletionRatio: JSON.stringify({ 'gpt-5.6': 3, alias: 3 }),
    })
    await relay.deps.reload()
  })

  async function compact(key: string, body: object) {
    relay.mock.requests.clear()
    const response = await fetch(`${relay.url}/v1/responses/compact`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return { status: response.status, body: JSON.parse(await response.text()) }
  }

  test('is done by a channel that speaks Responses, passes as it is, and is charged by its usage', async () => {
    const { key, user_id } = await relay.key()
    const usage = { input_tokens: 1000, output_tokens: 100, total_tokens: 1100 }
    relay.mock.faults.add({ times: 1, fault: { kind: 'usage', counts: { input: 1000, output: 100 } } })
    const { status, body } = await compact(key, { model: 'alias', input, new_field: 1 })
    assert.equal(status, 200)
    assert.equal(body.object, 'response.compaction')
    assert.deepEqual(
      body.output.map(({ type }: { type: string }) => type),
      ['message', 'compaction'],
    )
    assert.equal(body.usage.input_tokens, usage.input_tokens)
    const sent = relay.mock.requests.last()
    assert.equal(sent?.path, '/v1/responses/compact')
    assert.deepEqual(sent?.body, { model: 'gpt-5.6', input, new_field: 1 })
    const charge = 1000 * 2 + 100 * 2 * 3
    assert.deepEqual(await relay.balance(user_id), {
      quota: start - charge,
      held: 0,
      used_quota: charge,
      request_count: 1,
    })
    assert.equal(relay.mock.requests.list().length, 1, 'no other channel was called')
  })

  test('is refused with 501 where no channel can', async () => {
    const { key, user_id } = await relay.key()
    const { status, body } = await compact(key, { model: 'deepseek-chat', input })
    assert.deepEqual([status, body.error.code], [501, 'not_supported'])
    assert.deepEqual(relay.mock.requests.list(), [])
    assert.deepEqual(await relay.balance(user_id), { quota: start, held: 0, used_quota: 0, request_count: 0 })
  })

  test('that fails upstream costs nothing', async () => {
    const { key, user_id } = await relay.key()
    relay.mock.faults.add({ times: 1, fault: { kind: 'status', status: 500 } })
    assert.equal((await compact(key, { model: 'gpt-5.6', input })).status, 502)
    assert.deepEqual(await relay.balance(user_id), { quota: start, held: 0, used_quota: 0, request_count: 0 })
  })
})
