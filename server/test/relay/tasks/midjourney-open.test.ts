import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { after, before, describe, test } from 'node:test'
import { startMockUpstream } from '../../../../mock-upstream/server.ts'
import type { DrawingData } from '../../../src/domain/usage/tasks/shown-task.ts'
import { databaseKindsOfRun, freshDatabase } from '../../harness/databases.ts'
import { type RelayServer, startRelay } from '../../harness/relay-harness.ts'
import { assertCharged, booksOf } from '../books.ts'
import { open, send } from '../send.ts'
import { givenDrawer, price } from './given-midjourney.ts'
import { assertBooksAgree, assertRefunded, taskOnce, useTaskRelay } from './given-tasks.ts'

function* endlessBytes() {
  const chunk = Buffer.alloc(256 * 1024)
  while (true) yield chunk
}

describe('pictures of drawings, for everybody', () => {
  let relay: RelayServer
  let pictures: Server
  let result: RequestListener
  let address: string
  let stop: () => Promise<void>

  before(async () => {
    pictures = createServer((request, response) => result(request, response)).listen(0, '127.0.0.1')
    await once(pictures, 'listening')
    const { port } = pictures.address() as AddressInfo
    address = `http://127.0.0.1:${port}`
    const mock = await startMockUpstream()
    const database = await freshDatabase('sqlite')
    const allowed = `127.0.0.1:${port} 127.0.0.1:${new URL(mock.url).port}`
    relay = await startRelay(database.address, { TASK_UPDATE_SECONDS: '0.02', MEDIA_FETCH_ALLOW: allowed }, mock)
    stop = async () => {
      await relay.stop()
      await mock.stop()
      await database.drop()
    }
  })
  after(async () => {
    pictures.closeAllConnections()
    pictures.close()
    await stop()
  })

  /** A finished drawing whose upstream says that its picture is at this address. */
  async function drawnAt(image_url: string): Promise<string> {
    const { drawn } = await givenDrawer(relay)
    const id = await drawn()
    const data: DrawingData = { code: 1, image_url }
    await relay.deps.store
      .updateTable('tasks')
      .set({ data: JSON.stringify(data) })
      .where('task_id', '=', id)
      .execute()
    return id
  }
  const get = (id: string, prefix = '/mj') => send(relay, `${prefix}/image/${id}`)

  const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())
  /** The picture as its upstream has it. */
  const drawn = async ({ data }: { data: string }) =>
    bytesOf(await fetch((JSON.parse(data) as { image_url: string }).image_url))

  test('a picture is passed on with its type; finished ones may be kept, sketches may not', async () => {
    const { mine, submit } = await givenDrawer(relay)
    const { json } = await submit('imagine', { prompt: 'cat' })
    assert.deepEqual(
      [(await get(json.result)).status, (await get(json.result)).json],
      [400, { error: 'midjourney_task_not_found' }],
    )
    relay.mock.tasks.advance(40)
    const begun = await taskOnce(relay, mine, 'a sketch is there', ({ data }) => data.includes('mock-files'))
    const sketch = await open(relay, `/mj/image/${json.result}?rand=1`)
    assert.deepEqual(await bytesOf(sketch), await drawn(begun))
    assert.deepEqual([sketch.status, sketch.headers.get('cache-control')], [200, 'no-store'])
    relay.mock.tasks.advance(40)
    const done = await taskOnce(relay, mine, 'it is drawn', ({ status }) => status === 'SUCCESS')
    const whole = await open(relay, `/mj-fast/mj/image/${json.result}`)
    const header = (name: string) => whole.headers.get(name)
    const picture = await drawn(done)
    assert.deepEqual(await bytesOf(whole), picture)
    assert.deepEqual(
      [header('content-type'), header('cache-control'), header('x-content-type-options'), header('content-length')],
      ['image/png', 'public, max-age=86400', 'nosniff', String(picture.length)],
    )
    assert.match(header('content-security-policy') ?? '', /sandbox/)
  })

  test('addresses inside our own network, and of no web server, get no request', async (t) => {
    let sent = 0
    const inside = createServer((_, response) => {
      sent++
      response.writeHead(200, { 'content-type': 'image/png' }).end('secret')
    }).listen(0, '127.0.0.1')
    t.after(() => inside.close())
    await once(inside, 'listening')
    const { port } = inside.address() as AddressInfo
    const inward = [`http://127.0.0.1:${port}/x`, `http://localhost:${port}/`, `http://[::ffff:127.0.0.1]:${port}/`]
    inward.push('http://169.254.169.254/latest')
    const odd = ['file:///etc/passwd', 'ftp://a.example/x', 'http://user:secret@example.com/x.png', 'nonsense']
    for (const url of [...inward, ...odd]) {
      const { status, json } = await get(await drawnAt(url))
      assert.deepEqual([status, json], [500, { error: 'http_get_image_failed' }], url)
    }
    assert.equal(sent, 0)
  })

  test('redirects are followed a few times, each to an address that is checked', async () => {
    result = ({ url }, response) => {
      const hops = Number(/\/hop(\d+)/.exec(url ?? '')?.[1])
      if (url === '/inward') response.writeHead(302, { location: 'http://169.254.169.254/' }).end()
      else if (hops > 0) response.writeHead(302, { location: `/hop${hops - 1}` }).end()
      else if (url === '/endless') response.writeHead(302, { location: '/endless' }).end()
      else response.writeHead(200, { 'content-type': 'image/webp' }).end('bytes')
    }
    assert.equal((await get(await drawnAt(`${address}/hop3`))).text, 'bytes')
    for (const path of ['/hop4', '/endless', '/inward'])
      assert.equal((await get(await drawnAt(address + path))).status, 500, path)
  })

  test('only pictures and videos of a bearable size are passed on', async () => {
    const expected: [headers: Record<string, string>, status: number][] = [
      [{ 'content-type': 'image/jpeg' }, 200],
      [{ 'content-type': 'video/mp4; codecs="x"' }, 200],
      [{}, 200],
      [{ 'content-type': 'image/svg+xml' }, 500],
      [{ 'content-type': 'text/html' }, 500],
      [{ 'content-type': 'application/octet-stream' }, 500],
      [{ 'content-type': 'image/png', 'content-encoding': 'gzip' }, 500],
      [{ 'content-type': 'image/png', 'content-length': String(65 * 1024 * 1024) }, 500],
    ]
    const id = await drawnAt(`${address}/x`)
    for (const [headers, status] of expected) {
      result = (_, response) => {
        response.writeHead(200, headers).write('x')
        if (!('content-length' in headers)) response.end()
      }
      const got = await get(id)
      assert.equal(got.status, status, JSON.stringify(headers))
      if (Object.keys(headers).length === 0) assert.equal(got.headers.get('content-type'), 'image/jpeg')
    }
    result = (_, response) => response.writeHead(404, { 'content-type': 'image/png' }).end('no such picture')
    const missing = await get(id)
    assert.deepEqual([missing.status, missing.json], [404, { error: 'http_get_image_failed' }])
  })

  test('a picture without an end is cut off, and the client does not take it for whole', async () => {
    const gone = Promise.withResolvers<void>()
    result = (_, response) => {
      response.once('close', gone.resolve)
      response.writeHead(200, { 'content-type': 'image/png' })
      Readable.from(endlessBytes()).pipe(response)
    }
    const endless = await open(relay, `/mj/image/${await drawnAt(`${address}/x`)}`)
    let length = 0
    const read = async () => {
      for await (const chunk of endless.body ?? []) length += chunk.length
    }
    await assert.rejects(read())
    assert.ok(length <= 64 * 1024 * 1024, `${length}`)
    await gone.promise
  })
})

