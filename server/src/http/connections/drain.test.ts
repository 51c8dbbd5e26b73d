import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type TestContext, test } from 'node:test'
import Fastify from 'fastify'
import { connectTo, readToEnd } from '../../../test/harness/raw-http.ts'
import { installDrain } from './drain.ts'
import { serialisePipelinedRequests } from './serialise-pipelined-requests.ts'

async function listening(t: TestContext) {
  const app = Fastify()
  serialisePipelinedRequests(app)
  installDrain(app)
  const gate = Promise.withResolvers<void>()
  app.get('/quick', async () => 'text')
  app.get('/slow', async () => gate.promise.then(() => 'text'))
  app.get('/broken', async () => Promise.reject(new Error('on purpose')))
  app.get('/stream', (_, reply) => {
    reply.hijack()
    reply.raw.write('first')
    void gate.promise.then(() => reply.raw.end('last'))
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  t.after(async () => {
    app.server.closeAllConnections()
    await app.close()
  })
  const get = (path: string) => fetch(url + path)
  const call = (...paths: string[]) => {
    const socket = connectTo(url)
    socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`).join(''))
    return socket
  }
  return { app, gate, get, call }
}

test('a server that shuts down keeps no connection open after a response', async (t) => {
  const { app, get } = await listening(t)
  assert.notEqual((await get('/quick')).headers.get('connection'), 'close')
  app.drain.begin()
  for (const path of ['/quick', '/broken', '/unknown'])
    assert.equal((await get(path)).headers.get('connection'), 'close', path)
})

test('nor after a response that was under way, whether its head was sent or not', async (t) => {
  const { app, gate, call } = await listening(t)
  const [slow, stream, pipelined] = [call('/slow'), call('/stream'), call('/stream', '/quick')]
  await Promise.all([once(stream, 'data'), once(pipelined, 'data')])
  app.drain.begin()
  const responses = Promise.all([slow, stream, pipelined].map(readToEnd))
  gate.resolve()
  const [unsent = '', sent = '', both = ''] = await responses
  assert.match(unsent, /connection: close/i)
  assert.match(sent, /last/)
  assert.match(both, /last.*HTTP\/1\.1 200.*text$/s, 'the pipelined request gets its response, too')
})

test('only a client that polls readiness would notice that the server is not ready', async (t) => {
  const { app } = await listening(t)
  assert.equal(app.drain.isWatched(), false)
  app.drain.noteWatch()
  assert.equal(app.drain.isWatched(), true)
  const now = performance.now()
  t.mock.method(performance, 'now', () => now + 61_000)
  assert.equal(app.drain.isWatched(), false)
})
