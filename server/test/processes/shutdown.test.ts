import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import { freshDatabase } from '../harness/databases.ts'
import { eventually } from '../harness/eventually.ts'
import { startTestServer } from '../harness/harness.ts'
import { giveLocalhost } from '../harness/loopback.ts'
import { connectTo, readReply, readToEnd } from '../harness/raw-http.ts'
import { startRelay } from '../outside/tcp-relay.ts'
import { type ServerProcess, startProcess } from './server-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'turnpike-test-'))
after(() => rmSync(folder, { recursive: true }))
const start = (t: TestContext, env: Record<string, string> = {}) => startProcess(t, { DATA_DIR: folder, ...env })

const body = JSON.stringify({ username: 'root', password: '123456' })

/** A sign-in whose head has certainly arrived and whose body has not. */
async function beginSignIn({ url }: { url: string }): Promise<Socket> {
  const socket = connectTo(url)
  const head = `Host: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue`
  socket.write(`POST /api/user/login HTTP/1.1\r\n${head}\r\n\r\n`)
  const [continued] = await once(socket, 'data')
  assert.match(String(continued), /^HTTP\/1\.1 100 /)
  return socket
}

async function refusesConnections({ url }: ServerProcess): Promise<boolean> {
  const socket = connectTo(url)
  const outcome = await Promise.race([
    once(socket, 'connect').then(() => false),
    once(socket, 'error').then(() => true),
  ]).catch(() => true)
  socket.destroy()
  return outcome
}

async function signIn({ url }: ServerProcess): Promise<Record<string, string>> {
  const response = await fetch(`${url}/api/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  const { data } = (await response.json()) as { data: { id: number } }
  return { cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '', 'new-api-user': String(data.id) }
}
const isSignedIn = async ({ url }: ServerProcess, headers: Record<string, string>) =>
  (await fetch(`${url}/api/user/self`, { headers })).status === 200

test('told to stop, a server lets the call in flight finish, takes no new ones, and ends well; so does its next start', async (t) => {
  const server = await start(t)
  const session = await signIn(server)
  const socket = await beginSignIn(server)
  server.kill('SIGTERM')
  await eventually('no new connections', () => refusesConnections(server))
  socket.write(body)
  const reply = readReply(await readToEnd(socket))
  assert.equal(reply.status, 200)
  assert.equal(JSON.parse(reply.body).success, true)
  assert.equal(reply.headers.get('connection'), 'close')
  const { code, signal, output, errors } = await server.ended
  assert.deepEqual({ code, signal, errors }, { code: 0, signal: null, errors: '' })
  assert.match(output, /"msg":"stopping"/)

  const again = await start(t)
  assert.ok(await isSignedIn(again, session), 'sessions outlive a restart')
  again.kill('SIGKILL')
  assert.equal((await again.ended).signal, 'SIGKILL')

  const afterCrash = await start(t)
  assert.ok(await isSignedIn(afterCrash, session), 'and a crash')
  afterCrash.kill('SIGINT')
  assert.equal((await afterCrash.ended).code, 0)
})

test('a call that never ends is given the time to drain and no more', async (t) => {
  const server = await start(t, { DRAIN_SECONDS: '1' })
  const socket = await beginSignIn(server)
  server.kill('SIGTERM')
  assert.equal(await readToEnd(socket), '', 'it is cut off without an answer')
  assert.equal((await server.ended).code, 0)
})

test('idle connections do not hold a stopping server up', async (t) => {
  const server = await start(t, { DRAIN_SECONDS: '3600' })
  const socket = connectTo(server.url)
  socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
  await once(socket, 'data')
  const closed = readToEnd(socket)
  server.kill('SIGTERM')
  await closed
  assert.equal((await server.ended).code, 0)
})

test('a client that hung up before its answer does not hold a stopping server up', async (t) => {
  const server = await start(t, { DRAIN_SECONDS: '3600' })
  const socket = await beginSignIn(server)
  socket.destroy()
  await once(socket, 'close')
  server.kill('SIGTERM')
  assert.equal((await server.ended).code, 0)
})

test('where something asks whether it is ready, a stopping server says no and takes calls for a moment longer', async (t) => {
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

test('where nothing asks whether it is ready, nobody has to be told', async (t) => {
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

test('where this machine has two addresses, calls to either of them may finish', async (t) => {
  giveLocalhost(t, ['127.0.0.1', '::1'])
  const database = await freshDatabase('sqlite')
  const server = await startTestServer(database.address, { HOST: 'localhost', DRAIN_SECONDS: '20' })
  t.after(async () => {
    await server.stop()
    await database.drop()
  })
  const second = await beginSignIn({ url: `http://[::1]:${new URL(server.url).port}` })
  const stopped = server.stop()
  second.write(body)
  const reply = readReply(await readToEnd(second))
  assert.equal(JSON.parse(reply.body).success, true)
  await stopped
})
