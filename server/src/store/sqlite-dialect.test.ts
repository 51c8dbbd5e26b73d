import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { Kysely, sql } from 'kysely'
import { atEnd } from '../../test/harness/at-end.ts'
import { eventually } from '../../test/harness/eventually.ts'
import { NodeSqliteDialect } from './sqlite-dialect.ts'
import type { ToDisk } from './sqlite-wal.ts'

type Accounts = { accounts: { id: number; name: string; quota: number } }

type Given = { path?: string; waitMs?: number; toDisk?: ToDisk }

async function given(t: TestContext, { path = ':memory:', waitMs = 10_000, ...more }: Given = {}) {
  const store = new Kysely<Accounts>({ dialect: new NodeSqliteDialect({ path, synchronous: 'FULL', waitMs, ...more }) })
  atEnd(t, () => store.destroy())
  await sql`CREATE TABLE IF NOT EXISTS accounts (id INTEGER PRIMARY KEY, name TEXT NOT NULL, quota BIGINT NOT NULL)`.execute(
    store,
  )
  return store
}

function temporaryFile(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-test-'))
  atEnd(t, () => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'made', 'on', 'the', 'way', 'test.db')
}

test('other users of the machine can read neither the file nor its companions and copies', async (t) => {
  const path = temporaryFile(t)
  const modes = () =>
    readdirSync(dirname(path)).map((name) => [name, statSync(join(dirname(path), name)).mode & 0o777] as const)
  const store = await given(t, { path })
  assert.deepEqual(
    modes(),
    ['test.db', 'test.db-shm', 'test.db-wal'].map((name) => [name, 0o600]),
  )
  const earlier = ['test.db', 'test.db-shm', 'test.db-wal', 'test.db.before-main-0001-20250101000000']
  writeFileSync(`${dirname(path)}/${earlier[3]}`, '')
  writeFileSync(`${dirname(path)}/others.db`, '')
  for (const name of [...earlier, 'others.db']) chmodSync(join(dirname(path), name), 0o644)
  await store.insertInto('accounts').values({ id: 1, name: 'a', quota: 1 }).execute()
  const again = await given(t, { path })
  assert.deepEqual(modes(), [['others.db', 0o644], ...earlier.map((name) => [name, 0o600])])
  assert.equal((await again.selectFrom('accounts').selectAll().execute()).length, 1)
})

test('a file is opened durable, shared and strict', async (t) => {
  const store = await given(t, { path: temporaryFile(t) })
  const pragma = async (name: string) =>
    Object.values((await sql`PRAGMA ${sql.raw(name)}`.execute(store)).rows[0] ?? {})[0]
  assert.equal(await pragma('journal_mode'), 'wal')
  assert.equal(await pragma('synchronous'), 1, 'a power failure may cost the last commits, never the file')
  assert.equal(await pragma('foreign_keys'), 1)
  assert.equal(await pragma('busy_timeout'), 0, 'nobody waits inside SQLite')
})

test('a write is done when the disk has it, a read does not wait for the disk', async (t) => {
  const sent: ((error: Error | null) => void)[] = []
  let isSlow = false
  const toDisk: ToDisk = (_, done) => void (isSlow ? sent.push(done) : done(null))
  const store = await given(t, { path: temporaryFile(t), toDisk })
  isSlow = true
  const insert = (id: number) => store.insertInto('accounts').values({ id, name: 'a', quota: 5 }).execute()
  const writes = [
    () => insert(1),
    () => store.transaction().execute((inside) => inside.deleteFrom('accounts').execute()),
    () => sql`INSERT INTO accounts VALUES (2, 'b', 1) RETURNING id`.execute(store),
  ]
  for (const write of writes) {
    let isDone = false
    const written = write().then(() => {
      isDone = true
    })
    await eventually('the disk gets a request', () => sent.length === 1)
    assert.equal(isDone, false)
    sent.pop()?.(null)
    await written
  }
  assert.equal((await store.selectFrom('accounts').selectAll().execute()).length, 1)
  assert.equal(sent.length, 0)
  const failing = insert(3)
  await eventually('the disk gets a request', () => sent.length === 1)
  sent.pop()?.(new Error('no more disk'))
  await assert.rejects(failing, /no more disk/)
})

