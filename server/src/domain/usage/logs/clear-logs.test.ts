import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { role } from '@turnpike/contract/identity/user'
import { logApi, logType } from '@turnpike/contract/usage/log'
import { sql } from 'kysely'
import { atEnd } from '../../../../test/harness/at-end.ts'
import {
  databaseKinds,
  type FreshDatabase,
  freshDatabase,
  givenStore,
  onBothDatabases,
  openTest,
} from '../../../../test/harness/databases.ts'
import { type Client, startTestServer, type TestServer } from '../../../../test/harness/harness.ts'
import { callBy, captureFor, driftsOf, givenUser, holdFor, now, withLedger } from '../../../../test/harness/ledger.ts'
import { AppError } from '../../../http/app-error.ts'
import type { Store } from '../../../store/store.ts'
import { clearLogs } from './clear-logs.rules.ts'
import { logMonthsFrom } from './log-month.ts'
import { makeLogMonth, readLogMonths } from './log-months.queries.ts'

const actor = { id: 1, username: 'root', address: '', request_id: 'r', at: now }

async function givenRows(store: Store, times: number[], type: number = logType.consumption) {
  const rows = times.map((created_at) => ({ user_id: 1, username: 'lin', type, created_at }))
  for (let start = 0; start < rows.length; start += 1000)
    await store
      .insertInto('logs')
      .values(rows.slice(start, start + 1000))
      .execute()
}
const timesIn = async (store: Store) =>
  (await store.selectFrom('logs').select(['created_at', 'type']).orderBy('created_at').execute()).map(
    (row) => row.created_at,
  )

for (const kind of databaseKinds)
  describe(`clearing logs on ${kind}`, () => {
    let database: FreshDatabase
    let server: TestServer
    let root: Client
    before(async () => {
      database = await freshDatabase(kind)
      server = await startTestServer(database.address)
      await server.given.user({ username: 'chief', role: role.root })
      root = server.client()
      await root.signIn('chief')
    })
    after(async () => {
      await server.stop()
      await database.drop()
    })
    const clear = async (target_timestamp?: string | number, client = root) =>
      (await client.call(logApi.clear, { query: { target_timestamp } })).response

    test('rows of every type older than the time go, the rest stays, and somebody wrote down who did it', async () => {
      const { store } = server.deps
      for (const type of Object.values(logType)) await givenRows(store, [1000, 1999, 2000, 2001], type)
      const response = await clear(2000)
      assert.deepEqual(response.success && response.data, 10)
      const left = await store.selectFrom('logs').selectAll().orderBy('id').execute()
      assert.deepEqual(
        left.slice(0, 10).map(({ created_at }) => created_at),
        Array(5).fill([2000, 2001]).flat(),
      )
      const told = left.at(-1)
      assert.deepEqual([told?.username, told?.type, told?.content], ['chief', logType.admin, '清理了 10 条历史日志'])
      const audit = await store.selectFrom('audit').selectAll().execute()
      assert.deepEqual(
        audit.map(({ action, target, actor_name }) => [action, target, actor_name]),
        [['log.clear', '2000', 'chief']],
      )
    })

    test('nothing to delete is said, and changes nothing', async () => {
      const response = await clear(1500)
      assert.equal(response.success || response.code, 'nothing_deleted')
      assert.equal((await server.deps.store.selectFrom('audit').select('id').execute()).length, 1)
    })

    test('a time that is none deletes nothing', async () => {
      const before = await timesIn(server.deps.store)
      for (const target of [undefined, '', '0', '-5', 'abc', '1e12', 'NaN', 'null', '2000.5']) {
        const response = await clear(target)
        assert.equal(response.success || response.code, 'invalid_parameter', String(target))
      }
      assert.deepEqual(await timesIn(server.deps.store), before)
    })

    test('administrators may not', async () => {
      await server.given.user({ username: 'admin', role: role.admin })
      const admin = server.client()
      await admin.signIn('admin')
      const response = await clear(2001, admin)
      assert.equal(response.success || response.code, 'insufficient_permission')
    })

    test('a time to come is refused and clears nothing: it would take rows that nobody has seen', async () => {
      const at = server.deps.clock()
      await givenRows(server.deps.store, [at - 100, at + 60])
      const before = await timesIn(server.deps.store)
      for (const target of [at + 600, at + 40 * 86_400]) {
        const response = await clear(target)
        assert.equal(response.success || response.code, 'log_clear_future', String(target))
      }
      assert.deepEqual(await timesIn(server.deps.store), before)
      assert.ok((await clear(at)).success)
    })
  })

onBothDatabases('more rows than one batch holds go too, several of them in one second', async ({ store }) => {
  await givenRows(
    store,
    Array.from({ length: 12_000 }, (_, index) => 1000 + Math.floor(index / 7000)),
  )
  await givenRows(store, [5000])
  assert.equal(await clearLogs({ store, logStore: store }, actor, 2000), 12_000)
  assert.deepEqual(await timesIn(store), [5000, now])
})

onBothDatabases('the books agree with what is left of the log, and keep every entry', async (open) => {
  const { store } = open
  const user = await givenUser(store, { quota: 1000 })
  await withLedger(open, async (ledger) => {
    for (const at of [now - 300, now - 200, now - 200, now - 100]) {
      const call = callBy(user)
      assert.ok((await ledger.hold(holdFor(call, 20, at))).ok)
      await ledger.capture(captureFor(call, 10, 0, at))
    }
  })
  const entries = async () => (await store.selectFrom('ledger').select('id').execute()).length
  const entriesBefore = await entries()
  assert.deepEqual(await driftsOf(open), [])
  assert.equal(await clearLogs({ store, logStore: store }, actor, now - 150), 3)
  assert.equal(await entries(), entriesBefore)
  assert.deepEqual(await driftsOf(open), [])
})

