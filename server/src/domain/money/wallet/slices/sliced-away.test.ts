import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { atEnd } from '../../../../../test/harness/at-end.ts'
import { freshDatabase, onBothDatabases, openTest } from '../../../../../test/harness/databases.ts'
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
  readCharges,
  readHolds,
  readUser,
  silent,
  withLedger,
} from '../../../../../test/harness/ledger.ts'
import { startLedgerLoad } from '../../../../../test/ledger/ledger-load.ts'
import { lockedFile, outages } from '../../../../../test/ledger/outages.ts'
import { expireHolds } from '../../../../jobs/expire-holds.ts'
import type { DatabaseAddress } from '../../../../store/dsn.ts'
import type { OpenStore } from '../../../../store/store.ts'
import { createLedger, type ExactLedger } from '../ledger/ledger.ts'
import { newSliceId } from '../ledger/slice-id.ts'
import { Spool } from '../spool/spool.ts'
import type { Clocks } from './elapsed.ts'
import { createSlicedLedger } from './sliced-ledger.ts'

async function given(t: TestContext, address: DatabaseAddress, clocks?: Clocks) {
  const open = await openTest(address)
  atEnd(t, open.close)
  const spoolFolder = mkdtempSync(join(tmpdir(), 'turnpike-test-'))
  atEnd(t, () => rmSync(spoolFolder, { recursive: true, force: true }))
  const user = await givenUser(open.store, { quota: 1_000_000 })
  const token = await givenToken(open.store, user)
  const channel = await givenChannel(open.store)
  const books = { clock: () => now, log: silent }
  const sliced = { ...books, ...(clocks && { clocks }) }
  const ledger = createSlicedLedger(createLedger({ ...books, open, spoolFolder }), sliced)
  atEnd(t, ledger.close)
  return { open, spoolFolder, user, token, channel, ledger }
}

for (const [what, make] of Object.entries(outages))
  test(`${what}: no call is covered for long, and each charge is made once`, async (t) => {
    const outage = await make(t)
    const { open, spoolFolder, ledger, ...payer } = await given(t, outage.address)
    const load = startLedgerLoad(ledger, payer)
    atEnd(t, load.stop)
    await eventually('calls are covered', () => ledger.counts().sliced > 50)
    const running = callBy(payer.user, payer.token)
    assert.equal((await ledger.hold(holdFor(running, 10))).ok, true)

    await outage.begin()
    await eventually('it says that it is not well', () => !ledger.isHealthy())
    const refused = { ok: false, code: 'database_error' }
    assert.deepEqual(await ledger.hold(holdFor(callBy(payer.user, payer.token), 10)), refused)
    assert.deepEqual(await ledger.capture(captureFor(running, 7, payer.channel)), { ok: true }, 'it is in the spool')

    await outage.end()
    await eventually('it is well', () => ledger.isHealthy())
    const { sliced } = ledger.counts()
    await eventually('calls are covered again', () => ledger.counts().sliced > sliced + 50)
    await load.stop()
    await eventually('the spool is empty', async () => !(await new Spool(spoolFolder).hasRecords()))
    await ledger.close()

    load.acknowledged.set(running.request_id, 7)
    await expireAll(open)
    assert.deepEqual(await readHolds(open.store), [])
    const charges = (await readCharges(open.store)).map(({ reference, amount }) => [reference, amount] as const)
    const charged = new Map(charges)
    assert.equal(charged.size, charges.length)
    for (const [request_id, charge] of load.acknowledged) assert.equal(charged.get(request_id), charge, request_id)
    assert.deepEqual(await driftsOf(open, now), [])
  })

test('without a database a slice covers calls for up to a second after its last commit, and they are charged once', async (t) => {
  const outage = await lockedFile(t)
  let passed = 0
  const clocks = () => ({ monotonic: passed, wall: passed })
  const { open, spoolFolder, ledger, user, token, channel } = await given(t, outage.address, clocks)
  const begin = async () => {
    const call = callBy(user, token)
    return { call, outcome: await ledger.hold(holdFor(call, 10)) }
  }
  for (let count = 0; count < 5; count++) assert.equal((await begin()).outcome.ok, true)
  const { sliced } = ledger.counts()
  assert.ok(sliced > 0)

  await outage.begin()
  passed = 999
  const late = await begin()
  assert.deepEqual([late.outcome.ok, ledger.counts().sliced], [true, sliced + 1])
  passed = 1000
  assert.deepEqual((await begin()).outcome, { ok: false, code: 'database_error' })
  assert.deepEqual(await ledger.capture(captureFor(late.call, 7, channel)), { ok: true }, 'it is in the spool')
  await outage.end()
  await eventually('the spool is empty', async () => !(await new Spool(spoolFolder).hasRecords()))
  const charges = (await readCharges(open.store)).map(({ reference, amount }) => [reference, amount])
  assert.deepEqual(charges, [[late.call.request_id, 7]])
  await ledger.close()
  await expireAll(open)
  assert.deepEqual(await driftsOf(open, now), [])
})

