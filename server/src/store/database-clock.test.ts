import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { givenStore } from '../../test/harness/databases.ts'
import { databaseClock } from './database-clock.ts'

test("on SQLite the clock is this machine's", async (t) => {
  const open = await givenStore(t, 'sqlite')
  const clock = databaseClock(open, { wallMs: () => 1_700_000_000_900, monotonicMs: () => 5 })
  await clock.sync()
  assert.equal(clock.now(), 1_700_000_000)
})

test("on PostgreSQL the server's clock counts, however wrong the local one is", async (t) => {
  const open = await givenStore(t, 'postgres')
  let monotonic = 0
  const clock = databaseClock(open, { wallMs: () => 0, monotonicMs: () => monotonic })
  const seconds = async () =>
    (
      await open.store
        .selectNoFrom(sql<number>`floor(extract(epoch from clock_timestamp()))::bigint`.as('s'))
        .executeTakeFirstOrThrow()
    ).s

  const before = await seconds()
  await clock.sync()
  const after = await seconds()
  // A rounded midpoint may lie up to a second outside the two whole seconds around it.
  assert.ok(clock.now() >= before - 1 && clock.now() <= after + 1, `${before} ≤ ${clock.now()} ≤ ${after}`)

  const start = clock.now()
  monotonic += 60_000
  assert.equal(clock.now(), start + 60, 'between syncs it goes on by itself')
  await clock.sync()
  assert.ok(clock.now() < start + 60, 'and a sync puts it right')
})
