import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { atEnd } from '../../test/harness/at-end.ts'
import { databaseKinds, freshDatabase, givenStore, onBothDatabases, openTest } from '../../test/harness/databases.ts'
import { startTestServer } from '../../test/harness/harness.ts'
import {
  callBy,
  captureFor,
  driftsOf,
  givenUser,
  holdFor,
  now,
  readUser,
  silent,
  withLedger,
} from '../../test/harness/ledger.ts'
import { logMonthsFrom } from '../domain/usage/logs/log-month.ts'
import { makeLogMonth, readLogMonths } from '../domain/usage/logs/log-months.queries.ts'
import { type OpenStore, openStore, type Store } from '../store/store.ts'
import { makeLogMonths } from './make-log-months.ts'

const make = (open: OpenStore, at = now, holder = 'me') => makeLogMonths({ open, clock: () => at, log: silent }, holder)
/** Another process on the same database. */
async function givenSecond(t: TestContext, { main }: OpenStore): Promise<OpenStore> {
  const second = await openTest(main)
  atEnd(t, second.close)
  return second
}
const namesIn = async (store: Store) => (await readLogMonths(store)).map(({ name }) => name)
const madeNow = ['logs_2027_01', 'logs_2027_02', 'logs_2027_03'] // now is in January 2027
const later = now + 5 * 365 * 86_400

const givenRows = (store: Store, times: number[]) =>
  store
    .insertInto('logs')
    .values(times.map((created_at) => ({ user_id: 1, type: 4, created_at })))
    .returning('id')
    .execute()
const timesIn = async (store: Store) =>
  (await store.selectFrom('logs').select('created_at').orderBy('id').execute()).map(({ created_at }) => created_at)

/** Which table each row is in, in order of writing. */
async function tablesOf(store: Store): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`SELECT tableoid::regclass::text AS name FROM logs ORDER BY id`.execute(
    store,
  )
  return rows.map(({ name }) => name)
}

onBothDatabases('a row of any time is written and found, whether its month has a table or not', async (open) => {
  const { store, dialect } = open
  await make(open)
  const times = [now, 5, later, now + 40 * 86_400]
  await givenRows(store, times)
  assert.deepEqual(await timesIn(store), times)
  const found = await store
    .selectFrom('logs')
    .select('created_at')
    .where('created_at', '>', now)
    .orderBy('id')
    .execute()
  assert.deepEqual(
    found.map(({ created_at }) => created_at),
    [later, now + 40 * 86_400],
  )
  if (dialect === 'postgres')
    assert.deepEqual(await tablesOf(store), ['logs_2027_01', 'logs_default', 'logs_default', 'logs_2027_02'])
})

onBothDatabases('this month and the next two get a table, once', async (open) => {
  for (const at of [now, now, now + 86_400]) {
    await make(open, at)
    assert.deepEqual(await namesIn(open.store), open.dialect === 'sqlite' ? [] : madeNow)
  }
  await make(open, now + 31 * 86_400)
  assert.deepEqual(await namesIn(open.store), open.dialect === 'sqlite' ? [] : [...madeNow, 'logs_2027_04'])
})

test('months end where the next begins, over the turn of the year and in leap years', () => {
  const months = logMonthsFrom(Date.parse('2027-12-31T23:59:59Z') / 1000, 4)
  assert.deepEqual(
    months.map(({ name, start }) => [name, new Date(start * 1000).toISOString()]),
    [
      ['logs_2027_12', '2027-12-01T00:00:00.000Z'],
      ['logs_2028_01', '2028-01-01T00:00:00.000Z'],
      ['logs_2028_02', '2028-02-01T00:00:00.000Z'],
      ['logs_2028_03', '2028-03-01T00:00:00.000Z'],
    ],
  )
  assert.deepEqual(
    months.slice(0, -1).map(({ end }) => end),
    months.slice(1).map(({ start }) => start),
  )
})

test('rows that came before the table of their month move into it, and only they', async (t) => {
  const open = await givenStore(t, 'postgres')
  const [january = later] = logMonthsFrom(now, 1).map(({ start }) => start)
  const times = [january - 1, january, now, later]
  await givenRows(open.store, times)
  await make(open)
  assert.deepEqual(await timesIn(open.store), times)
  assert.deepEqual(await tablesOf(open.store), ['logs_default', 'logs_2027_01', 'logs_2027_01', 'logs_default'])
})

