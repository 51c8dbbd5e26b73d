import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useRelay } from '../harness/relay-harness.ts'
import { chatBody, send } from './send.ts'

const relay = useRelay('sqlite', {}, ({ options }) => options({ RetryTimes: '1' }))
const path = '/v1/chat/completions'

test('calls are counted by model, channel and group, and failures by their code', async () => {
  const here = relay.place()
  const bad = await here.channel({ priority: 2 })
  const good = await here.channel({ priority: 1 })
  relay.mock.faults.add({ match: { key: bad.key }, fault: { kind: 'status', status: 500 } })
  const { key } = await here.key()
  const body = chatBody('hello')
  assert.equal((await send(relay, path, { key, body })).status, 200)
  assert.equal((await send(relay, path, { key, body: { ...body, stream: true } })).status, 200)
  assert.notEqual((await send(relay, path, { key, body: { ...body, model: 'no-such-model' } })).status, 200)

  const text = await (await fetch(`${relay.url}/metrics`)).text()
  const linesOf = (name: string) => text.split('\n').filter((line) => line.startsWith(`${name}{`))
  const value = (name: string, ...labels: string[]) =>
    Number(
      linesOf(name)
        .find((line) => labels.every((label) => line.includes(label)))
        ?.split(' ')
        .at(-1),
    )
  const mine = [`model="${body.model}"`, `channel="${good.id}"`, `group="${here.group}"`]
  assert.equal(value('turnpike_relay_calls_total', ...mine), 2)
  assert.ok(value('turnpike_relay_quota_total', ...mine) > 0)
  assert.ok(value('turnpike_relay_call_tokens_total', ...mine, 'direction="input"') > 0)
  assert.equal(value('turnpike_relay_call_seconds_count', ...mine.slice(0, 2)), 2)
  assert.equal(value('turnpike_relay_time_to_first_token_seconds_count', ...mine.slice(0, 2)), 1)
  assert.equal(value('turnpike_relay_attempts_total', `channel="${bad.id}"`, 'outcome="overloaded"'), 2)
  assert.equal(value('turnpike_relay_failures_total', 'model=""', `group="${here.group}"`, 'code="model_not_found"'), 1)
})
