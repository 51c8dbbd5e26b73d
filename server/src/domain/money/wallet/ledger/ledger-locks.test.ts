import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { Client } from 'pg'
import { atEnd } from '../../../../../test/harness/at-end.ts'
import { givenStore } from '../../../../../test/harness/databases.ts'
import { eventually } from '../../../../../test/harness/eventually.ts'
import {
  callBy,
  captureFor,
  driftsOf,
  givenChannel,
  givenToken,
  givenUser,
  holdFor,
  now,
  readHolds,
  withLedger,
} from '../../../../../test/harness/ledger.ts'
import { startFrozenProcess } from '../../../../../test/processes/start-frozen-process.ts'
import type { OpenStore } from '../../../../store/store.ts'
import type { Ledger } from './ledger.ts'
import type { Outcome } from './operations.ts'

const impatient = { limits: { giveUpMs: 1000 } }
const granted = ({ ok }: Outcome) => ok

async function givenUsers(open: OpenStore, count: number): Promise<number[]> {
  const users: number[] = []
  for (let index = 0; index < count; index++) users.push(await givenUser(open.store))
  return users
}

/** A transaction of another process that takes a lock and keeps it until it is told to let go. */
async function holdLock(t: TestContext, open: OpenStore, statement: string, ids: number[] = []) {
  assert.ok(open.main.kind === 'postgres')
  const client = new Client({ connectionString: open.main.url })
  await client.connect()
  let isOver = false
  const release = async () => {
    if (isOver) return
    isOver = true
    await client.query('ROLLBACK')
    await client.end()
  }
  atEnd(t, release)
  await client.query('BEGIN')
  await client.query(statement, ids.length > 0 ? [ids] : [])
  return release
}
const lockRows = (table: string) => `SELECT FROM ${table} WHERE id = ANY ($1::bigint[]) FOR UPDATE`

/** Counts what was answered, to tell those that wait from those that do not. */
function watch(sent: Promise<Outcome>[]) {
  let answered = 0
  for (const one of sent) void one.then(() => answered++)
  return { answered: () => answered, all: () => Promise.all(sent) }
}

async function spend(ledger: Ledger, user: number, { channel = 0, token = 0 } = {}): Promise<void> {
  const call = callBy(user, token)
  assert.deepEqual([(await ledger.hold(holdFor(call, 10))).ok, user], [true, user])
  assert.equal((await ledger.capture(captureFor(call, 1, channel))).ok, true)
}

test('5 locked users of 20: they wait, the other 15 go on, and nobody is refused', async (t) => {
  const open = await givenStore(t, 'postgres')
  const users = await givenUsers(open, 20)
  const [locked, free] = [users.slice(0, 5), users.slice(5)]
  const channel = await givenChannel(open.store)
  await withLedger(open, async (ledger) => {
    const running = locked.map((user) => callBy(user))
    for (const call of running) assert.equal((await ledger.hold(holdFor(call, 10))).ok, true)
    const release = await holdLock(t, open, lockRows('users'), locked)
    const waiting: Promise<Outcome>[] = running.map((call) => ledger.capture(captureFor(call, 2, channel)))
    for (let round = 0; round < 30; round++) {
      waiting.push(...locked.map((user) => ledger.hold(holdFor(callBy(user), 1))))
      await Promise.all(free.map((user) => spend(ledger, user, { channel })))
    }
    const { answered, all } = watch(waiting)
    await spend(ledger, free[0] ?? 0)
    assert.equal(answered(), 0)
    assert.equal(ledger.counts().waiting, waiting.length, 'they count as waiting')
    assert.equal(ledger.isHealthy(), true)
    await release()
    assert.ok((await all()).every(granted))
  })
  assert.deepEqual(await driftsOf(open), [])
})

