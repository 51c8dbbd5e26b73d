import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { atEnd } from '../../../../../test/harness/at-end.ts'
import { freshDatabase, openTest } from '../../../../../test/harness/databases.ts'
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
  silent,
  withLedger,
} from '../../../../../test/harness/ledger.ts'
import { soonerThan } from '../../../../../test/harness/sooner-than.ts'
import { startLedgerLoad } from '../../../../../test/ledger/ledger-load.ts'
import { lockedFile, outages, wired } from '../../../../../test/ledger/outages.ts'
import type { DatabaseAddress } from '../../../../store/dsn.ts'
import { Spool } from '../spool/spool.ts'
import { createLedger } from './ledger.ts'

async function given(t: TestContext, address: DatabaseAddress) {
  const open = await openTest(address)
  atEnd(t, open.close)
  const spoolFolder = mkdtempSync(join(tmpdir(), 'turnpike-test-'))
  atEnd(t, () => rmSync(spoolFolder, { recursive: true, force: true }))
  const user = await givenUser(open.store, { quota: 1_000_000 })
  const token = await givenToken(open.store, user)
  const channel = await givenChannel(open.store)
  const ledger = createLedger({ open, clock: () => now, log: silent, spoolFolder })
  atEnd(t, ledger.close)
  return { open, spoolFolder, user, token, channel, ledger }
}

/** Two seconds is the rule; what is not refused waits far longer than this, and a busy machine needs some of it. */
const refusalMaxMs = 10_000

for (const [what, make] of Object.entries(outages))
  test(`${what}: calls are refused at once, no acknowledged charge is lost, and it goes on by itself`, async (t) => {
    const outage = await make(t)
    const { open, spoolFolder, ledger, ...payer } = await given(t, outage.address)
    const load = startLedgerLoad(ledger, payer)
    atEnd(t, load.stop)
    await eventually('calls are served', () => load.acknowledged.size > 50)
    const running = callBy(payer.user, payer.token)
    assert.equal((await ledger.hold(holdFor(running, 10))).ok, true)

    await outage.begin()
    const refused = await soonerThan(refusalMaxMs, ledger.hold(holdFor(callBy(payer.user, payer.token), 10)))
    assert.deepEqual(refused, { ok: false, code: 'database_error' })
    assert.deepEqual(await ledger.capture(captureFor(running, 7, payer.channel)), { ok: true }, 'it is in the spool')
    assert.equal(await new Spool(spoolFolder).hasRecords(), true)
    await eventually('it says that it is not well', () => !ledger.isHealthy())
    assert.deepEqual(await ledger.extend({ ...running, amount: 20, at: now }), { ok: false, code: 'database_error' })

    await outage.end()
    await eventually('it is well', () => ledger.isHealthy())
    const served = load.acknowledged.size
    await eventually('calls are served again', () => load.acknowledged.size > served + 50)
    await load.stop()
    await eventually('the spool is empty', async () => !(await new Spool(spoolFolder).hasRecords()))

    assert.deepEqual(await readHolds(open.store), [], 'no money is held for a call that was refused')
    const charges = await open.store
      .selectFrom('ledger')
      .select(['reference', 'amount'])
      .where('kind', '=', 'charge')
      .execute()
    const charged = new Map(charges.map(({ reference, amount }) => [reference, amount]))
    load.acknowledged.set(running.request_id, 7)
    for (const [request_id, charge] of load.acknowledged) assert.equal(charged.get(request_id), charge, request_id)
    assert.deepEqual(await driftsOf(open, now), [])
  })

test('connections that fall silent for ever are given up, and calls are charged over new ones', async (t) => {
  const { address, direct, relay } = await wired(t)
  const { ledger, user, token, channel } = await given(t, address)
  const running = callBy(user, token)
  assert.equal((await ledger.hold(holdFor(running, 10))).ok, true)
  relay.freeze()
  const refused = await ledger.hold(holdFor(callBy(user, token), 10))
  assert.deepEqual(refused, { ok: false, code: 'database_error' })
  await eventually('it says that it is not well', () => !ledger.isHealthy())
  relay.leaveBehind()
  await eventually('it is well', () => ledger.isHealthy())
  const captured = await ledger.capture(captureFor(running, 7, channel))
  await relay.cut() // nothing else ends the silent ones of the store
  assert.equal(captured.ok, true)
  const books = await openTest(direct)
  atEnd(t, books.close)
  const charges = await books.store.selectFrom('ledger').select('amount').where('kind', '=', 'charge').execute()
  assert.deepEqual(charges, [{ amount: 7 }])
  assert.deepEqual(await driftsOf(books, now), [])
})

