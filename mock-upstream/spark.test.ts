import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { test } from 'node:test'
import { WebSocket } from 'ws'
import type { MockUpstream } from './server.ts'
import { type Loose, postJson, upstreamFor } from './test-client.ts'

type Change = { path?: string; secret?: string; date?: string; host?: string }

/** A signed address, changed where a test says so. */
function addressOf(upstream: MockUpstream, change: Change = {}): string {
  const { host: real } = new URL(upstream.url)
  const date = change.date ?? new Date().toUTCString()
  const signed = `host: ${change.host ?? real}\ndate: ${date}\nGET ${change.path ?? '/v3.5/chat'} HTTP/1.1`
  const signature = createHmac('sha256', change.secret ?? 'secret-of-me')
    .update(signed)
    .digest('base64')
  const claim = `api_key="me", algorithm="hmac-sha256", headers="host date request-line", signature="${signature}"`
  const query = new URLSearchParams({
    authorization: Buffer.from(claim).toString('base64'),
    date,
    host: change.host ?? real,
  })
  return `ws://${real}/spark/v3.5/chat?${query}`
}

const request = (more: object = {}, chat: object = {}) => ({
  header: { app_id: 'app' },
  parameter: { chat: { domain: 'generalv3.5', ...chat } },
  payload: { message: { text: [{ role: 'user', content: 'say 8 words' }] } },
  ...more,
})

/** The messages of a response, and the code with which the connection was closed. */
async function spoken(address: string, body: unknown): Promise<{ messages: Loose[]; code: number }> {
  const socket = new WebSocket(address)
  const messages: Loose[] = []
  socket.on('message', (data) => messages.push(JSON.parse(String(data))))
  socket.on('error', () => {})
  await once(socket, 'open')
  socket.send(typeof body === 'string' ? body : JSON.stringify(body))
  const [code] = await once(socket, 'close')
  return { messages, code }
}

test('the first message is the call, and its response comes in numbered messages', async (t) => {
  const upstream = await upstreamFor(t)
  const { messages, code } = await spoken(addressOf(upstream), request())
  assert.deepEqual(
    messages.map(({ payload }) => payload.choices.status),
    [0, 1, 2],
  )
  assert.equal(
    messages.map(({ payload }) => payload.choices.text[0].content).join(''),
    'sun sky sea oak ice fog bay elm',
  )
  assert.equal(messages.at(-1).payload.usage.text.completion_tokens, 8)
  assert.equal(code, 1000)
  const [record] = upstream.requests.list()
  assert.deepEqual([record?.key, record?.model, record?.method], ['me', 'generalv3.5', 'SOCKET'])
  assert.deepEqual(record?.body, request())
})

test('a handshake whose signature is wrong is refused', async (t) => {
  const upstream = await upstreamFor(t)
  const status = async (change: Change) => {
    const socket = new WebSocket(addressOf(upstream, change))
    socket.on('error', () => {})
    const [, response] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage]
    response.resume()
    return response.statusCode
  }
  assert.equal(await status({ secret: 'other' }), 401)
  assert.equal(await status({ path: '/v4.0/chat' }), 401)
  assert.equal(await status({ host: 'spark-api.xf-yun.com' }), 401)
  assert.equal(await status({ date: 'Tue, 14 Nov 2023 22:13:20 GMT' }), 403)
})

test('what is wrong with a message is said by its code', async (t) => {
  const upstream = await upstreamFor(t)
  const code = async (body: unknown) => (await spoken(addressOf(upstream), body)).messages[0].header.code
  assert.equal(await code(request({}, { domain: 'lite' })), 10_404)
  assert.equal(await code(request({}, { temperature: 0 })), 10_163)
  assert.equal(await code(request({}, { top_p: 0.5 })), 10_163)
  assert.equal(await code(request({ header: {} })), 10_004)
  assert.equal(await code('x'), 10_012)
})

test('faults change messages, cut connections and refuse handshakes', async (t) => {
  const upstream = await upstreamFor(t)
  const address = () => addressOf(upstream)
  const { faults } = upstream
  faults.add({ times: 1, fault: { kind: 'error-event', afterChunks: 1 } })
  const failed = await spoken(address(), request())
  assert.deepEqual([failed.messages.length, failed.messages[1].header.code], [2, 10_012])
  faults.add({ times: 1, fault: { kind: 'cut', at: 'after-chunks', afterChunks: 1 } })
  const cut = await spoken(address(), request())
  assert.deepEqual([cut.messages.length, cut.code], [1, 1006])
  faults.add({ times: 1, fault: { kind: 'cut', at: 'inside', afterChunks: 1 } })
  assert.deepEqual((await spoken(address(), request())).messages.length, 1)
  faults.add({ times: 1, fault: { kind: 'usage', counts: { input: 7 } } })
  assert.equal((await spoken(address(), request())).messages.at(-1).payload.usage.text.prompt_tokens, 7)
  faults.add({ times: 1, fault: { kind: 'silent', how: 'empty' } })
  assert.deepEqual(await spoken(address(), request()), { messages: [], code: 1000 })
  faults.add({ times: 1, fault: { kind: 'status', status: 503 } })
  const socket = new WebSocket(address())
  socket.on('error', () => {})
  const [, response] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage]
  response.resume()
  assert.equal(response.statusCode, 503)
})

test('held responses leave message by message, and a client that leaves is noticed', async (t) => {
  const upstream = await upstreamFor(t)
  const held = upstream.holdResponse({ key: 'me' })
  const socket = new WebSocket(addressOf(upstream))
  await once(socket, 'open')
  socket.send(JSON.stringify(request()))
  assert.equal((await held.pieces).length, 3)
  const first = once(socket, 'message')
  await held.release(1)
  await first
  const aborted = upstream.requests.nextAbort()
  socket.terminate()
  assert.equal((await aborted).key, 'me')
})

test('over HTTP every chunk has a code, and errors come in a 200', async (t) => {
  const url = `${(await upstreamFor(t)).urlOf('spark')}/v1/chat/completions`
  const body = { model: 'lite', messages: [{ role: 'user', content: 'hi' }] }
  assert.equal((await postJson(url, body)).body.code, 0)
  assert.deepEqual((await postJson(url, { ...body, model: 'spark-x' })).body.code, 10_404)
  assert.deepEqual((await postJson(url, { ...body, stream_options: {} })).body.code, 10_163)
})
