import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { atEnd } from '../../test/harness/at-end.ts'
import { type DatabaseKind, freshDatabase, openTest } from '../../test/harness/databases.ts'
import { callBy, captureFor, driftsOf, givenUser, holdFor, now, silent, withLedger } from '../../test/harness/ledger.ts'
import { openStore } from '../store/store.ts'
import { moveLogs } from './move-logs.ts'

const move = (open: Parameters<typeof moveLogs>[0]['open'], at = now) =>
  moveLogs({ open, clock: () => at, log: silent }, 'me')

const pairs: [main: DatabaseKind, log: DatabaseKind][] = [
  ['sqlite', 'sqlite'],
  ['postgres', 'sqlite'],
  ['postgres', 'postgres'],
]
for (const [kind, logKind] of pairs) {
  async function given(t: TestContext) {
    const [main, log] = [await freshDatabase(kind), await freshDatabase(logKind)]
    for (const { drop } of [main, log]) atEnd(t, drop)
    const open = await openStore({ main: main.address, log: log.address, synchronous: 'NORMAL', poolSize: 2 })
    atEnd(t, open.close)
    const user = await givenUser(open.store)
    await withLedger(open, async (ledger) => {
      for (let index = 0; index < 3; index++) {
        const call = callBy(user)
        await ledger.hold(holdFor(call, 5))
        await ledger.capture(captureFor(call, 5))
      }
    })
    const rows = (store = open.store) => store.selectFrom('logs').selectAll().orderBy('id').execute()
    return { open, rows }
  }

  test(`log rows move to their database whole, and the ledger still adds up on the way [${kind} to ${logKind}]`, async (t) => {
    const { open, rows } = await given(t)
    const before = await rows()
    assert.equal(before.length, 3)
    assert.deepEqual(await driftsOf(open), [])
    await move(open)
    assert.deepEqual(await rows(), [])
    assert.deepEqual(await rows(open.logStore), before)
    assert.deepEqual(await driftsOf(open), [])
    await open.logStore
      .deleteFrom('logs')
      .where('id', '=', before[1]?.id ?? 0)
      .execute()
    assert.equal((await driftsOf(open)).length, 1, 'the check reads the other database too')
  })

  test(`rows that were copied before a crash are not there twice [${kind} to ${logKind}]`, async (t) => {
    const { open, rows } = await given(t)
    const before = await rows()
    await open.logStore.insertInto('logs').values(before.slice(0, 2)).execute()
    await move(open)
    assert.deepEqual(await rows(open.logStore), before)
    assert.deepEqual(await rows(), [])
  })

  test(`a row never gives way to a stranger of the same number [${kind} to ${logKind}]`, async (t) => {
    const { open, rows } = await given(t)
    const before = await rows()
    await open.logStore
      .insertInto('logs')
      .values({ id: before[0]?.id ?? 0, user_id: 9, created_at: 1, type: 4 })
      .execute()
    await assert.rejects(move(open), /another row of that number/)
    assert.deepEqual(await rows(), before)
    assert.equal((await rows(open.logStore)).length, 1, 'nor is it put beside it')
  })

  test(`the consumption of a call that was moved before is not moved again [${kind} to ${logKind}]`, async (t) => {
    const { open, rows } = await given(t)
    const before = await rows()
    await move(open)
    const [first] = before
    assert.ok(first)
    await open.store
      .insertInto('logs')
      .values({ ...first, id: 1000 })
      .execute()
    await move(open)
    assert.deepEqual(await rows(open.logStore), before)
    assert.deepEqual(await rows(), [])
  })
}

test('many rows move in one go, under a lease that is given back', async (t) => {
  const [main, log] = [await freshDatabase('sqlite'), await freshDatabase('sqlite')]
  for (const { drop } of [main, log]) atEnd(t, drop)
  const open = await openStore({ main: main.address, log: log.address, synchronous: 'NORMAL', poolSize: 2 })
  atEnd(t, open.close)
  const rows = Array.from({ length: 450 }, () => ({ user_id: 1, created_at: now, type: 4 }))
  for (const _ of [1, 2]) {
    await open.store.insertInto('logs').values(rows).execute()
    await move(open)
  }
  assert.equal((await open.logStore.selectFrom('logs').select('id').execute()).length, 900)
})

test('the lease is given back after a failure, so that the next attempt moves the rows', async (t) => {
  const [main, log] = [await freshDatabase('sqlite'), await freshDatabase('sqlite')]
  for (const { drop } of [main, log]) atEnd(t, drop)
  const open = await openStore({ main: main.address, log: log.address, synchronous: 'NORMAL', poolSize: 2 })
  atEnd(t, open.close)
  await open.store.insertInto('logs').values({ user_id: 1, created_at: now, type: 4 }).execute()
  const away = await openStore({ main: log.address, synchronous: 'NORMAL', poolSize: 2 })
  await away.close()
  await assert.rejects(move({ ...open, logStore: away.store }))
  await move(open)
  assert.equal((await open.logStore.selectFrom('logs').select('id').execute()).length, 1)
})

test('where logs live beside everything else they stay', async (t) => {
  const { address, drop } = await freshDatabase('sqlite')
  atEnd(t, drop)
  const open = await openTest(address)
  atEnd(t, open.close)
  await open.store.insertInto('logs').values({ user_id: 1, created_at: now, type: 4 }).execute()
  await move(open)
  assert.equal((await open.store.selectFrom('logs').select('id').execute()).length, 1)
})