function putInTheWay(folder: string): boolean {
  rmSync(folder, { recursive: true, force: true })
  try {
    writeFileSync(folder, 'in the way')
    return true
  } catch {
    return false
  }
}

test('where neither database nor spool can be written, nothing is acknowledged and nothing is forgotten', async (t) => {
  const outage = await lockedFile(t)
  const { open, ledger, spoolFolder, user, token } = await given(t, outage.address)
  const running = callBy(user, token)
  assert.equal((await ledger.hold(holdFor(running, 10))).ok, true)
  await eventually('nobody makes the folder anew', () => putInTheWay(spoolFolder)) // as a probe of the spool does
  await outage.begin()
  const refused = { ok: false, code: 'database_error' }
  assert.deepEqual(await ledger.capture(captureFor(running, 7)), refused)
  assert.deepEqual(await ledger.hold(holdFor(callBy(user, token), 10)), refused)
  assert.equal(ledger.isHealthy(), false)
  assert.equal(await ledger.canSettle(), false, 'streams must end')
  await outage.end()
  await eventually('the charge is written once the database is back', async () => {
    const charges = await open.store.selectFrom('ledger').select('amount').where('kind', '=', 'charge').execute()
    return charges.length === 1 && charges[0]?.amount === 7
  })
  assert.equal(await ledger.canSettle(), true)
  assert.deepEqual(await driftsOf(open, now), [])
})

test('a spool left by a dead process is applied by the next one, twice if need be', async (t) => {
  const { address, drop } = await freshDatabase('sqlite')
  atEnd(t, drop)
  const { open, ledger, spoolFolder, user, token, channel } = await given(t, address)
  const [held, released] = [callBy(user, token), callBy(user, token)]
  for (const call of [held, released]) await ledger.hold(holdFor(call, 10))
  await ledger.close()
  const left = async () => {
    const spool = new Spool(spoolFolder)
    await spool.append({ kind: 'capture', ...captureFor(held, 7, channel) })
    await spool.append({ kind: 'release', ...released, at: now })
    await spool.close()
  }
  for (const _ of ['once', 'twice']) {
    await left()
    const next = createLedger({ open, clock: () => now, log: silent, spoolFolder })
    await eventually('the spool is empty', async () => !(await new Spool(spoolFolder).hasRecords()))
    await next.close()
    const { quota, held: still } = await open.store
      .selectFrom('users')
      .select(['quota', 'held'])
      .executeTakeFirstOrThrow()
    assert.deepEqual([quota, still], [1_000_000 - 7, 0])
  }
  assert.deepEqual(await driftsOf(open), [])
})

test('what waits when the process ends is committed, or spooled if the database is away', async (t) => {
  const outage = await lockedFile(t)
  const { open, ledger, spoolFolder, user, token } = await given(t, outage.address)
  const calls = Array.from({ length: 5 }, () => callBy(user, token))
  for (const call of calls) await ledger.hold(holdFor(call, 10))
  await outage.begin()
  const captures = calls.map((call) => ledger.capture(captureFor(call, 7)))
  await ledger.close()
  assert.deepEqual(
    await Promise.all(captures),
    calls.map(() => ({ ok: true })),
  )
  await outage.end()
  const next = createLedger({ open, clock: () => now, log: silent, spoolFolder })
  await eventually('the spool is empty', async () => !(await new Spool(spoolFolder).hasRecords()))
  await next.close()
  assert.equal((await open.store.selectFrom('users').select('quota').executeTakeFirst())?.quota, 1_000_000 - 35)
})

test('a hold that was granted too late to be of use is given back', async (t) => {
  const { address, drop } = await freshDatabase('sqlite')
  atEnd(t, drop)
  const open = await openTest(address)
  atEnd(t, open.close)
  const user = await givenUser(open.store)
  const response = Promise.withResolvers<void>()
  const slow = {
    ...open,
    exclusive: async <Result>(work: (database: DatabaseSync) => Result) => {
      const result = await open.exclusive?.(work)
      await response.promise // committed, but the response has not arrived yet
      return result as Result
    },
  }
  await withLedger(
    slow,
    async (ledger) => {
      assert.deepEqual(await ledger.hold(holdFor(callBy(user), 10)), { ok: false, code: 'database_error' })
      assert.equal((await readHolds(open.store)).length, 1)
      response.resolve()
      await eventually('nothing is held', async () => (await readHolds(open.store)).length === 0)
    },
    { limits: { giveUpMs: 100 } },
  )
})
