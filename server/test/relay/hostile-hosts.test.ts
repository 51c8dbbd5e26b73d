import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { after, before, describe, type TestContext, test } from 'node:test'
import { type FreshDatabase, freshDatabase } from '../harness/databases.ts'
import { eventually } from '../harness/eventually.ts'
import { type GivenKey, type RelayServer, startRelay } from '../harness/relay-harness.ts'
import { soonerThan } from '../harness/sooner-than.ts'
import { type HostileHost, hostile, startHostileHost, writtenMax } from './hostile-host.ts'
import { chatBody, type Loose, send } from './send.ts'
import { usageOf } from './steered-upstream.ts'

/** Sooner than any deadline: a picture has 15 seconds, an upstream has minutes. */
const atOnceMs = 10_000
const path = '/v1/chat/completions'

describe('a host that sends', () => {
  let database: FreshDatabase
  let relay: RelayServer
  let host: HostileHost
  let others: GivenKey
  before(async () => {
    host = await startHostileHost()
    database = await freshDatabase('sqlite')
    relay = await startRelay(database.address, { MEDIA_FETCH_ALLOW: `127.0.0.1:${host.port}` })
    await relay.options({ ModelRatio: JSON.stringify({ llava: 1, 'gpt-4o': 1 }) })
    const elsewhere = relay.place()
    await elsewhere.channel()
    others = await elsewhere.key()
  })
  after(async () => {
    await relay.stop()
    await database.drop()
    await host.stop()
  })

  /** Makes a call while another user is served, and gives its error. Nothing is left of the call. */
  async function refusal({ key, user_id }: GivenKey, body: object): Promise<{ status: number; error: Loose }> {
    const sent = soonerThan(atOnceMs, send(relay, path, { key, body }))
    assert.equal((await send(relay, path, { key: others.key, body: chatBody() })).status, 200)
    const { status, json } = await sent
    await eventually('the connection is closed', () => host.open.size === 0)
    assert.ok(host.written < writtenMax, `${host.written} bytes were written`)
    const { quota, held } = await relay.balance(user_id)
    assert.deepEqual([quota, held], [100_000_000, 0])
    return { status, error: json.error }
  }

  for (const [at, sent] of Object.keys(hostile).entries()) {
    test(`${sent} is refused at once as an upstream`, async () => {
      const here = relay.place()
      await here.channel({ base_url: `http://127.0.0.1:${host.port}/${at}` })
      const { status, error } = await refusal(await here.key(), chatBody())
      assert.deepEqual([status, error.code], [502, 'network'])
      assert.match(error.message, /request to the provider failed/)
    })

    test(`${sent} is refused at once as the host of a picture`, async () => {
      const here = relay.place()
      await here.channel({ type: 4, models: 'llava', base_url: relay.mock.urlOf('ollama') })
      const picture = { type: 'image_url', image_url: { url: `http://127.0.0.1:${host.port}/${at}` } }
      const body = { model: 'llava', messages: [{ role: 'user', content: [picture] }] }
      const { status, error } = await refusal(await here.key(), body)
      assert.deepEqual([status, error.code], [400, 'invalid_image_url'])
      assert.match(error.message, /could not be fetched/)
      assert.deepEqual(here.sent(), [])
    })
  }

  test('the same response twice gives it to no other user', async (t) => {
    const now = performance.now.bind(performance)
    const began = now()
    t.mock.method(performance, 'now', () => began + (now() - began) / 1000) // no connection has rested, however late it is
    const { sockets, port } = await listenRaw(t, serveTwice)
    const here = relay.place()
    await here.channel({ base_url: `http://127.0.0.1:${port}` })
    const call = async ({ key }: GivenKey, said: string) => {
      const { json } = await send(relay, path, { key, body: chatBody(said) })
      return json.choices[0].message.content
    }
    const [one, other] = [await here.key(), await here.key()]
    assert.equal(await call(one, 'of one user'), 'of one user')
    assert.equal(await call(other, 'of another user'), 'of another user')
    assert.equal(sockets.length, 2)
  })

  test('nothing while connections are made keeps a call for ten seconds, over all of its channels', async (t) => {
    const now = performance.now.bind(performance)
    let skippedMs = 0
    t.mock.method(performance, 'now', () => now() + skippedMs)
    const { sockets, port } = await listenRaw(t, () => {})
    const here = relay.place()
    for (let number = 0; number < 3; number++) await here.channel({ base_url: `https://127.0.0.1:${port}` })
    await relay.options({ RetryTimes: '2' })
    t.after(() => relay.options({ RetryTimes: '0' }))
    const { key, user_id } = await here.key()
    const sent = send(relay, path, { key, body: chatBody() })
    await eventually('it connects', () => sockets.length === 1)
    skippedMs = 6000
    sockets[0]?.destroy()
    await eventually('it tries another channel', () => sockets.length === 2)
    skippedMs = 11_000
    const { status, json } = await sent
    assert.deepEqual([status, json.error.code], [502, 'do_request_failed'])
    assert.equal(sockets.length, 2)
    assert.equal((await relay.balance(user_id)).held, 0)
  })
})

/** A server of bytes. */
async function listenRaw(t: TestContext, serve: (socket: Socket) => void) {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => {})
    serve(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { sockets, port: (server.address() as AddressInfo).port }
}

/** An upstream that says what it was told. Before the second response on a connection it sends the first again. */
function serveTwice(socket: Socket): void {
  let before = ''
  socket.on('data', (request) => {
    const { messages } = JSON.parse(request.toString().split('\r\n\r\n')[1] ?? '')
    const choices = [{ index: 0, message: { role: 'assistant', content: messages[0].content }, finish_reason: 'stop' }]
    const body = JSON.stringify({ object: 'chat.completion', choices, ...usageOf(1, 1) })
    const head = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`
    socket.write(before + head + body)
    before = head + body
  })
}
