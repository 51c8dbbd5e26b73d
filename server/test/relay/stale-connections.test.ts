import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { describe, type TestContext, test } from 'node:test'
import { eventually } from '../harness/eventually.ts'
import { useRelay } from '../harness/relay-harness.ts'
import { booksOf } from './books.ts'
import { chatBody, send } from './send.ts'

const usage = { prompt_tokens: 5, completion_tokens: 2, total_tokens: 7 }
const chatResponse = {
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1,
  model: 'gpt-4o',
  choices: [{ index: 0, message: { role: 'assistant', content: 'hello' }, finish_reason: 'stop' }],
  usage,
}
const pictureResponse = { created: 1, data: [{ b64_json: 'QUJD' }] }

/** An upstream that serves one request on every connection and closes it when the next request arrives. */
async function staleUpstream(t: TestContext) {
  const sockets: Socket[] = []
  const requests: string[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    let served = 0
    let received = ''
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      received += bytes.toString('latin1')
      const line = requestLineOf(received)
      if (line === undefined) return
      received = ''
      requests.push(line)
      if (served++ > 0) return socket.destroy()
      const body = JSON.stringify(line.includes('/images/') ? pictureResponse : chatResponse)
      const head = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`
      socket.write(`${head}\r\nKeep-Alive: timeout=600\r\n\r\n${body}`)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { base_url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, sockets, requests }
}

/** The request line, once the whole request has arrived. */
function requestLineOf(received: string): string | undefined {
  const headEnd = received.indexOf('\r\n\r\n')
  const [, length = '0'] = /content-length: (\d+)/i.exec(received) ?? []
  return headEnd >= 0 && received.length >= headEnd + 4 + Number(length) ? received.split('\r\n')[0] : undefined
}

describe('a kept connection that the upstream closes as the next request arrives', () => {
  const relay = useRelay('sqlite', {}, (server) => server.options({ ChannelPauseFailures: '1' }))

  async function given(t: TestContext) {
    const upstream = await staleUpstream(t)
    const here = relay.place()
    const { id } = await here.channel({ base_url: upstream.base_url, models: 'gpt-4o,gpt-image-1' })
    const mine = await here.key()
    const call = () => send(relay, '/v1/chat/completions', { key: mine.key, body: chatBody('hello') })
    return { ...upstream, id, mine, call }
  }

  test('a chat is sent again on a new connection, the client pays once, and the channel gets no cooldown', async (t) => {
    const { call, sockets, requests, mine } = await given(t)
    assert.equal((await call()).status, 200)
    assert.equal(sockets.length, 1)
    const { status, text } = await call()
    assert.equal(status, 200, text)
    assert.equal(sockets.length, 2)
    assert.equal(requests.length, 3)
    const { rows } = await booksOf(relay, mine)
    assert.equal(rows.length, 2)
    assert.equal((await call()).status, 200, 'the channel is still in use')
    assert.equal(sockets.length, 3)
  })

  test('a request for a picture is not sent again: the upstream may have drawn it', async (t) => {
    const { call, sockets, requests, mine } = await given(t)
    assert.equal((await call()).status, 200)
    const body = { model: 'gpt-image-1', prompt: 'a road' }
    const { status } = await send(relay, '/v1/images/generations', { key: mine.key, body })
    assert.equal(status, 502)
    assert.equal(sockets.length, 1)
    assert.equal(requests.filter((line) => line.includes('/images/')).length, 1)
    await eventually('nothing is held', async () => (await relay.balance(mine.user_id)).held === 0)
  })
})