test('a process ends although its slices cannot be given back', async (t) => {
  const outage = await lockedFile(t)
  const { open, ledger, user, token } = await given(t, outage.address)
  const calls = Array.from({ length: 5 }, () => callBy(user, token))
  for (const call of calls) assert.equal((await ledger.hold(holdFor(call, 10))).ok, true)
  assert.ok(ledger.counts().sliced > 0)
  await outage.begin()
  await ledger.close()
  await outage.end()
  await expireAll(open)
  assert.deepEqual(await readHolds(open.store), [])
  assert.deepEqual(await driftsOf(open, now), [])
})

/** Ends what was left to expire: slices of which an operation failed. */
const expireAll = (open: OpenStore) =>
  withLedger(open, async (ledger) => {
    const options = { current: () => ({ LogConsumeEnabled: true }) }
    await expireHolds({ store: open.store, clock: () => now + 3600, options, log: silent, ledger }, 'me')
  })

async function givenSlice(ledger: ExactLedger, user: number) {
  const id = newSliceId(user, 0)
  const about = { user_id: user, token_id: 0, at: now, expires_at: now + 60 }
  const granted = await ledger.grant({ ...about, request_id: id, amount: 50, call: 10 })
  assert.deepEqual(granted, { ok: true, quota: 1000, sliceLeft: 50 })
  return { id, amount: 10, expires_at: now + 60 }
}

test('a charge that was committed, and whose answer was lost, is not made again', async (t) => {
  const { address, drop } = await freshDatabase('sqlite')
  atEnd(t, drop)
  const open = await openTest(address)
  atEnd(t, open.close)
  const disk = { asked: 0 }
  const failing: OpenStore = {
    ...open,
    durable: () => (disk.asked++ < 2 ? Promise.reject(new Error('EIO')) : Promise.resolve()),
  }
  const user = await givenUser(open.store)
  await withLedger(failing, async (ledger) => {
    const slice = await givenSlice(ledger, user)
    const outcomes = await Promise.all(
      [7, 8].map((charge) => ledger.capture({ ...captureFor(callBy(user), charge), slice })),
    )
    assert.deepEqual(
      outcomes.map((outcome) => outcome.ok && outcome.quota),
      [985, 985],
    )
  })
  assert.ok(disk.asked > 2)
  const { quota, held, request_count } = await readUser(open.store, user)
  assert.deepEqual([quota, held, request_count], [985, 35, 2])
  assert.deepEqual(await driftsOf(open), [])
})

onBothDatabases('a charge in the spool lowers its slice when it is applied, once', async (open, t) => {
  const user = await givenUser(open.store)
  const spoolFolder = mkdtempSync(join(tmpdir(), 'turnpike-test-'))
  t.after(() => rmSync(spoolFolder, { recursive: true, force: true }))
  const calls = [callBy(user), callBy(user)] as const
  await withLedger(open, async (ledger) => {
    const slice = await givenSlice(ledger, user)
    await ledger.capture({ ...captureFor(calls[0], 7), slice }) // its answer was lost, and it was spooled as well
    for (const spooled of [calls, calls.slice(1)]) {
      const spool = new Spool(spoolFolder)
      for (const call of spooled) await spool.append({ kind: 'capture', ...captureFor(call, 7), slice })
      await spool.close()
      await withLedger(
        open,
        () => eventually('the spool is empty', async () => !(await new Spool(spoolFolder).hasRecords())).then(() => {}),
        { spoolFolder },
      )
      const { quota, held } = await readUser(open.store, user)
      assert.deepEqual([quota, held], [1000 - 14, 50 - 14])
      assert.deepEqual(readdirSync(spoolFolder), [], 'none is set aside')
      assert.deepEqual(await driftsOf(open), [])
    }
  })
})
