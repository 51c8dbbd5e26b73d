import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { atEnd } from '../../../../../test/harness/at-end.ts'
import { freshDatabase, openTest } from '../../../../../test/harness/databases.ts'
import {
  callBy,
  captureFor,
  driftsOf,
  givenChannel,
  givenUser,
  holdFor,
  readHolds,
  readUser,
  withLedger,
} from '../../../../../test/harness/ledger.ts'

async function given(t: TestContext) {
  const { address, drop } = await freshDatabase('postgres')
  atEnd(t, drop)
  const open = await openTest(address)
  atEnd(t, open.close)
  const second = await openTest(address)
  atEnd(t, second.close)
  return { open, second }
}

test('two instances that want the same rows in different order both get through', async (t) => {
  const { open, second } = await given(t)
  const users = [await givenUser(open.store), await givenUser(open.store), await givenUser(open.store)]
  const channels = [await givenChannel(open.store), await givenChannel(open.store)]
  await withLedger(open, (one) =>
    withLedger(second, async (two) => {
      for (let round = 0; round < 15; round++) {
        const spend = (ledger: typeof one, payers: number[], ways: number[]) =>
          Promise.all(
            payers.map(async (user, index) => {
              const call = callBy(user)
              assert.equal((await ledger.hold(holdFor(call, 10))).ok, true)
              assert.equal((await ledger.capture(captureFor(call, 5, ways[index % 2]))).ok, true)
            }),
          )
        await Promise.all([spend(one, users, channels), spend(two, users.toReversed(), channels.toReversed())])
      }
    }),
  )
  for (const user of users) assert.equal((await readUser(open.store, user)).quota, 1000 - 150)
  assert.deepEqual(await driftsOf(open), [])
})

test('a change that does not reach its row undoes the whole batch', async (t) => {
  const { open, second } = await given(t)
  const user = await givenUser(open.store)
  await sql`CREATE FUNCTION keep_row() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'`.execute(open.store)
  await sql`CREATE TRIGGER keep_row BEFORE UPDATE ON users FOR EACH ROW EXECUTE FUNCTION keep_row()`.execute(open.store)
  await withLedger(open, async (ledger) => {
    await assert.rejects(ledger.hold(holdFor(callBy(user), 10)), /the ledger wrote 0 users instead of 1/)
    await sql`DROP TRIGGER keep_row ON users`.execute(second.store)
    assert.deepEqual(await readHolds(second.store), [])
    assert.equal((await ledger.hold(holdFor(callBy(user), 10))).ok, true)
  })
  assert.deepEqual(await driftsOf(open), [])
})

test('a connection that the server ends is replaced, and the batch is carried out once', async (t) => {
  const { open, second } = await given(t)
  const user = await givenUser(open.store)
  await withLedger(open, async (ledger) => {
    for (let round = 0; round < 5; round++) {
      const calls = Array.from({ length: 20 }, () => callBy(user))
      await Promise.all(calls.map((call) => ledger.hold(holdFor(call, 2))))
      const captures = Promise.all(calls.map((call) => ledger.capture(captureFor(call, 1))))
      await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()`.execute(second.store)
      assert.ok((await captures).every(({ ok }) => ok))
    }
    assert.equal((await ledger.hold(holdFor(callBy(user), 1))).ok, true)
  })
  assert.equal((await readUser(second.store, user)).quota, 900)
  assert.deepEqual(await driftsOf(second), [])
})
