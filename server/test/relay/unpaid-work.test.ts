import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useRelay } from '../harness/relay-harness.ts'
import { assertFree, booksOf } from './books.ts'
import { send } from './send.ts'

const relay = useRelay('sqlite')

test('a response that would be made in the background is refused before any upstream hears of it', async () => {
  const here = relay.place()
  await here.channel({ models: 'gpt-5.6' })
  await here.channel({ type: 14, models: 'claude-opus-5-5', base_url: relay.mock.urlOf('anthropic') })
  const mine = await here.key()
  for (const model of ['gpt-5.6', 'claude-opus-5-5'])
    for (const path of ['/v1/responses', '/v1/responses/compact'])
      for (const stream of [false, true]) {
        const body = { model, input: 'hi', background: true, stream }
        const { status, json } = await send(relay, path, { key: mine.key, body })
        assert.deepEqual([status, json.error.param], [400, 'background'], `${model} ${path}`)
      }
  assert.deepEqual(here.sent(), [])
  assertFree(await booksOf(relay, mine))
})