for (const kind of databaseKindsOfRun)
  describe(`reports of upstreams [${kind}]`, () => {
    const relay = useTaskRelay(kind)
    before(() => relay.options({ ServerAddress: 'https://gw.example' }))

    /** A running drawing, and where its upstream may report on it. */
    async function given(setting: object = { mj_callback: true }) {
      const drawer = await givenDrawer(relay, 'midjourney-plus', [{ setting }])
      const { json } = await drawer.submit('imagine', { prompt: 'never end', notifyHook: 'https://c.example/h' })
      const hook = drawer.submissions()[0]?.body.notifyHook as string | undefined
      const report = (path: string, body: unknown, key?: string) =>
        send(relay, path, { body, ...(key !== undefined && { headers: { 'mj-api-secret': key } }) })
      return { ...drawer, id: json.result as string, hook, report, path: hook ? new URL(hook).pathname : '' }
    }
    const failure = (id: string) => ({ id, status: 'FAILURE', progress: '30%', failReason: 'blocked' })

    test('the address that was given to the upstream moves its task, and a failure is refunded once', async () => {
      const { mine, id, hook, path, report, lastRow } = await given()
      assert.match(hook ?? '', /^https:\/\/gw\.example\/mj\/notify\/\d+\.[\w-]{40,}$/)
      const sketch = { id, status: 'IN_PROGRESS', progress: '30%', imageUrl: 'https://cdn.example/1.png' }
      assert.deepEqual((await report(path, sketch)).json, { code: 1 })
      assert.equal((await lastRow()).data.includes('cdn.example'), true)
      assert.deepEqual((await report(path, failure(id))).json, { code: 1 })
      assert.equal((await report(path, failure(id))).status, 200)
      assert.equal((await report(path, { id, status: 'SUCCESS', progress: '100%' })).status, 200)
      const row = await lastRow()
      assert.deepEqual([row.status, row.fail_reason, row.refunded], ['FAILURE', 'blocked', price.imagine])
      await assertRefunded(relay, mine, price.imagine)
      await assertBooksAgree(relay)
    })

    test('forged addresses, and that of another task, change nothing', async () => {
      const { mine, id, path, report, lastRow } = await given()
      const other = await given()
      const [, rowId, signature = ''] = /\/(\d+)\.(.*)$/.exec(path) ?? []
      const wrong = signature.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))
      const forged = [`${rowId}.${wrong}`, `${rowId}.`, `${rowId}`, `${rowId}.${signature}.x`, `0.${signature}`, 'x']
      forged.push(other.path.replace(/.*\/\d+\./, `${rowId}.`))
      for (const capability of forged) {
        const { status, json } = await report(`/mj/notify/${capability}`, failure(id))
        assert.deepEqual([status, json.description], [404, 'midjourney_task_not_found '], capability)
      }
      const mixed = await report(other.path, failure(id))
      assert.deepEqual([mixed.status, mixed.json.description], [400, 'midjourney_task_not_found '])
      for (const body of [{ status: 'FAILURE' }, '[]', '{'])
        assert.deepEqual((await report(path, body)).json.description, 'bind_request_body_failed ')
      assert.notEqual((await lastRow()).status, 'FAILURE')
      assertCharged(await booksOf(relay, mine), price.imagine)
    })

    test('the key of the channel is a proof as well; nothing else is', async () => {
      const { mine, id, hook, report, channel, lastRow } = await given({})
      const other = await given({})
      assert.equal(hook, undefined)
      for (const key of [undefined, '', 'x', other.channel.key, mine.key]) {
        const { status, json } = await report('/mj/notify', failure(id), key)
        assert.deepEqual([status, json.description, json.code], [400, 'midjourney_task_not_found ', 4], `${key}`)
      }
      assert.notEqual((await lastRow()).status, 'FAILURE')
      assert.deepEqual((await report('/fast/mj/notify', failure(id), channel.key)).json, { code: 1 })
      assert.equal((await lastRow()).status, 'FAILURE')
      await assertRefunded(relay, mine, price.imagine)
      assert.equal((await report('/mj/notify', failure('unknown'), channel.key)).status, 400)
    })

    test('a client’s own hook, where it is allowed, stays in its place', async () => {
      await relay.options({ MjNotifyEnabled: 'true' })
      const { hook } = await given()
      await relay.options({ MjNotifyEnabled: 'false' })
      assert.equal(hook, 'https://c.example/h')
    })
  })
