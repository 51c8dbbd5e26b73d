import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { sql } from 'kysely'
import { atEnd } from '../../test/harness/at-end.ts'
import { databaseKinds, freshDatabase, openTest } from '../../test/harness/databases.ts'
import { eventually } from '../../test/harness/eventually.ts'
import { migrationFolder } from '../../test/harness/migrations/migration-folder.ts'
import type { DatabaseAddress } from './dsn.ts'
import { migrate } from './migrate.ts'
import { readMigrations } from './migration-files.ts'
import { tableNames } from './migration-record.ts'

type Said = { event: string; migration?: string; applied?: string[] }

const notes = 'CREATE TABLE notes (id {id});\n'
const numbers = 'CREATE TABLE numbers (n BIGINT NOT NULL);\n'
const countingTo = (end: string) =>
  `INSERT INTO numbers WITH RECURSIVE counting (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counting${end}) SELECT n FROM counting;\n`
/** Never ends by itself on SQLite. PostgreSQL would continue after its client is gone, so there it ends eventually. */
const endless = `${numbers}-- sqlite:\n${countingTo('')}-- postgres:\nSELECT pg_sleep(3);\n`
const slow = `${numbers}-- sqlite:\n${countingTo(' WHERE n < 500000')}-- postgres:\nSELECT pg_sleep(0.5);\n`

/** Starts a process that migrates on command, and returns its output. */
async function migrator(address: DatabaseAddress, folder = '') {
  const script = join(import.meta.dirname, '..', '..', 'test', 'processes', 'migrate-process.ts')
  const child = spawn(process.execPath, [script, JSON.stringify(address), folder], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const exit = once(child, 'exit')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const hear = async (event: string): Promise<Said> => {
    for (;;) {
      const { value, done } = await lines.next()
      if (done) throw new Error(`the process ended without saying "${event}"`)
      const said = JSON.parse(value) as Said
      if (said.event === event) return said
    }
  }
  await hear('ready')
  return { child, exit, hear, go: () => child.stdin.write('go\n') }
}

/** Waits until the endless statement has begun: seen in the server's list, or in pages that left SQLite's cache. */
async function untilItWrites(address: DatabaseAddress): Promise<void> {
  if (address.kind === 'sqlite') {
    await eventually('pages are written', () => statSync(`${address.path}-wal`).size >= 4_000_000)
    return
  }
  const { store, close } = await openTest(address)
  const sleeping = sql`select pid from pg_stat_activity where query = 'SELECT pg_sleep(3)' and state = 'active'`
  await eventually('the statement runs', async () => (await sleeping.execute(store)).rows.length > 0)
  await close()
}

for (const kind of databaseKinds) {
  test(`a process killed inside a migration leaves the database as it was before it [${kind}]`, async (t) => {
    const { address, drop } = await freshDatabase(kind, { migrated: false })
    const victim = await migrator(address, migrationFolder(t, notes, endless))
    victim.go()
    await victim.hear('migration applied')
    assert.equal((await victim.hear('migration begins')).migration, 'main/0002_step')
    await untilItWrites(address)
    victim.child.kill('SIGKILL')
    assert.deepEqual(await victim.exit, [null, 'SIGKILL'])

    const open = await openTest(address)
    atEnd(t, drop)
    atEnd(t, open.close)
    assert.deepEqual((await tableNames(open.store, kind)).sort(), ['notes', 'schema_migrations'])
    const { applied } = await migrate(open, { folder: migrationFolder(t, notes, numbers) })
    assert.deepEqual(applied, ['main/0002_step'])
    assert.deepEqual((await sql`SELECT n FROM numbers`.execute(open.store)).rows, [])
  })

  test(`two processes that migrate at once share the work without doing any of it twice [${kind}]`, async (t) => {
    const { address, drop } = await freshDatabase(kind, { migrated: false })
    atEnd(t, drop)
    const both = await Promise.all([migrator(address), migrator(address)])
    for (const { go } of both) go()
    const done = await Promise.all(both.map(({ hear }) => hear('done')))
    assert.deepEqual(await Promise.all(both.map(({ exit }) => exit)), [
      [0, null],
      [0, null],
    ])
    const all = [...readMigrations('main'), ...readMigrations('log')]
    assert.equal(done.flatMap(({ applied = [] }) => applied).length, all.length)
    const open = await openTest(address)
    assert.deepEqual(await migrate(open), { applied: [] })
    await open.close()
  })

  test(`a process waits while another migrates, and finds the work done [${kind}]`, async (t) => {
    const { address, drop } = await freshDatabase(kind, { migrated: false })
    atEnd(t, drop)
    const folder = migrationFolder(t, slow)
    const [worker, waiter] = await Promise.all([migrator(address, folder), migrator(address, folder)])
    worker.go()
    await worker.hear('migration begins')
    waiter.go()
    const [did, found] = await Promise.all([worker.hear('done'), waiter.hear('done')])
    assert.deepEqual([did.applied, found.applied], [['main/0001_step'], []])
  })
}