const day = 86_400
const months = logMonthsFrom(now - 75 * day, 3) // November, December and January, in which now lies
const [november = 0, december = 0, january = 0] = months.map(({ start }) => start)

/** Rows before, in and between months; where the log is kept by month, those of November and January have a table. */
async function givenMonths(store: Store, kind: string) {
  for (const month of months) if (kind === 'postgres' && month.start !== december) await makeLogMonth(store, month)
  await givenRows(store, [
    november - 5,
    november,
    november,
    december - 1,
    december + 9,
    january,
    january + 9,
    now + day,
  ])
}
const namesIn = async (store: Store) => (await readLogMonths(store)).map(({ name }) => name)

onBothDatabases('months before the time go whole, the rest row by row, and all of it is counted', async (open) => {
  const { store, dialect } = open
  await givenMonths(store, dialect)
  const clear = (target: number) => clearLogs({ store, logStore: store }, actor, target)
  assert.equal(await clear(december - 1), 3, 'a month that is not over yet keeps its table')
  assert.equal((await namesIn(store)).length, dialect === 'sqlite' ? 0 : 2)
  assert.deepEqual(await timesIn(store), [december - 1, december + 9, january, january + 9, now, now + day])
  assert.equal(await clear(january + 5), 3)
  assert.deepEqual(await timesIn(store), [january + 9, now, now, now + day])
  assert.deepEqual(await namesIn(store), dialect === 'sqlite' ? [] : ['logs_2027_01'])
  const told = await store
    .selectFrom('logs')
    .select('content')
    .where('type', '=', logType.admin)
    .orderBy('id')
    .execute()
  assert.deepEqual(
    told.map(({ content }) => content),
    ['清理了 3 条历史日志', '清理了 3 条历史日志'],
  )
  await givenRows(store, [november + 1])
  assert.equal((await timesIn(store))[0], november + 1, 'a late row of a month that is gone has a place')
})

test('a month that somebody is reading is emptied instead of dropped, and the reader keeps what he sees', async (t) => {
  const open = await givenStore(t, 'postgres')
  const second = await openTest(open.main)
  atEnd(t, second.close)
  const { store } = open
  await givenMonths(store, 'postgres')
  await second.store
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (reader) => {
      const seen = await timesIn(reader)
      assert.equal(await clearLogs({ store, logStore: store }, actor, january), 5)
      assert.deepEqual(await timesIn(reader), seen)
    })
  assert.deepEqual(await timesIn(store), [january, january + 9, now, now + day])
  assert.deepEqual(await namesIn(store), ['logs_2026_11', 'logs_2027_01'])
  assert.equal(await clearLogs({ store, logStore: store }, actor, january + 1), 1)
  assert.deepEqual(await namesIn(store), ['logs_2027_01'], 'the empty one goes with the next clearing')
})

test('clearing that fails halfway has begun with the oldest rows', async (t) => {
  const open = await givenStore(t, 'postgres')
  const { store } = open
  for (const month of months) await makeLogMonth(store, month)
  await givenRows(store, [november - 5, november, december, january])
  await sql`CREATE VIEW somebodys_view AS SELECT count(*) FROM logs_2026_12`.execute(store)
  await assert.rejects(clearLogs({ store, logStore: store }, actor, now), /other objects depend on it/)
  assert.deepEqual(await timesIn(store), [december, january])
})

test('two who clear at once remove every row once', async (t) => {
  const open = await givenStore(t, 'postgres')
  const second = await openTest(open.main)
  atEnd(t, second.close)
  await givenMonths(open.store, 'postgres')
  const counts = await Promise.all(
    [open, second].map(({ store }) =>
      clearLogs({ store, logStore: store }, actor, january).catch((error: unknown) => {
        assert.ok(error instanceof AppError && error.code === 'nothing_deleted', 'the other one was faster')
        return 0
      }),
    ),
  )
  assert.equal(
    counts.reduce((sum, count) => sum + count, 0),
    5,
  )
  assert.deepEqual(await namesIn(open.store), ['logs_2027_01'])
})

onBothDatabases('the books agree with the log while its oldest months go one after the other', async (open) => {
  const { store, dialect } = open
  const user = await givenUser(store, { quota: 1000 })
  for (const month of months) if (dialect === 'postgres') await makeLogMonth(store, month)
  await withLedger(open, async (ledger) => {
    for (const at of [november - 9, november + 9, december + 9, december + 19, january + 9]) {
      const call = callBy(user)
      assert.ok((await ledger.hold(holdFor(call, 20, at))).ok)
      assert.ok((await ledger.capture(captureFor(call, 10, 0, at))).ok)
    }
  })
  for (const [target, count] of [
    [december, 2],
    [december + 10, 1],
    [january, 1],
  ] as const) {
    assert.equal(await clearLogs({ store, logStore: store }, actor, target), count)
    assert.deepEqual(await driftsOf(open), [])
  }
})

test('where logs have a database of their own, both are cleared', async () => {
  const main = await freshDatabase('sqlite')
  const logs = await freshDatabase('sqlite')
  const [open, openLogs] = [await openTest(main.address), await openTest(logs.address)]
  try {
    await givenRows(open.store, [1000, 3000])
    await givenRows(openLogs.store, [900, 2500])
    assert.equal(await clearLogs({ store: open.store, logStore: openLogs.store }, actor, 2000), 2)
    assert.deepEqual(await timesIn(open.store), [3000, now])
    assert.deepEqual(await timesIn(openLogs.store), [2500])
  } finally {
    for (const one of [open, openLogs]) await one.close()
    for (const one of [main, logs]) await one.drop()
  }
})
