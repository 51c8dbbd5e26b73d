import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { atEnd } from '../../../../../test/harness/at-end.ts'
import { freshDatabase, openTest } from '../../../../../test/harness/databases.ts'
import { eventually } from '../../../../../test/harness/eventually.ts'
import {
  callBy,
  captureFor,
  driftsOf,
  givenUser,
  holdFor,
  readUser,
  withLedger,
} from '../../../../../test/harness/ledger.ts'
import type { OpenStore } from '../../../../store/store.ts'

/** A store whose disk answers when a test lets it. */
async function given(t: TestContext) {
  const { address, drop } = await freshDatabase('sqlite')
  atEnd(t, drop)
  const open = await openTest(address)
  atEnd(t, open.close)
  const disk = { asked: 0, answer: () => Promise.resolve() }
  const slow: OpenStore = {
    ...open,
    durable() {
      disk.asked++
      return disk.answer()
    },
  }
  return { open: slow, disk, user: await givenUser(open.store) }
}

test('a charge is done when the disk has it, and a hold asks nothing of the disk', async (t) => {
  const { open, disk, user } = await given(t)
  await withLedger(open, async (ledger) => {
    const call = callBy(user)
    assert.equal((await ledger.hold(holdFor(call, 10))).ok, true)
    assert.equal(disk.asked, 0)
    const gate = Promise.withResolvers<void>()
    disk.answer = () => gate.promise
    let isDone = false
    const captured = ledger.capture(captureFor(call, 7)).finally(() => {
      isDone = true
    })
    await eventually('the disk is asked', () => disk.asked === 1)
    assert.equal((await readUser(open.store, user)).quota, 993, 'others see it already')
    assert.equal(isDone, false)
    gate.resolve()
    assert.equal((await captured).ok, true)
  })
})

test('a hold that shares its commit with a charge does not wait for the disk, and is not taken twice', async (t) => {
  const { open, disk, user } = await given(t)
  await withLedger(open, async (ledger) => {
    const [ending, beginning] = [callBy(user), callBy(user)]
    await ledger.hold(holdFor(ending, 10))
    const gate = Promise.withResolvers<void>()
    disk.answer = () => (disk.asked === 1 ? gate.promise : Promise.resolve())
    let isCharged = false
    const captured = ledger.capture(captureFor(ending, 7)).finally(() => {
      isCharged = true
    })
    assert.equal((await ledger.hold(holdFor(beginning, 20))).ok, true)
    assert.deepEqual([disk.asked, isCharged], [1, false], 'one commit, and only the charge waits for the disk')
    const second = ledger.capture(captureFor(beginning, 5))
    gate.reject(new Error('EIO'))
    assert.equal((await captured).ok, true)
    assert.equal((await second).ok, true)
  })
  const { quota, held, request_count } = await readUser(open.store, user)
  assert.deepEqual({ quota, held, request_count }, { quota: 988, held: 0, request_count: 2 })
  assert.deepEqual(await driftsOf(open), [])
})

test('a disk that fails for a moment costs nobody anything', async (t) => {
  const { open, disk, user } = await given(t)
  await withLedger(open, async (ledger) => {
    const call = callBy(user)
    await ledger.hold(holdFor(call, 10))
    disk.answer = () => (disk.asked < 3 ? Promise.reject(new Error('EIO')) : Promise.resolve())
    assert.equal((await ledger.capture(captureFor(call, 7))).ok, true)
    assert.equal(disk.asked, 3)
  })
  assert.equal((await readUser(open.store, user)).quota, 993)
  assert.deepEqual(await driftsOf(open), [])
})

test('a charge that the disk does not take is kept in the spool, and charged once', async (t) => {
  const { open, disk, user } = await given(t)
  const limits = { awayAfterMs: 50, giveUpMs: 500 }
  await withLedger(
    open,
    async (ledger) => {
      const call = callBy(user)
      await ledger.hold(holdFor(call, 10))
      disk.answer = () => Promise.reject(new Error('EIO'))
      assert.deepEqual(await ledger.capture(captureFor(call, 7)), { ok: true })
      assert.equal(ledger.isHealthy(), false)
      disk.answer = () => Promise.resolve()
      await eventually('the disk is back', () => ledger.isHealthy())
    },
    { limits },
  )
  assert.equal((await readUser(open.store, user)).quota, 993)
  assert.deepEqual(await driftsOf(open), [])
})