test('a transaction has the connection to itself until it ends', async (t) => {
  const store = await given(t)
  const order: string[] = []
  const opened = Promise.withResolvers<void>()
  const mayEnd = Promise.withResolvers<void>()
  const first = store.transaction().execute(async (transaction) => {
    await transaction.insertInto('accounts').values({ id: 1, name: 'a', quota: 5 }).execute()
    opened.resolve()
    await mayEnd.promise
    order.push('first ends')
  })
  await opened.promise
  const second = store.transaction().execute(async (transaction) => {
    order.push('second begins')
    assert.equal((await transaction.selectFrom('accounts').selectAll().execute()).length, 1)
  })
  const read = store.selectFrom('accounts').selectAll().execute()
  mayEnd.resolve()
  await Promise.all([first, second])
  assert.deepEqual(order, ['first ends', 'second begins'])
  assert.deepEqual(await read, [{ id: 1, name: 'a', quota: 5 }])
})

test('work on the connection itself waits until a transaction is over, and nothing comes between its statements', async (t) => {
  const dialect = new NodeSqliteDialect({ path: ':memory:', synchronous: 'FULL' })
  const store = new Kysely<Accounts>({ dialect })
  t.after(() => store.destroy())
  await sql`CREATE TABLE accounts (id INTEGER PRIMARY KEY, name TEXT NOT NULL, quota BIGINT NOT NULL)`.execute(store)
  const opened = Promise.withResolvers<void>()
  const mayEnd = Promise.withResolvers<void>()
  const transaction = store.transaction().execute(async (inside) => {
    opened.resolve()
    await mayEnd.promise
    await inside.insertInto('accounts').values({ id: 1, name: 'a', quota: 5 }).execute()
  })
  await opened.promise
  const exclusive = dialect.exclusive((database) => {
    assert.equal(database.isTransaction, false)
    return database.prepare('SELECT count(*) AS count FROM accounts').get()?.count
  })
  mayEnd.resolve()
  assert.equal(await exclusive, 1)
  await transaction
  await assert.rejects(
    dialect.exclusive(() => {
      throw new Error('no')
    }),
    /^Error: no$/,
  )
  assert.equal((await store.selectFrom('accounts').selectAll().execute()).length, 1, 'and the connection is free again')
})

test('what a failed transaction did is undone, and the next one works', async (t) => {
  const store = await given(t)
  await assert.rejects(
    store.transaction().execute(async (transaction) => {
      await transaction.insertInto('accounts').values({ id: 1, name: 'a', quota: 5 }).execute()
      throw new Error('changed my mind')
    }),
    /changed my mind/,
  )
  assert.deepEqual(await store.selectFrom('accounts').selectAll().execute(), [])
  await store
    .transaction()
    .execute((transaction) => transaction.insertInto('accounts').values({ id: 1, name: 'b', quota: 5 }).execute())
  assert.equal((await store.selectFrom('accounts').selectAll().execute()).length, 1)
})

test('using the outer handle inside a transaction is an error, not a hang', async (t) => {
  const store = await given(t, { waitMs: 10 })
  await assert.rejects(
    store.transaction().execute(() => store.selectFrom('accounts').selectAll().execute()),
    /inside a transaction use its own handle/,
  )
  assert.deepEqual(await store.selectFrom('accounts').selectAll().execute(), [], 'and the connection is free again')
})

test('a second handle on the file waits for a transaction of the first, and the event loop with nobody', async (t) => {
  const path = temporaryFile(t)
  const [one, two] = [await given(t, { path }), await given(t, { path })]
  await one.insertInto('accounts').values({ id: 1, name: 'a', quota: 5 }).execute()
  const order: string[] = []
  const waiting = await one.transaction().execute(async (transaction) => {
    await transaction.selectFrom('accounts').selectAll().execute()
    // Had the transaction of the first handle not taken the write lock at its start, this write would go through.
    const add = two.updateTable('accounts').set(({ eb }) => ({ quota: eb('quota', '+', 10) }))
    const written = add.execute().then(() => order.push('second'))
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
    await transaction.updateTable('accounts').set({ quota: 7 }).execute()
    order.push('first')
    return { written }
  })
  await waiting.written
  assert.deepEqual(order, ['first', 'second'])
  assert.deepEqual(await two.selectFrom('accounts').select('quota').execute(), [{ quota: 17 }])
})

