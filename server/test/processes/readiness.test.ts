import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { role } from '@turnpike/contract/identity/user'
import { type FreshDatabase, freshDatabase } from '../harness/databases.ts'
import { eventually } from '../harness/eventually.ts'
import { type Client, startTestServer, type TestServer } from '../harness/harness.ts'
import { startRelay, type TcpRelay } from '../outside/tcp-relay.ts'

let database: FreshDatabase
let relay: TcpRelay
let server: TestServer
let admin: Client
before(async () => {
  database = await freshDatabase('postgres')
  assert.ok(database.address.kind === 'postgres')
  const url = new URL(database.address.url)
  relay = await startRelay({ hostname: url.hostname, port: Number(url.port) })
  url.port = String(relay.port)
  server = await startTestServer({ kind: 'postgres', url: url.href }, {}, { ledgerLimits: {} })
  await server.given.user({ username: 'admin', role: role.admin })
  admin = server.client()
  await admin.signIn('admin')
})
after(async () => {
  await server.stop()
  await relay.cut()
  await database.drop()
})

const statusOf = async (path: string) => (await admin.fetch(path)).status
const works = async () => (await statusOf('/readyz')) === 200 && (await statusOf('/api/user/self')) === 200

const outages = { 'refuses connections': () => relay.cut(), 'does not respond': () => relay.freeze() }
for (const [how, begin] of Object.entries(outages))
  test(`while the database ${how} the server is alive, not ready, and says when to come back; then it goes on`, async () => {
    assert.equal(await statusOf('/readyz'), 200)
    assert.equal(await statusOf('/api/status/test'), 200)
    await begin()
    const ready = await admin.fetch('/readyz')
    assert.equal(ready.status, 503)
    assert.deepEqual(await ready.json(), { status: 'not ready', reason: 'database' })
    assert.equal(await statusOf('/healthz'), 200)
    assert.equal(await statusOf('/api/status'), 200, 'what is in memory is served')
    for (const path of ['/api/status/test', '/api/user/self']) {
      const refused = await admin.fetch(path)
      assert.equal(refused.status, 503, path)
      assert.equal(refused.headers.get('retry-after'), '5')
      const text = await refused.text()
      assert.equal(JSON.parse(text).code, 'database_error')
      assert.doesNotMatch(text, /ECONN|127\.0\.0\.1|pg|terminated|timeout/)
    }
    await relay.restore()
    await eventually('the server works again', works)
  })
