import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { requestIdHeader } from '../../src/http/request-id.ts'
import { model as realtimeModel, refusalOf, talk, userText, writtenOnly } from '../harness/realtime-harness.ts'
import { useRelay } from '../harness/relay-harness.ts'
import { startTraceCollector } from '../outside/trace-collector.ts'
import { booksOf, settledBooks } from '../relay/books.ts'
import { send } from '../relay/send.ts'

const collector = await startTraceCollector()
after(() => collector.stop())
const relay = useRelay('sqlite', collector.env)

test('a realtime session is one span, from the upgrade to its end, with what it cost', async () => {
  const channel = await relay.channel({ models: realtimeModel })
  const mine = await relay.key()
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01` }
  const { socket, send: say, until, closed } = talk(relay.url, realtimeModel, { key: mine.key, headers })
  await until('session.created')
  say(writtenOnly)
  await until('session.updated')
  say(userText('hello there'))
  say({ type: 'response.create' })
  await until('response.done')
  assert.ok(!collector.spans.some(({ kind }) => kind === 'server'), 'the session is not over')
  socket.close(1000)
  await closed
  const { server, attempts } = await collector.call({ 'turnpike.user.id': mine.user_id })
  const { rows } = await settledBooks(relay, mine)
  assert.equal(server.traceId, traceId)
  assert.equal(server.attributes['gen_ai.operation.name'], 'realtime')
  assert.equal(server.attributes['gen_ai.request.model'], realtimeModel)
  assert.equal(server.attributes['http.response.status_code'], 101)
  assert.equal(server.attributes['turnpike.quota'], rows[0]?.quota)
  assert.equal(server.attributes['error.type'], undefined)
  assert.deepEqual(
    attempts.map(({ attributes }) => attributes['turnpike.channel.id']),
    [channel],
  )
})

test('a session that is refused ends with the status of its refusal', async () => {
  const { key, user_id } = await relay.key({ model_limits: 'gpt-4o' })
  const { status } = await refusalOf(talk(relay.url, realtimeModel, { key }))
  assert.equal(status, 403)
  const { server, attempts } = await collector.call({ 'turnpike.user.id': user_id })
  assert.equal(server.attributes['http.response.status_code'], 403)
  assert.equal(server.attributes['error.type'], 'model_not_allowed')
  assert.equal(attempts.length, 0)
})

test('a Gemini call is named after the operation in its address, and the key in its address is in no span', async () => {
  const model = 'gemini-2.5-flash'
  await relay.channel({ type: 24, models: model, base_url: relay.mock.urlOf('gemini') })
  const { key } = await relay.key()
  const path = `/v1beta/models/${model}:generateContent?key=${key}`
  const body = { contents: [{ role: 'user', parts: [{ text: 'hello' }] }] }
  const response = await send(relay, path, { body })
  assert.equal(response.status, 200, response.text)
  const { server, attempts } = await collector.call({ 'turnpike.request_id': response.headers.get(requestIdHeader) })
  assert.equal(server.name, 'POST /v1beta/models/:target')
  assert.equal(server.attributes['gen_ai.operation.name'], 'generate_content')
  assert.equal(server.attributes['gen_ai.provider.name'], 'gcp.gemini')
  assert.equal(attempts[0]?.name, `generate_content ${model}`)
  assert.ok(!JSON.stringify(collector.spans).includes(key.slice(3)))
})

test('a task is a call that ends when the upstream has accepted it, with its charge', async () => {
  await relay.channel({ models: 'sora-2' })
  const mine = await relay.key()
  const form = new FormData()
  for (const [name, value] of Object.entries({ model: 'sora-2', prompt: 'a cat walks', seconds: '4' }))
    form.append(name, value)
  const made = await send(relay, '/v1/videos', { key: mine.key, body: form })
  assert.equal(made.status, 200, made.text)
  const { server, attempts } = await collector.call({ 'turnpike.user.id': mine.user_id })
  const { charges } = await booksOf(relay, mine)
  assert.equal(server.attributes['gen_ai.operation.name'], 'task')
  assert.equal(server.attributes['turnpike.quota'], charges[0]?.amount)
  assert.ok(Number(charges[0]?.amount) > 0)
  assert.equal(attempts.length, 1)
})