test('of two instances at once one makes them, and without a lease to part them they still agree', async (t) => {
  const open = await givenStore(t, 'postgres')
  const second = await givenSecond(t, open)
  await givenRows(open.store, [now, now])
  await Promise.all([make(open, now, 'one'), make(second, now, 'two')])
  assert.deepEqual(await namesIn(open.store), madeNow)
  for (const month of logMonthsFrom(later, 3)) {
    const outcomes = await Promise.all([open, second, open].map(({ store }) => makeLogMonth(store, month)))
    assert.deepEqual(outcomes.toSorted(), [false, false, true])
  }
  assert.equal((await namesIn(open.store)).length, 6)
  assert.deepEqual(await timesIn(open.store), [now, now])
})

test('whoever is writing to the log does not wait for a month to be made, nor the other way round', async (t) => {
  const open = await givenStore(t, 'postgres')
  const second = await givenSecond(t, open)
  await make(open)
  const user = await givenUser(open.store)
  await second.store.transaction().execute(async (writer) => {
    await givenRows(writer, [now])
    await withLedger(open, async (ledger) => {
      const spend = async () => {
        const call = callBy(user)
        assert.ok((await ledger.hold(holdFor(call, 10))).ok)
        assert.deepEqual(await ledger.capture(captureFor(call, 5)).then(Object.keys), ['ok', 'quota'], 'not spooled')
      }
      await Promise.all([make(open, later), ...Array.from({ length: 40 }, spend)])
    })
    assert.equal((await namesIn(open.store)).length, 6)
  })
  assert.equal((await readUser(open.store, user)).quota, 1000 - 200)
  assert.equal((await timesIn(open.store)).length, 41)
  assert.deepEqual(await driftsOf(open), [])
})

test('while somebody reads the log for long no month is made, and nobody waits; the next turn makes it', async (t) => {
  const open = await givenStore(t, 'postgres')
  const second = await givenSecond(t, open)
  const warned: (object | undefined)[] = []
  const log = { ...silent, warn: (_: string, fields?: object) => void warned.push(fields) }
  const makeAndTell = () => makeLogMonths({ open, clock: () => now, log }, 'me')
  await second.store.transaction().execute(async (reader) => {
    await reader.selectFrom('logs').selectAll().execute()
    await makeAndTell()
    assert.deepEqual(warned, [{ table: 'logs_2027_01' }])
    await givenRows(open.store, [now])
  })
  await makeAndTell()
  assert.equal(warned.length, 1)
  assert.deepEqual(await tablesOf(open.store), ['logs_2027_01'])
})

test('a log database of its own gets its months too', async (t) => {
  const [main, logs] = [await freshDatabase('postgres'), await freshDatabase('postgres')]
  for (const { drop } of [main, logs]) atEnd(t, drop)
  const open = await openStore({ main: main.address, log: logs.address, synchronous: 'NORMAL', poolSize: 2 })
  atEnd(t, open.close)
  await make(open)
  assert.deepEqual(await namesIn(open.store), madeNow)
  assert.deepEqual(await namesIn(open.logStore), madeNow)
})

onBothDatabases('a free call that reports twice is logged once, even in another month', async (open) => {
  const { store } = open
  await make(open)
  const user = await givenUser(store)
  await withLedger(open, async (ledger) => {
    const call = callBy(user)
    assert.ok((await ledger.hold(holdFor(call, 0))).ok)
    for (const at of [now, now, now + 31 * 86_400, later])
      assert.ok((await ledger.capture(captureFor(call, 0, 0, at))).ok)
  })
  assert.deepEqual(await timesIn(store), [now])
  assert.equal((await readUser(store, user)).request_count, 1)
})

onBothDatabases('the books agree with a log of many months', async (open) => {
  await make(open)
  const user = await givenUser(open.store)
  await withLedger(open, async (ledger) => {
    for (const at of [now, now + 31 * 86_400, later, 5]) {
      const call = callBy(user)
      assert.ok((await ledger.hold(holdFor(call, 20, at))).ok)
      assert.ok((await ledger.capture(captureFor(call, 10, 0, at))).ok)
    }
  })
  assert.equal((await timesIn(open.store)).length, 4)
  assert.deepEqual(await driftsOf(open), [])
  await open.store.deleteFrom('logs').where('created_at', '=', later).execute()
  assert.equal((await driftsOf(open)).length, 1, 'every table counts')
})

for (const kind of databaseKinds)
  test(`a server makes them when it starts [${kind}]`, async (t) => {
    const { address, drop } = await freshDatabase(kind)
    atEnd(t, drop)
    const server = await startTestServer(address)
    atEnd(t, server.stop)
    const { store, clock } = server.deps
    const wanted = logMonthsFrom(clock(), 3).map(({ name }) => name)
    assert.deepEqual(await namesIn(store), kind === 'sqlite' ? [] : wanted)
  })
