import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { atEnd } from '../../test/harness/at-end.ts'
import { givenStore, onBothDatabases, openTest } from '../../test/harness/databases.ts'
import { bumpRevision, readRevision, watchRevision } from './revision.ts'
import type { OpenStore } from './store.ts'

const silent = { warn() {}, info() {} }
/** Far longer than a test: a report under it came without polling. */
const never = 600_000

/** Collects the reports of a watcher and lets a test wait for the next one. */
function reports() {
  const seen: number[] = []
  let arrived = Promise.withResolvers<number>()
  return {
    seen,
    next: () => arrived.promise,
    report(revision: number) {
      seen.push(revision)
      arrived.resolve(revision)
      arrived = Promise.withResolvers()
    },
  }
}

const listening = 'listening for database notifications'
const emitting = (events: EventEmitter) => ({
  warn: (event: string) => void events.emit(event),
  info: (event: string) => void events.emit(event),
})

/** A watch that ends with the test, also when the test fails. */
function watched(t: TestContext, ...args: Parameters<typeof watchRevision>) {
  const watch = watchRevision(...args)
  atEnd(t, watch.stop)
  return watch
}

const bump = (open: OpenStore) => open.store.transaction().execute((transaction) => bumpRevision(transaction))

onBothDatabases('every bump raises the revision by one, however many arrive at once', async (open) => {
  assert.equal(await readRevision(open.store), 0)
  await Promise.all(Array.from({ length: 5 }, () => bump(open)))
  assert.equal(await readRevision(open.store), 5)
})

onBothDatabases('a change that is rolled back is no change', async (open) => {
  const attempt = open.store.transaction().execute(async (transaction) => {
    await bumpRevision(transaction)
    throw new Error('no')
  })
  await assert.rejects(attempt)
  assert.equal(await readRevision(open.store), 0)
})

onBothDatabases('a change made by another instance is reported', async (open, t) => {
  const other = await openTest(open.main)
  const { next, report, seen } = reports()
  const watch = watched(t, open, report, { everyMs: 20, log: silent, since: 0 })
  const reported = next()
  await bump(other)
  assert.equal(await reported, 1)
  await watch.stop()
  await bump(other)
  assert.deepEqual(seen, [1], 'and nothing after the watch was stopped')
  await other.close()
})

onBothDatabases(
  'without a starting point the first look reports, so that nothing is missed before it',
  async (open, t) => {
    const { next, report } = reports()
    await bump(open)
    const reported = next()
    watched(t, open, report, { everyMs: never, log: silent })
    assert.equal(await reported, 1)
  },
)

onBothDatabases('a change whose handling failed is reported again', async (open, t) => {
  const { next, report } = reports()
  let attempts = 0
  const onChange = async (revision: number) => {
    if (++attempts === 1) throw new Error('could not reload')
    report(revision)
  }
  const reported = next()
  watched(t, open, onChange, { everyMs: 20, log: silent, since: 0 })
  await bump(open)
  assert.equal(await reported, 1)
  assert.equal(attempts, 2)
})

onBothDatabases(
  'a database that fails never throws out of the watch, and is watched again when it is back',
  async (open, t) => {
    const events = new EventEmitter()
    const [failed, back] = [once(events, 'revision watch failed, trying again'), once(events, 'revision watch is back')]
    await sql`ALTER TABLE revision RENAME TO hidden`.execute(open.store)
    watched(t, open, () => {}, { everyMs: 20, log: emitting(events), since: 0 })
    await failed
    await sql`ALTER TABLE hidden RENAME TO revision`.execute(open.store)
    await back
  },
)

test('PostgreSQL tells at once, without polling', async (t) => {
  const open = await givenStore(t, 'postgres')
  const { next, report } = reports()
  const events = new EventEmitter()
  watched(t, open, report, { everyMs: never, log: emitting(events), since: 0 })
  await once(events, listening)
  const reported = next()
  await bump(open)
  assert.equal(await reported, 1)
})

test('a lost listening connection is opened again', async (t) => {
  const open = await givenStore(t, 'postgres')
  const events = new EventEmitter()
  watched(t, open, () => {}, { everyMs: 20, log: emitting(events), since: 0 })
  await once(events, listening)
  const [lost, back] = [once(events, 'database notifications lost, polling meanwhile'), once(events, listening)]
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query like 'LISTEN %'`.execute(open.store)
  await lost
  await back
})
