import assert from 'node:assert/strict'
import { onBothDatabases, openTest } from '../../../../../test/harness/databases.ts'
import { eventually } from '../../../../../test/harness/eventually.ts'
import {
  callBy,
  captureFor,
  driftsOf,
  givenToken,
  givenUser,
  holdFor,
  now,
  readHolds,
  readUser,
  silent,
  withLedger,
} from '../../../../../test/harness/ledger.ts'
import { givenPot, readPots } from '../../../../../test/ledger/pots.ts'
import type { OpenStore, Store } from '../../../../store/store.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { slicePrefix } from '../ledger/slice-id.ts'
import { createSlicedLedger } from './sliced-ledger.ts'

/** Two processes with slices, after which their slices are given back and the books balance. */
async function onTwoProcesses(open: OpenStore, body: (ledgers: readonly Ledger[]) => Promise<void>): Promise<void> {
  const second = await openTest(open.main)
  try {
    await withLedger(open, (one) =>
      withLedger(second, async (two) => {
        const ledgers = [one, two].map((exact) => createSlicedLedger(exact, { clock: () => now, log: silent }))
        try {
          await body(ledgers)
        } finally {
          await Promise.all(ledgers.map((ledger) => ledger.close()))
        }
      }),
    )
    assert.deepEqual(await driftsOf(open), [])
  } finally {
    await second.close()
  }
}

async function givenBuyer(store: Store, { quota, amount, limit }: { quota: number; amount: number; limit?: number }) {
  const user = await givenUser(store, { quota })
  const token = await givenToken(store, user)
  const span = { starts_at: now - 3600, ends_at: now + 3600 }
  const pot = await store
    .transaction()
    .execute((transaction) => givenPot(transaction, user, { amount, ...(limit && { limit }), ...span }))
  return { user, pot: pot.id, newCall: (sources: readonly number[]) => ({ ...callBy(user, token), sources }) }
}

const slicesIn = async (store: Store) =>
  (await readHolds(store)).filter(({ request_id }) => request_id.startsWith(slicePrefix))

const price = 100
for (const { name, hasBalance, expected } of [
  { name: 'the pot and the balance', hasBalance: true, expected: 15 },
  { name: 'the pot alone', hasBalance: false, expected: 10 },
])
  for (const isBusy of [false, true])
    onBothDatabases(
      `of 200 calls at once on two processes start as many as ${name} can pay, ${isBusy ? 'slices' : 'no slices'} before`,
      (open) =>
        onTwoProcesses(open, async (ledgers) => {
          const { user, pot, newCall } = await givenBuyer(open.store, { quota: 5 * price, amount: 10 * price })
          const sources = hasBalance ? [pot, 0] : [pot]
          if (isBusy) {
            const small = ledgers.flatMap((ledger) => [1, 2, 3].map(() => ({ ledger, call: newCall(sources) })))
            for (const { ledger, call } of small) assert.ok((await ledger.hold(holdFor(call, 2))).ok)
            await eventually('a slice of each process', async () => (await slicesIn(open.store)).length === 2)
            await Promise.all(small.map(({ ledger, call }) => ledger.release({ ...call, at: now })))
          }
          const calls = Array.from({ length: 200 }, (_, index) => ({
            call: newCall(sources),
            ledger: ledgers[index % 2],
          }))
          const outcomes = await Promise.all(calls.map(({ call, ledger }) => ledger?.hold(holdFor(call, price))))
          assert.equal(outcomes.filter((outcome) => outcome?.ok).length, expected)
          const codes = new Set(outcomes.map((outcome) => (outcome?.ok === false ? outcome.code : 'ok')))
          assert.deepEqual(codes, new Set(['ok', hasBalance ? 'quota_insufficient' : 'plan_insufficient']))
          const begun = calls.filter((_, index) => outcomes[index]?.ok)
          await Promise.all(begun.map(({ call, ledger }) => ledger?.capture(captureFor(call, price))))
          assert.deepEqual(await readPots(open.store, user), [{ quota: 0, held: 0 }])
          assert.equal((await readUser(open.store, user)).quota, hasBalance ? 0 : 5 * price)
        }),
    )

onBothDatabases('a slice covers calls that a plan pays for, of the pot and not of the balance', (open) =>
  onTwoProcesses(open, async ([ledger]) => {
    assert.ok(ledger)
    const { user, pot, newCall } = await givenBuyer(open.store, { quota: 1000, amount: 1_000_000 })
    const next = () => newCall([pot, 0])
    for (const call of [next(), next(), next()]) {
      assert.ok((await ledger.hold(holdFor(call, price))).ok)
      await ledger.capture(captureFor(call, 40))
    }
    await eventually('a slice', async () => (await slicesIn(open.store)).length === 1)
    assert.equal((await readUser(open.store, user)).held, 0, 'the pot holds it')
    const covered = [next(), next(), next()]
    await eventually('a covered call', async () => {
      const [call] = covered
      assert.ok(call)
      if (ledger.counts().sliced > 0) return true
      assert.ok((await ledger.hold(holdFor(call, price))).ok)
      await ledger.capture(captureFor(call, 40))
      covered[0] = next()
      return ledger.counts().sliced > 0
    })
    // What it costs beyond the slice's part is the pot's as well.
    const [, dear] = covered
    assert.ok(dear)
    await ledger.hold(holdFor(dear, price))
    await ledger.capture(captureFor(dear, 5000))
    const { quota } = await readUser(open.store, user)
    assert.equal(quota, 1000, 'the balance paid nothing')
  }),
)

onBothDatabases('calls at the edge of a pot get no slice until the balance has its turn', (open) =>
  onTwoProcesses(open, async ([ledger]) => {
    assert.ok(ledger)
    const { user, pot, newCall } = await givenBuyer(open.store, {
      quota: 1_000_000,
      amount: 1_000_000,
      limit: 5 * price,
    })
    const begin = async () => {
      const call = newCall([pot, 0])
      assert.ok((await ledger.hold(holdFor(call, price))).ok)
      await ledger.capture(captureFor(call, price))
    }
    for (let index = 0; index < 4; index++) await begin()
    assert.deepEqual(await slicesIn(open.store), [], 'the window has room for one call')
    assert.equal((await readUser(open.store, user)).quota, 1_000_000)
    await begin()
    await begin()
    assert.equal((await readUser(open.store, user)).quota, 1_000_000 - price)
    assert.deepEqual(await readPots(open.store, user), [{ quota: 1_000_000 - 5 * price, held: 0 }])
  }),
)
