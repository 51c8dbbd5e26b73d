import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { atEnd } from '../harness/at-end.ts'
import { databaseKinds, freshDatabase, openTest } from '../harness/databases.ts'
import { eventually } from '../harness/eventually.ts'
import { driftsOf, readUser } from '../harness/ledger.ts'
import { connectTo, readResponse, readToEnd } from '../harness/raw-http.ts'
import { model, talk } from '../harness/realtime-harness.ts'
import { startRelay } from '../harness/relay-harness.ts'
import { chatBody, open } from './send.ts'
import { chatChunk, openEvents, startSteeredUpstream } from './steered-upstream.ts'

/** As long as a call holds it up, a server does not stop within the time of a test. */
const patient = { DRAIN_SECONDS: '3600' }
const limit = { timeout: 60_000 }

async function given(t: TestContext) {
  const database = await freshDatabase('sqlite')
  atEnd(t, database.drop)
  const upstream = await startSteeredUpstream(t)
  const relay = await startRelay(database.address, patient)
  atEnd(t, relay.stop)
  await relay.channel({ base_url: upstream.url })
  const { key } = await relay.key()
  /** A stream over a connection that the client keeps. */
  const stream = (): Socket => {
    const socket = connectTo(relay.url)
    const body = JSON.stringify(chatBody('hello', { stream: true }))
    const head = ['POST /v1/chat/completions HTTP/1.1', 'Host: x', `Authorization: Bearer ${key}`]
    const fields = ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`]
    socket.write(`${[...head, ...fields].join('\r\n')}\r\n\r\n${body}`)
    return socket
  }
  return { relay, upstream, stream }
}

test('a stream that was begun may finish, and its connection does not outlive it', limit, async (t) => {
  const { relay, upstream, stream } = await given(t)
  const client = stream()
  const { response } = await upstream.next()
  openEvents(response)
  response.write(chatChunk({ content: 'first' }))
  const [head] = await once(client, 'data')
  assert.match(String(head), /^Connection: keep-alive/im)
  const stopped = relay.stop()
  const rest = readToEnd(client)
  response.end(`${chatChunk({ content: 'last' }, 'stop')}data: [DONE]\n\n`)
  assert.match(await rest, /last.*\[DONE\]/s)
  await stopped
})

test('a stream whose head is sent while the server stops says that its connection ends', limit, async (t) => {
  const { relay, upstream, stream } = await given(t)
  const client = stream()
  const { response } = await upstream.next()
  const stopped = relay.stop()
  openEvents(response)
  response.end(`${chatChunk({ content: 'all' }, 'stop')}data: [DONE]\n\n`)
  const result = readResponse(await readToEnd(client))
  assert.deepEqual([result.status, result.headers.get('connection')], [200, 'close'])
  await stopped
})

test('clients that hung up and sessions that are over do not hold a stopping server up', limit, async (t) => {
  const { relay, upstream, stream } = await given(t)
  const client = stream()
  const { response } = await upstream.next()
  openEvents(response)
  response.write(chatChunk({ content: 'first' }))
  await once(client, 'data')
  client.destroy()
  await once(response, 'close')

  await relay.channel({ models: model })
  const { key } = await relay.key()
  const { socket, until, closed } = talk(relay.url, model, { key })
  await until('session.created')
  socket.close()
  await closed
  await eventually('nothing is held', async () => {
    const users = await relay.deps.store.selectFrom('users').select('held').execute()
    return users.every(({ held }) => held === 0)
  })
  await relay.stop()
})

for (const kind of databaseKinds)
  test(`streams that outlast the time to finish are charged for what they delivered before the server ends [${kind}]`, async (t) => {
    const database = await freshDatabase(kind)
    atEnd(t, database.drop)
    const upstream = await startSteeredUpstream(t)
    const relay = await startRelay(database.address, { DRAIN_SECONDS: '0' })
    await relay.channel({ base_url: upstream.url })
    const { key, user_id } = await relay.key()
    const count = 8
    for (let number = 0; number < count; number++) {
      const result = open(relay, '/v1/chat/completions', { key, body: chatBody('hello', { stream: true }) })
      const { response } = await upstream.next()
      openEvents(response)
      response.write(chatChunk({ content: 'the first words of many' }))
      await (await result).body?.getReader().read()
    }
    await relay.stop()
    const after = await openTest(database.address)
    atEnd(t, after.close)
    const { held, request_count } = await readUser(after.store, user_id)
    assert.deepEqual({ held, request_count }, { held: 0, request_count: count })
    assert.deepEqual(await driftsOf(after), [])
  })
