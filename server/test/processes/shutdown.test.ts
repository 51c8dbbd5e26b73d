import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import { freshDatabase } from '../harness/databases.ts'
import { eventually } from '../harness/eventually.ts'
import { startTestServer } from '../harness/harness.ts'
import { giveLocalhost } from '../harness/loopback.ts'
import { readResponse, readToEnd } from '../harness/raw-http.ts'
import { type ServerProcess, startProcess } from './server-process.ts'
import { beginSignIn, refusesConnections, rootSignIn } from './unfinished-sign-in.ts'

const folder = mkdtempSync(join(tmpdir(), 'turnpike-test-'))
after(() => rmSync(folder, { recursive: true }))
const start = (t: TestContext, env: Record<string, string> = {}) => startProcess(t, { DATA_DIR: folder, ...env })

async function signIn({ url }: ServerProcess): Promise<Record<string, string>> {
  const response = await fetch(`${url}/api/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: rootSignIn,
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
  socket.write(rootSignIn)
  const response = readResponse(await readToEnd(socket))
  assert.equal(response.status, 200)
  assert.equal(JSON.parse(response.body).success, true)
  assert.equal(response.headers.get('connection'), 'close')
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
  second.write(rootSignIn)
  const response = readResponse(await readToEnd(second))
  assert.equal(JSON.parse(response.body).success, true)
  await stopped
})