test('a lock that stays is waited for so long and no longer: holds are refused, charges spooled, and all is made good', async (t) => {
  const open = await givenStore(t, 'postgres')
  const [locked = 0, free = 0] = await givenUsers(open, 2)
  await withLedger(
    open,
    async (ledger) => {
      const running = callBy(locked)
      assert.equal((await ledger.hold(holdFor(running, 10))).ok, true)
      const release = await holdLock(t, open, lockRows('users'), [locked])
      for (const _ of ['first', 'second']) {
        const outcomes = await Promise.all([
          ledger.hold(holdFor(callBy(locked), 10)),
          ledger.capture(captureFor(running, 7)),
          ledger.hold(holdFor(callBy(free), 10)),
        ])
        assert.deepEqual(outcomes.map(granted), [false, true, true])
      }
      assert.equal(ledger.isHealthy(), true)
      await release()
      await eventually('the charge is applied', async () => (await readHolds(open.store)).length === 2)
      await spend(ledger, locked)
    },
    impatient,
  )
  assert.deepEqual(await driftsOf(open, now), [])
})

test('a locked token or channel keeps only the calls that use it', async (t) => {
  const open = await givenStore(t, 'postgres')
  const [one = 0, other = 0] = await givenUsers(open, 2)
  const [lockedToken, freeToken] = [await givenToken(open.store, one), await givenToken(open.store, one)]
  const [lockedChannel, freeChannel] = [await givenChannel(open.store), await givenChannel(open.store)]
  await withLedger(open, async (ledger) => {
    const running = callBy(other)
    assert.equal((await ledger.hold(holdFor(running, 10))).ok, true)
    const releases = [
      await holdLock(t, open, lockRows('tokens'), [lockedToken]),
      await holdLock(t, open, lockRows('channels'), [lockedChannel]),
    ]
    const waiting = [
      ledger.hold(holdFor(callBy(one, lockedToken), 10)),
      ledger.capture(captureFor(running, 7, lockedChannel)),
    ]
    const { answered, all } = watch(waiting)
    for (let round = 0; round < 10; round++)
      await Promise.all([
        spend(ledger, one, { token: freeToken, channel: freeChannel }),
        spend(ledger, other, { channel: freeChannel }),
      ])
    assert.equal(answered(), 0)
    for (const release of releases) await release()
    assert.ok((await all()).every(granted))
  })
  assert.deepEqual(await driftsOf(open), [])
})

test('while the log is locked, charges wait and holds do not', async (t) => {
  const open = await givenStore(t, 'postgres')
  const users = await givenUsers(open, 3)
  await withLedger(open, async (ledger) => {
    const running = users.map((user) => callBy(user))
    for (const call of running) assert.equal((await ledger.hold(holdFor(call, 10))).ok, true)
    const release = await holdLock(t, open, 'LOCK TABLE logs IN SHARE MODE')
    const { answered, all } = watch(running.map((call) => ledger.capture(captureFor(call, 7))))
    for (let round = 0; round < 3; round++)
      assert.ok((await Promise.all(users.map((user) => ledger.hold(holdFor(callBy(user), 1))))).every(granted))
    assert.equal(answered(), 0)
    await release()
    assert.ok((await all()).every(granted))
  })
  assert.deepEqual(await driftsOf(open), [])
})

for (const how of ['ledger', 'console'] as const)
  test(`a process that freezes inside a transaction of the ${how} costs only its users, and not for long`, async (t) => {
    const open = await givenStore(t, 'postgres')
    const users = await givenUsers(open, 20)
    const [locked, free] = [users.slice(0, 5), users.slice(5)]
    const frozen = await startFrozenProcess(t, { main: open.main, users: locked, how })
    await withLedger(open, async (ledger) => {
      const served = async (user: number) => (await ledger.hold(holdFor(callBy(user), 1))).ok
      const first = locked.map(served)
      for (let round = 0; round < 5; round++) await Promise.all(free.map((user) => spend(ledger, user)))
      await Promise.all(first)
      await eventually('its users are served', async () => (await Promise.all(locked.map(served))).every(Boolean))
      frozen.thaw()
      await frozen.ended
      await Promise.all(locked.map((user) => spend(ledger, user)))
    })
    assert.deepEqual(await driftsOf(open), [])
  })