test('a read-only transaction leaves writers of other handles alone', async (t) => {
  const path = temporaryFile(t)
  const [reader, writer] = [await given(t, { path }), await given(t, { path })]
  await reader
    .transaction()
    .setAccessMode('read only')
    .execute(async (transaction) => {
      await transaction.selectFrom('accounts').selectAll().execute()
      await writer.insertInto('accounts').values({ id: 1, name: 'a', quota: 5 }).execute()
    })
})

test('changed rows, new ids and returned rows are reported', async (t) => {
  const store = await given(t)
  const row = { name: 'a', quota: 5 }
  const inserted = await store
    .insertInto('accounts')
    .values({ id: 41, ...row })
    .executeTakeFirstOrThrow()
  assert.equal(inserted.insertId, 41n)
  assert.equal(inserted.numInsertedOrUpdatedRows, 1n)
  await store
    .insertInto('accounts')
    .values({ id: 42, ...row })
    .execute()

  const some = await store.updateTable('accounts').set({ quota: 6 }).where('id', '>', 0).executeTakeFirstOrThrow()
  assert.equal(some.numUpdatedRows, 2n)
  const none = await store.updateTable('accounts').set({ quota: 6 }).where('id', '=', 9).executeTakeFirstOrThrow()
  assert.equal(none.numUpdatedRows, 0n)
  const raw = await sql`UPDATE accounts SET quota = quota - ${1} WHERE quota >= ${6}`.execute(store)
  assert.equal(raw.numAffectedRows, 2n)
  const returned = await store.deleteFrom('accounts').where('id', '=', 41).returning(['id', 'quota']).execute()
  assert.deepEqual(returned, [{ id: 41, quota: 5 }])
})

test('an integer that a number cannot hold exactly is refused on the way in and on the way out', async (t) => {
  const store = await given(t)
  const insert = (quota: number) => store.insertInto('accounts').values({ id: 1, name: 'a', quota }).execute()
  await assert.rejects(insert(2 ** 53), RangeError)
  await assert.rejects(insert(Number.NaN), RangeError)
  await assert.rejects(sql`select ${2n ** 53n}`.execute(store), RangeError)
  await insert(Number.MAX_SAFE_INTEGER)
  assert.deepEqual(await store.selectFrom('accounts').select('quota').execute(), [{ quota: Number.MAX_SAFE_INTEGER }])
  await sql`UPDATE accounts SET quota = quota + 2`.execute(store)
  await assert.rejects(store.selectFrom('accounts').select('quota').execute(), { code: 'ERR_OUT_OF_RANGE' })
})

test('whole numbers compute as integers', async (t) => {
  const { rows } = await sql`select ${7} / ${2} as half, typeof(${7}) as type, ${0.5} as fraction`.execute(
    await given(t),
  )
  assert.deepEqual(rows, [{ half: 3, type: 'integer', fraction: 0.5 }])
})

test('a boolean is refused, as PostgreSQL refuses it for a flag column', async (t) => {
  await assert.rejects(sql`select ${true}`.execute(await given(t)), /0 or 1/)
})

test('more statements than the cache holds still give the right results', async (t) => {
  const store = await given(t)
  for (let round = 0; round < 2; round++)
    for (let n = 0; n < 300; n++) {
      const { rows } = await sql`select ${sql.raw(String(n))} as n`.execute(store)
      assert.deepEqual(rows, [{ n }])
    }
})

test('rows can be streamed', async (t) => {
  const store = await given(t)
  for (const id of [1, 2, 3]) await store.insertInto('accounts').values({ id, name: 'a', quota: id }).execute()
  const seen: number[] = []
  for await (const { id } of store.selectFrom('accounts').select('id').orderBy('id').stream()) seen.push(id)
  assert.deepEqual(seen, [1, 2, 3])
})
