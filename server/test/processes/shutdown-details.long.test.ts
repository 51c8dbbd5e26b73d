import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import { freshDatabase } from '../harness/databases.ts'
import { eventually } from '../harness/eventually.ts'
import { connectTo, readToEnd } from '../harness/raw-http.ts'
import { startRelay } from '../outside/tcp-relay.ts'
import { startProcess } from './server-process.ts'
import { beginSignIn, refusesConnections } from './unfinished-sign-in.ts'

const folder = mkdtempSync(join(tmpdir(), 'turnpike-test-'))
after(() => rmSync(folder, { recursive: true }))
const start = (t: TestContext, env: Record<string, string> = {}) => startProcess(t, { DATA_DIR: folder, ...env })

test('a call that never ends is given the time to drain and no more', async (t) => {
  const server = await start(t, { DRAIN_SECONDS: '1' })
  const socket = await beginSignIn(server)
  server.kill('SIGTERM')
  assert.equal(await readToEnd(socket), '', 'it is cut off without a response')
  assert.equal((await server.ended).code, 0)
})

test('idle connections do not delay a stopping server', async (t) => {
  const server = await start(t, { DRAIN_SECONDS: '3600' })
  const socket = connectTo(server.url)
  socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
  await once(socket, 'data')
  const closed = readToEnd(socket)
  server.kill('SIGTERM')
  await closed
  assert.equal((await server.ended).code, 0)
})

test('a client that hung up before its response does not delay a stopping server', async (t) => {
  const server = await start(t, { DRAIN_SECONDS: '3600' })
  const socket = await beginSignIn(server)
  socket.destroy()
  await once(socket, 'close')
  server.kill('SIGTERM')
  assert.equal((await server.ended).code, 0)
})

test('where something checks readiness, a stopping server is not ready and takes calls for a moment longer', async (t) => {
  const server = await start(t, { DRAIN_DELAY_SECONDS: '5' })
  const get = (path: string) => fetch(server.url + path)
  assert.equal((await get('/readyz')).status, 200)
  server.kill('SIGTERM')
  await eventually('it is not ready', async () => (await get('/readyz')).status === 503)
  const { status, headers } = await get('/api/status')
  assert.deepEqual([status, headers.get('connection')], [200, 'close'])
  await eventually('no new connections', () => refusesConnections(server))
  assert.equal((await server.ended).code, 0)
})

test('where nothing checks readiness, a stopping server takes no more calls', async (t) => {
  const server = await start(t, { DRAIN_DELAY_SECONDS: '300' })
  assert.equal((await fetch(`${server.url}/healthz`)).status, 200)
  server.kill('SIGTERM')
  assert.equal((await server.ended).code, 0)
})

test('a database that has fallen silent does not keep a server from stopping', { timeout: 120_000 }, async (t) => {
  const database = await freshDatabase('postgres')
  assert.ok(database.address.kind === 'postgres')
  const url = new URL(database.address.url)
  const relay = await startRelay({ hostname: url.hostname, port: Number(url.port) })
  url.port = String(relay.port)
  const server = await start(t, { SQL_DSN: url.href, DATA_DIR: join(folder, 'silent') })
  relay.freeze()
  server.kill('SIGTERM')
  assert.equal((await server.ended).code, 0)
  await relay.cut()
  await database.drop()
})
