import assert from 'node:assert/strict'
import { readdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { atEnd } from '../../test/harness/at-end.ts'
import { type DatabaseKind, databaseKinds, freshDatabase, openTest } from '../../test/harness/databases.ts'
import { migrationFolder } from '../../test/harness/migrations/migration-folder.ts'
import { migrate } from './migrate.ts'
import { tableNames } from './migration-record.ts'
import type { OpenStore } from './store.ts'

const first = 'CREATE TABLE notes (id {id}, text TEXT NOT NULL);\n'
const second = "ALTER TABLE notes ADD COLUMN tag TEXT NOT NULL DEFAULT '';\n"

function onBothEmpty(name: string, body: (open: OpenStore, t: TestContext) => Promise<void>) {
  for (const kind of databaseKinds) test(`${name} [${kind}]`, async (t) => body(await givenEmpty(t, kind), t))
}

async function givenEmpty(t: TestContext, kind: DatabaseKind): Promise<OpenStore> {
  const { address, drop } = await freshDatabase(kind, { migrated: false })
  const open = await openTest(address)
  atEnd(t, drop)
  atEnd(t, open.close)
  return open
}

onBothEmpty('an empty database gets every table once, and a second run does nothing', async (open) => {
  const { applied, backup } = await migrate(open)
  assert.equal(applied[0], 'main/0001_accounts')
  assert.ok(applied.includes('log/0001_logs'))
  assert.equal(backup, undefined)
  assert.deepEqual(await migrate(open), { applied: [] })
  const tables = await tableNames(open.store, open.dialect)
  for (const table of ['users', 'tokens', 'ledger', 'holds', 'logs', 'usage_hours', 'schema_migrations'])
    assert.ok(tables.includes(table), table)
  const recorded = await open.store.selectFrom('schema_migrations').select(['scope', 'version']).execute()
  assert.equal(recorded.length, applied.length)
})

onBothEmpty('a later version applies only what is new', async (open, t) => {
  assert.deepEqual((await migrate(open, { folder: migrationFolder(t, first) })).applied, ['main/0001_step'])
  await sql`INSERT INTO notes (text) VALUES ('kept')`.execute(open.store)
  assert.deepEqual((await migrate(open, { folder: migrationFolder(t, first, second) })).applied, ['main/0002_step'])
  assert.deepEqual((await sql`SELECT id, text, tag FROM notes`.execute(open.store)).rows, [
    { id: 1, text: 'kept', tag: '' },
  ])
})

test('a migration may take and wait longer than an ordinary transaction', async (t) => {
  const open = await givenEmpty(t, 'postgres')
  const limits = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']
  const values = limits.map((limit) => `('${limit}', current_setting('${limit}'))`)
  const folder = migrationFolder(t, `CREATE TABLE limits AS VALUES ${values.join(', ')};\n`)
  await migrate(open, { folder })
  const { rows } = await sql<{ column1: string; column2: string }>`SELECT * FROM limits`.execute(open.store)
  assert.deepEqual(
    rows.map(({ column2 }) => column2),
    ['0', '0', '1min'],
  )
})

onBothEmpty('a migration that fails leaves nothing of itself and keeps those before it', async (open, t) => {
  const broken = 'CREATE TABLE halves (id {id});\nINSERT INTO nowhere VALUES (1);\n'
  await assert.rejects(
    migrate(open, { folder: migrationFolder(t, first, broken) }),
    /main\/0002_step failed at: INSERT INTO nowhere/,
  )
  assert.deepEqual((await tableNames(open.store, open.dialect)).sort(), ['notes', 'schema_migrations'])
  assert.deepEqual((await migrate(open, { folder: migrationFolder(t, first, second) })).applied, ['main/0002_step'])
})

onBothEmpty('a schema newer than this version is refused', async (open, t) => {
  await migrate(open, { folder: migrationFolder(t, first, second) })
  await assert.rejects(
    migrate(open, { folder: migrationFolder(t, first) }),
    /0002_step.*does not know.*Start the newer version/,
  )
})

onBothEmpty('a migration that was edited after it was applied is refused', async (open, t) => {
  await migrate(open, { folder: migrationFolder(t, first) })
  await assert.rejects(
    migrate(open, { folder: migrationFolder(t, `${first}-- hello\n`) }),
    /0001_step is not the text.*Put the released file back/,
  )
})

onBothEmpty('line ends that a checkout turned are no edit', async (open, t) => {
  await migrate(open, { folder: migrationFolder(t, first) })
  assert.deepEqual(await migrate(open, { folder: migrationFolder(t, first.replaceAll('\n', '\r\n')) }), { applied: [] })
})

onBothEmpty('a record with a gap is refused', async (open, t) => {
  const folder = migrationFolder(t, first, second)
  await migrate(open, { folder })
  await open.store.deleteFrom('schema_migrations').where('version', '=', 1).execute()
  await assert.rejects(migrate(open, { folder }), /0001_step was never applied.*although main\/0002_step was/)
})

onBothEmpty('tables without our record are refused, and named', async (open) => {
  await sql`CREATE TABLE invoices (id BIGINT)`.execute(open.store)
  await assert.rejects(migrate(open), /\(invoices\).*Name an empty database/)
  assert.deepEqual(await tableNames(open.store, open.dialect), ['invoices'])
})

onBothEmpty('the record of another program is not taken for ours', async (open) => {
  await sql`CREATE TABLE schema_migrations (version TEXT)`.execute(open.store)
  await sql`CREATE TABLE invoices (id BIGINT)`.execute(open.store)
  await assert.rejects(migrate(open), /\(invoices\).*Name an empty database/)
})

test('a SQLite file with rows is copied aside before it changes, once, as it was', async (t) => {
  const open = await givenEmpty(t, 'sqlite')
  assert.ok(open.main.kind === 'sqlite')
  const { path } = open.main
  await migrate(open, { folder: migrationFolder(t, first) })
  const unused = await migrate(open, { folder: migrationFolder(t, first, second) })
  assert.equal(unused.backup, undefined, 'tables without rows are nothing to lose')

  await sql`INSERT INTO notes (text) VALUES ('kept')`.execute(open.store)
  const drop = ['ALTER TABLE notes DROP COLUMN tag;\n', 'DROP TABLE notes;\n']
  const { applied, backup } = await migrate(open, { folder: migrationFolder(t, first, second, ...drop) })
  assert.deepEqual(applied, ['main/0003_step', 'main/0004_step'])
  assert.match(backup ?? '', /test\.db\.before-main-0003_step-\d{14}$/)
  const copies = readdirSync(dirname(path)).filter((file) => file.includes('.before-'))
  assert.equal(copies.length, 1)
  assert.equal(statSync(backup ?? '').mode & 0o777, 0o600)
  const copy = new DatabaseSync(backup ?? '', { readOnly: true })
  assert.deepEqual(
    copy
      .prepare('SELECT text, tag FROM notes')
      .all()
      .map((row) => ({ ...row })),
    [{ text: 'kept', tag: '' }],
  )
  copy.close()
})

test('a SQLite file that stays locked longer than a statement waits is waited for', async (t) => {
  const open = await givenEmpty(t, 'sqlite')
  assert.ok(open.main.kind === 'sqlite')
  await sql`PRAGMA busy_timeout = 0`.execute(open.store)
  const other = new DatabaseSync(open.main.path)
  other.exec('BEGIN IMMEDIATE')
  const waiting = Promise.withResolvers<string>()
  const migrated = migrate(open, { folder: migrationFolder(t, first), log: { info: waiting.resolve } })
  assert.match(await waiting.promise, /waiting/)
  other.exec('ROLLBACK')
  other.close()
  assert.deepEqual((await migrated).applied, ['main/0001_step'])
})
