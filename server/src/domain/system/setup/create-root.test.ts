import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { role, userApi } from '@turnpike/contract/identity/user'
import { type DatabaseKind, databaseKindsOfRun, freshDatabase, openTest } from '../../../../test/harness/databases.ts'
import { databaseEnv, startTestServer, type TestServer } from '../../../../test/harness/harness.ts'
import { startProcess } from '../../../../test/processes/server-process.ts'

const rootQuota = 100_000_000

/** A database and the servers on it, none of which outlives its test. */
async function fresh(t: TestContext, kind: DatabaseKind, options?: { migrated: boolean }) {
  const { address, drop } = await freshDatabase(kind, options)
  const servers: TestServer[] = []
  t.after(async () => {
    for (const server of servers) await server.stop()
    await drop()
  })
  return {
    address,
    async start(env?: Record<string, string>) {
      const server = await startTestServer(address, env)
      servers.push(server)
      return server
    },
  }
}

async function signInAsRoot(server: TestServer, password: string): Promise<boolean> {
  const { response } = await server.client().call(userApi.login, { query: {}, body: { username: 'root', password } })
  return response.success
}

for (const kind of databaseKindsOfRun)
  describe(`the first start on ${kind}`, () => {
    test('makes one super administrator with a balance that one ledger entry explains', async (t) => {
      const database = await fresh(t, kind, { migrated: false })
      const server = await database.start()
      const { store, clock } = server.deps
      const users = await store.selectFrom('users').selectAll().execute()
      const entries = await store.selectFrom('ledger').selectAll().execute()
      assert.equal(users.length, 1)
      const [root] = users
      assert.ok(root)
      assert.deepEqual([root.username, root.role, root.status, root.quota], ['root', role.root, 1, rootQuota])
      assert.ok(Math.abs(root.created_at - clock()) < 60)
      assert.deepEqual(
        entries.map(({ user_id, kind, amount }) => ({ user_id, kind, amount })),
        [{ user_id: root.id, kind: 'grant', amount: rootQuota }],
      )
      assert.ok(server.lines.some((line) => line.includes('created the super administrator')))
    })

    test('takes the first password from the environment, and later starts change nothing', async (t) => {
      const database = await fresh(t, kind)
      const server = await database.start({ INITIAL_ROOT_PASSWORD: 'chosen-by-the-operator' })
      assert.ok(await signInAsRoot(server, 'chosen-by-the-operator'))
      assert.ok(!(await signInAsRoot(server, '123456')))
      await server.stop()
      const again = await database.start({ INITIAL_ROOT_PASSWORD: 'something-else-now' })
      assert.ok(await signInAsRoot(again, 'chosen-by-the-operator'))
      assert.ok(!(await signInAsRoot(again, 'something-else-now')))
      assert.equal((await again.deps.store.selectFrom('ledger').select('id').execute()).length, 1)
    })

    test('an installation whose administrator goes by another name gets no second one with a known password', async (t) => {
      const database = await fresh(t, kind)
      const server = await database.start()
      await server.deps.store.updateTable('users').set({ username: 'boss', username_key: 'boss' }).execute()
      await server.stop()
      const again = await database.start()
      assert.deepEqual(await again.deps.store.selectFrom('users').select('username').execute(), [{ username: 'boss' }])
      assert.ok(!(await signInAsRoot(again, '123456')))
    })

    test('two processes at once on an empty database and data folder make one administrator and one key', async (t) => {
      const database = await fresh(t, kind, { migrated: false })
      const folder = mkdtempSync(join(tmpdir(), 'turnpike-test-'))
      t.after(() => rmSync(folder, { recursive: true }))
      const env = { DATA_DIR: folder, ...databaseEnv(database.address) }
      const processes = await Promise.all([startProcess(t, env), startProcess(t, env)])
      const open = await openTest(database.address)
      assert.deepEqual(await open.store.selectFrom('users').select(['username', 'quota']).execute(), [
        { username: 'root', quota: rootQuota },
      ])
      assert.deepEqual(await open.store.selectFrom('ledger').select('amount').execute(), [{ amount: rootQuota }])
      await open.close()

      const [one, other] = processes
      const response = await fetch(`${one.url}/api/user/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: 'root', password: '123456' }),
      })
      const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
      const { data } = (await response.json()) as { data: { id: number } }
      const headers = { cookie, 'new-api-user': String(data.id) }
      assert.equal(
        (await fetch(`${other.url}/api/user/self`, { headers })).status,
        200,
        'a session of one is a session of the other',
      )

      for (const process of processes) process.kill('SIGTERM')
      const endings = await Promise.all(processes.map(({ ended }) => ended))
      assert.deepEqual(
        endings.map(({ code }) => code),
        [0, 0],
      )
      const told = (text: string) => endings.filter(({ output }) => output.includes(text)).length
      assert.equal(told('created the super administrator'), 1)
      assert.equal(told('made a new secret key'), 1)
    })
  })
