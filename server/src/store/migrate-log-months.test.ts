import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { atEnd } from '../../test/harness/at-end.ts'
import { type DatabaseKind, databaseKinds, freshDatabase, openTest } from '../../test/harness/databases.ts'
import { readLogMonths } from '../domain/usage/logs/log-months.queries.ts'
import { migrate } from './migrate.ts'
import { migrationsFolder } from './migration-files.ts'

const at = (day: string) => Date.parse(`${day}Z`) / 1000

/** A database as the version before left it. */
async function givenWholeLog(t: TestContext, kind: DatabaseKind) {
  const { address, drop } = await freshDatabase(kind, { migrated: false })
  atEnd(t, drop)
  const open = await openTest(address)
  atEnd(t, open.close)
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-test-'))
  atEnd(t, () => rmSync(folder, { recursive: true, force: true }))
  cpSync(migrationsFolder, folder, { recursive: true })
  for (const file of readdirSync(join(folder, 'log'))) if (file > '0002') rmSync(join(folder, 'log', file))
  await migrate(open, { folder })
  return open
}

const times = [
  '2026-01-31T23:59:59',
  '2026-02-01T00:00:00',
  '2026-02-28T23:59:59',
  '2026-04-15T12:00:00',
  '2026-01-01T00:00:00',
  '1970-01-01T00:00:05',
]

for (const kind of databaseKinds) {
  test(`a log that has rows is divided by month, and every row stays as it was [${kind}]`, async (t) => {
    const open = await givenWholeLog(t, kind)
    const { store } = open
    const rows = times.map((day, index) => ({
      user_id: index,
      created_at: at(day),
      type: 2,
      content: `row ${index}`,
      other: '{"model_ratio":1}',
      is_stream: 1 as const,
      request_id: `request ${index}`,
    }))
    await store.insertInto('logs').values(rows).execute()
    const { id: last } = await store
      .insertInto('logs')
      .values({ user_id: 1, created_at: 9, type: 4 })
      .returning('id')
      .executeTakeFirstOrThrow()
    await store.deleteFrom('logs').where('id', '=', last).execute()
    const all = () => store.selectFrom('logs').selectAll().orderBy('id').execute()
    const before = await all()

    assert.deepEqual((await migrate(open)).applied, [
      'log/0002_log_months',
      'log/0003_call_facts',
      'log/0004_prompt_records',
      'log/0005_organisations',
    ])
    assert.deepEqual(
      await all(),
      before.map((row) => ({ ...row, facts: '', account_id: 0 })),
    )
    assert.deepEqual(
      (await readLogMonths(store)).map(({ name, start, end }) => [name, start, end]),
      kind === 'sqlite'
        ? []
        : [
            ['logs_2026_01', at('2026-01-01T00:00'), at('2026-02-01T00:00')],
            ['logs_2026_02', at('2026-02-01T00:00'), at('2026-03-01T00:00')],
            ['logs_2026_04', at('2026-04-01T00:00'), at('2026-05-01T00:00')],
          ],
    )

    const added = await store
      .insertInto('logs')
      .values({ user_id: 1, created_at: at('2026-04-01T00:00'), type: 4 })
      .returning(['id', 'content', 'quota', 'is_stream'])
      .executeTakeFirstOrThrow()
    assert.deepEqual(added, { id: last + 1, content: '', quota: 0, is_stream: 0 }, 'numbers go on, defaults are kept')
    await assert.rejects(
      store
        .insertInto('logs')
        .values(rows[3] ?? [])
        .execute(),
      'its consumption is there already',
    )
    await assert.rejects(
      store
        .insertInto('logs')
        .values({ user_id: 1, created_at: at('2026-04-02T00:00'), type: 4, is_stream: 2 as 1 })
        .execute(),
    )
  })

  test(`a row of the wildest time does not keep the log from being divided [${kind}]`, async (t) => {
    const open = await givenWholeLog(t, kind)
    const wild = [Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER, 0]
    await open.store
      .insertInto('logs')
      .values(wild.map((created_at) => ({ user_id: 1, created_at, type: 4 })))
      .execute()
    await migrate(open)
    assert.equal((await open.store.selectFrom('logs').select('id').execute()).length, 3)
    assert.deepEqual(await readLogMonths(open.store), [])
  })
}

test('every month has the indexes of the log', async (t) => {
  const open = await givenWholeLog(t, 'postgres')
  await open.store
    .insertInto('logs')
    .values({ user_id: 1, created_at: at('2026-01-05T00:00'), type: 4 })
    .execute()
  await migrate(open)
  const indexesOf = async (table: string) => {
    const { rows } = await sql<{ text: string }>`
      SELECT indexdef AS text FROM pg_indexes WHERE tablename = ${table}`.execute(open.store)
    return rows.map(({ text }) => text.replace(/INDEX .* USING /, 'INDEX ')).sort()
  }
  const wanted = await indexesOf('logs')
  assert.equal(wanted.length, 8)
  assert.deepEqual(await indexesOf('logs_2026_01'), wanted)
  assert.deepEqual(await indexesOf('logs_default'), wanted)
})
