import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { RelayDeps } from '../../src/gateway/entry/relay-deps.ts'
import { eventually } from '../harness/eventually.ts'
import { connectTo, type RawResponse, readResponse, readToEnd } from '../harness/raw-http.ts'
import { type RelayServer, useRelay } from '../harness/relay-harness.ts'
import { chatBody, type Loose, open, send } from './send.ts'
import { startSteeredUpstream } from './steered-upstream.ts'

const mebibyte = 1024 * 1024
const path = '/v1/chat/completions'

// A user may have 4 MiB in flight, and all users together 16.
const relay = useRelay('sqlite', { CALL_MEMORY_MB: '16', MAX_REQUEST_BODY_MB: '2' })
const inFlight = () => (relay.deps as RelayServer['deps'] & RelayDeps).inFlight // the test server has both
const isIdle = () => eventually('nothing is in flight', () => inFlight().count() === 0 && inFlight().bytes() === 0)

/** Sends the head of a call, and as much of its body as it is given. */
function begin(t: TestContext, key: string, { length, body = '' }: { length?: number; body?: string }): Socket {
  const socket = connectTo(relay.url)
  t.after(() => socket.destroy())
  const size = length === undefined ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`
  const head = [`POST ${path} HTTP/1.1`, 'Host: x', `Authorization: Bearer ${key}`, 'Content-Type: application/json']
  socket.write(`${[...head, size].join('\r\n')}\r\n\r\n${body}`)
  return socket
}
const refusalOf = async (socket: Socket): Promise<[number, string]> => {
  const response: RawResponse = readResponse(await readToEnd(socket))
  return [response.status, (JSON.parse(response.body) as Loose).error.code]
}

test('bodies that were announced count before they come: for their user, and for all', async (t) => {
  const keys: string[] = []
  for (let index = 0; index < 5; index++) keys.push((await relay.key()).key)
  const sockets: Socket[] = []
  for (const [index, key] of keys.slice(0, 4).entries()) {
    sockets.push(begin(t, key, { length: 2 * mebibyte }), begin(t, key, { length: 2 * mebibyte }))
    const held = (index + 1) * 4 * mebibyte
    await eventually('both count', () => inFlight().bytes() === held)
    assert.deepEqual(await refusalOf(begin(t, key, { length: mebibyte })), [429, 'too_many_bytes'])
  }
  assert.deepEqual(await refusalOf(begin(t, keys[4] ?? '', { length: mebibyte })), [503, 'server_busy'])
  for (const socket of sockets) socket.destroy()
  await isIdle()
})

test('a body in chunks counts as it comes, and is refused when there is no more room', async (t) => {
  const { key } = await relay.key()
  const piece = `${(mebibyte).toString(16)}\r\n${'x'.repeat(mebibyte)}\r\n`
  const [first, second, third] = [0, 1, 2].map(() => begin(t, key, {}))
  first?.write(piece + piece)
  second?.write(piece)
  await eventually('three pieces count', () => inFlight().bytes() === 3 * mebibyte)
  third?.write(piece + piece)
  assert.ok(third)
  assert.deepEqual(await refusalOf(third), [429, 'too_many_bytes'])
  first?.destroy()
  second?.destroy()
  await isIdle()
})

test('a body that is too large is refused by its head', async (t) => {
  const { key } = await relay.key()
  assert.deepEqual(await refusalOf(begin(t, key, { length: 2 * mebibyte + 1 })), [413, 'request_too_large'])
  await isIdle()
})

test('a hundred unfinished bodies are a hundred calls of their key', async (t) => {
  const { key } = await relay.key()
  const sockets = Array.from({ length: 100 }, () => begin(t, key, { length: 10 }))
  await eventually('all are in flight', () => inFlight().count() === 100)
  const { status, json } = await send(relay, path, { key, body: chatBody() })
  assert.deepEqual([status, json.error.code], [429, 'too_many_in_flight'])
  for (const socket of sockets) socket.destroy()
  await isIdle()
})

test('however a call ends, nothing of it stays counted', async (t) => {
  const here = relay.place()
  await here.channel()
  const { key } = await here.key()
  const poor = await here.key({ quota: 1 })
  const packed = gzipSync(JSON.stringify(chatBody('x'.repeat(1000))))
  const unpacked = { key, body: packed, headers: { 'content-encoding': 'gzip', 'content-type': 'application/json' } }
  const statuses = [
    await send(relay, path, { key, body: chatBody() }),
    await send(relay, path, { key, body: chatBody('hello', { stream: true }) }),
    await send(relay, path, unpacked),
    await send(relay, path, { key, body: '{' }),
    await send(relay, path, { key: poor.key, body: chatBody('hello', { max_tokens: 100_000 }) }),
    await send(relay, path, { ...unpacked, body: packed.subarray(0, 20) }),
    await send(relay, '/v1/files', { key, body: '{}' }),
    await send(relay, '/v1/messages/count_tokens', { key, body: chatBody() }),
  ].map(({ status }) => status)
  assert.deepEqual(statuses, [200, 200, 200, 400, 403, 400, 501, 200])
  const broken = begin(t, key, { length: 100, body: '{"model":' })
  await eventually('it is in flight', () => inFlight().count() === 1)
  broken.destroy()
  await isIdle()
})

test('a call counts until its whole response has been read', async (t) => {
  const upstream = await startSteeredUpstream(t)
  const here = relay.place()
  await here.channel({ base_url: upstream.url })
  const { key } = await here.key()
  const body = JSON.stringify(chatBody())
  const client = begin(t, key, { length: Buffer.byteLength(body), body })
  client.pause()
  const { response } = await upstream.next()
  const content = 'x'.repeat(20 * mebibyte)
  const choices = [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }]
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ id: 'x', object: 'chat.completion', created: 1, model: 'gpt-4o', choices, usage }))
  await eventually('the response counts', () => inFlight().bytes() > 20 * mebibyte)
  const other = await here.key()
  const { status } = await open(relay, path, { key: other.key, body: chatBody() })
  assert.equal(status, 503, 'a response that fills the memory keeps new calls out')
  client.resume()
  client.end()
  await once(client, 'close')
  await isIdle()
})

test('without a valid key nothing of a body is read, and a client that is still sending reads why', async () => {
  for (const target of [path, '/pg/chat/completions', '/api/channel/']) {
    const socket = connectTo(relay.url)
    socket.write(
      `POST ${target} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 900000\r\n\r\n{`,
    )
    const response = readResponse(await readToEnd(socket))
    assert.deepEqual([response.status, response.headers.get('connection')], [401, 'close'], target)
    for (let round = 0; round < 5; round++)
      assert.equal((await send(relay, target, { key: 'sk-unknown', body: 'x'.repeat(900_000) })).status, 401, target)
  }
  const small = connectTo(relay.url)
  const body = '{}'
  const request = `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  small.write(request + request.replace('Host: x', 'Host: x\r\nConnection: close'))
  assert.equal(
    (await readToEnd(small)).match(/HTTP\/1\.1 401/g)?.length,
    2,
    'a small body does not cost its connection',
  )
})
