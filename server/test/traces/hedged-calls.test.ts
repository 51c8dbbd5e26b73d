import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, test } from 'node:test'
import { useRelay } from '../harness/relay-harness.ts'
import { startTraceCollector } from '../outside/trace-collector.ts'
import { chatBody, send } from '../relay/send.ts'
import { chatChunk, openEvents, startSteeredUpstream, usageOf } from '../relay/steered-upstream.ts'

const collector = await startTraceCollector()
after(() => collector.stop())
const relay = useRelay('sqlite', collector.env, ({ options }) => options({ HedgeAfterMs: '5', RetryTimes: '0' }))

test('two channels that serve a call at the same time are two attempts: one responds, one is cancelled', async (t) => {
  const here = relay.place()
  const [slow, other] = [await startSteeredUpstream(t), await startSteeredUpstream(t)]
  const first = await here.channel({ priority: 2, base_url: slow.url })
  const second = await here.channel({ priority: 1, base_url: other.url })
  const mine = await here.key()
  const call = send(relay, '/v1/chat/completions', { key: mine.key, body: chatBody('hi', { stream: true }) })
  const silent = await slow.next()
  const { response } = await other.next()
  const cancelled = once(silent.response, 'close')
  openEvents(response)
  response.write(chatChunk({ role: 'assistant', content: 'from the second' }))
  response.write(chatChunk({}, 'stop'))
  response.write(`data: ${JSON.stringify({ choices: [], ...usageOf(10, 20) })}\n\n`)
  response.end('data: [DONE]\n\n')
  assert.equal((await call).status, 200)
  await cancelled
  const { server, attempts } = await collector.call({ 'turnpike.user.id': mine.user_id })
  assert.deepEqual(
    attempts.map(({ attributes }) => [
      attributes['turnpike.channel.id'],
      attributes['turnpike.retry.reason'],
      attributes['error.type'],
    ]),
    [
      [first.id, undefined, 'cancelled'],
      [second.id, 'hedge', undefined],
    ],
  )
  assert.equal(server.attributes['turnpike.channel.id'], second.id)
  assert.equal(server.isError, false)
})
