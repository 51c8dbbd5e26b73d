import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { atEnd } from '../../test/harness/at-end.ts'
import { databaseKinds, freshDatabase, onBothDatabases, openTest } from '../../test/harness/databases.ts'
import { migrate } from './migrate.ts'
import { openStore, type Store } from './store.ts'

const person = (name: string) => ({ username: name, username_key: name, created_at: 1 })
const quotaOf = async (store: Store, id: number) =>
  (await store.selectFrom('users').select('quota').where('id', '=', id).executeTakeFirstOrThrow()).quota

onBothDatabases('ids, counts, sums and comparisons come back as plain numbers', async ({ store }) => {
  const { id } = await store
    .insertInto('users')
    .values({ ...person('a'), quota: 7 })
    .returning('id')
    .executeTakeFirstOrThrow()
  assert.equal(typeof id, 'number')
  const row = await store
    .selectFrom('users')
    .select(({ fn, val }) => [fn.countAll<number>().as('count'), fn.sum<number>('quota').as('sum'), val(1).as('one')])
    .select(sql<number>`max(quota) > 3`.as('is_rich'))
    .executeTakeFirstOrThrow()
  assert.deepEqual({ ...row, one: Number(row.one) }, { count: 1, sum: 7, one: 1, is_rich: 1 })
})

onBothDatabases('a sum that a number cannot hold exactly is an error', async ({ store }) => {
  const quota = Number.MAX_SAFE_INTEGER
  await store
    .insertInto('users')
    .values([
      { ...person('a'), quota },
      { ...person('b'), quota },
    ])
    .execute()
  await assert.rejects(
    store
      .selectFrom('users')
      .select(({ fn }) => fn.sum<number>('quota').as('sum'))
      .execute(),
    RangeError,
  )
})

onBothDatabases('of many spenders at once only as many succeed as the balance allows', async ({ store }) => {
  const { id } = await store
    .insertInto('users')
    .values({ ...person('a'), quota: 5 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const spend = () =>
    store.transaction().execute((transaction) =>
      transaction
        .updateTable('users')
        .set(({ eb }) => ({ quota: eb('quota', '-', 1) }))
        .where('id', '=', id)
        .where('quota', '>=', 1)
        .executeTakeFirstOrThrow(),
    )
  const results = await Promise.all(Array.from({ length: 12 }, spend))
  assert.equal(results.filter(({ numUpdatedRows }) => numUpdatedRows === 1n).length, 5)
  assert.equal(await quotaOf(store, id), 0)
})

onBothDatabases('a rolled back transaction leaves nothing', async ({ store }) => {
  const attempt = store.transaction().execute(async (transaction) => {
    await transaction.insertInto('users').values(person('a')).execute()
    throw new Error('no')
  })
  await assert.rejects(attempt, /^Error: no$/)
  assert.deepEqual(await store.selectFrom('users').select('id').execute(), [])
})

onBothDatabases('ping succeeds while the database is there and fails afterwards', async (open) => {
  const second = await openTest(open.main)
  await second.ping()
  await second.close()
  await assert.rejects(second.ping())
})

for (const kind of databaseKinds)
  test(`logs can live in a database of their own [${kind}]`, async (t) => {
    const [main, log] = [await freshDatabase(kind, { migrated: false }), await freshDatabase(kind, { migrated: false })]
    const open = await openStore({ main: main.address, log: log.address, synchronous: 'NORMAL', poolSize: 2 })
    atEnd(t, () => Promise.all([main.drop(), log.drop()]))
    atEnd(t, open.close)
    assert.notEqual(open.logStore, open.store)
    const { applied } = await migrate(open)
    assert.ok(applied.includes('log/0001_logs'))
    await open.logStore.insertInto('logs').values({ user_id: 1, created_at: 1, type: 4 }).execute()
    assert.deepEqual(await open.store.selectFrom('logs').selectAll().execute(), [], 'the main database has its own')
    await assert.rejects(open.logStore.selectFrom('users').selectAll().execute(), 'the other one has no accounts')
  })

test('naming the main database for logs gives one handle', async (t) => {
  const { address, drop } = await freshDatabase('sqlite')
  atEnd(t, drop)
  const open = await openStore({ main: address, log: { ...address }, synchronous: 'NORMAL', poolSize: 2 })
  assert.equal(open.logStore, open.store)
  await open.close()
})
