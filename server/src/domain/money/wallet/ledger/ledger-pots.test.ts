import assert from 'node:assert/strict'
import {
  callBy,
  captureFor,
  givenToken,
  givenUser,
  holdFor,
  now,
  onLedger,
  readUser,
} from '../../../../../test/harness/ledger.ts'
import { givenPot, readPots } from '../../../../../test/ledger/pots.ts'
import type { Store } from '../../../../store/store.ts'
import { closePot, endPot, findPot, resetWindow } from '../pots/pots.queries.ts'
import { post } from './ledger-post.ts'

const day = 86_400
const running = { starts_at: now - day, ends_at: now + day }

async function givenBuyer(store: Store, { quota = 100, pots }: { quota?: number; pots: readonly number[] }) {
  const user = await givenUser(store, { quota })
  const token = await givenToken(store, user)
  const ids: number[] = []
  for (const amount of pots)
    ids.push(
      (await store.transaction().execute((transaction) => givenPot(transaction, user, { ...running, amount }))).id,
    )
  return { user, ids, call: (sources: readonly number[]) => ({ ...callBy(user, token), sources }) }
}

const entriesOf = (store: Store, user: number) =>
  store
    .selectFrom('ledger')
    .select(['kind', 'amount', 'from_pots', 'posted', 'overdraft'])
    .where('user_id', '=', user)
    .where('kind', 'in', ['charge', 'refund', 'manual_refund'])
    .orderBy('id')
    .execute()

onLedger('a charge spans two pots and the balance, in their order', async (ledger, { store }) => {
  const { user, ids, call } = await givenBuyer(store, { pots: [30, 20] })
  const spanning = call([...ids, 0])
  assert.deepEqual(await ledger.hold(holdFor(spanning, 70)), { ok: true, quota: 100 })
  assert.deepEqual(await readPots(store, user), [
    { quota: 30, held: 30 },
    { quota: 20, held: 20 },
  ])
  assert.equal((await readUser(store, user)).held, 20)
  await ledger.capture(captureFor(spanning, 65))
  assert.deepEqual(await readPots(store, user), [
    { quota: 0, held: 0 },
    { quota: 0, held: 0 },
  ])
  assert.deepEqual(await readUser(store, user), { quota: 85, held: 0, used_quota: 65, request_count: 1 })
  assert.deepEqual(await entriesOf(store, user), [
    { kind: 'charge', amount: 65, from_pots: 50, posted: -15, overdraft: 0 },
  ])
})

onLedger('the balance may pay first, and plans may pay alone', async (ledger, { store }) => {
  const { user, ids, call } = await givenBuyer(store, { quota: 10, pots: [30] })
  const first = call([0, ...ids])
  await ledger.hold(holdFor(first, 25))
  await ledger.capture(captureFor(first, 25))
  assert.deepEqual([(await readUser(store, user)).quota, await readPots(store, user)], [0, [{ quota: 15, held: 0 }]])
  await store
    .transaction()
    .execute((transaction) =>
      post(transaction, { user_id: user, kind: 'top_up', reference: `${user}`, amount: 50, at: now }),
    )
  const alone = call(ids)
  assert.deepEqual(await ledger.hold(holdFor(alone, 16)), { ok: false, code: 'plan_insufficient' })
  assert.deepEqual(await ledger.hold(holdFor(alone, 15)), { ok: true, quota: 50 })
  // It cost more than the plan has: the books say who paid it.
  await ledger.capture(captureFor(alone, 18))
  assert.deepEqual([(await readUser(store, user)).quota, await readPots(store, user)], [47, [{ quota: 0, held: 0 }]])
})

onLedger('a window refuses what the pot still has, and begins again after its hours', async (ledger, { store }) => {
  const user = await givenUser(store, { quota: 0 })
  const token = await givenToken(store, user)
  const pot = await store
    .transaction()
    .execute((transaction) => givenPot(transaction, user, { ...running, amount: 100, hours: 5, limit: 40 }))
  const call = () => ({ ...callBy(user, token), sources: [pot.id, 0] })
  const [one, two, late] = [call(), call(), call()]
  await ledger.hold(holdFor(one, 30))
  await ledger.capture(captureFor(one, 30))
  assert.deepEqual(await ledger.hold(holdFor(two, 11)), { ok: false, code: 'quota_insufficient' })
  assert.deepEqual((await ledger.hold(holdFor(two, 10))).ok, true)
  await ledger.release({ ...two, at: now })
  const after = now + 5 * 3600
  assert.deepEqual((await ledger.hold(holdFor(late, 40, after))).ok, true)
  await ledger.capture(captureFor(late, 40, undefined, after))
  assert.deepEqual(await readPots(store, user), [{ quota: 30, held: 0 }])
})

onLedger('a settlement that comes late leaves what a window has counted meanwhile', async (ledger, { store }) => {
  const user = await givenUser(store, { quota: 0 })
  const token = await givenToken(store, user)
  const pot = await store
    .transaction()
    .execute((transaction) => givenPot(transaction, user, { ...running, amount: 100, hours: 5, limit: 40 }))
  const call = () => ({ ...callBy(user, token), sources: [pot.id] })
  const [spooled, prompt, next] = [call(), call(), call()]
  await ledger.hold(holdFor(spooled, 10))
  await ledger.hold(holdFor(prompt, 30, now + 60))
  await ledger.capture(captureFor(prompt, 30, undefined, now + 60))
  // As from the spool, after the database was away.
  await ledger.capture(captureFor(spooled, 10, undefined, now))
  assert.deepEqual(await ledger.hold(holdFor(next, 1, now + 61)), { ok: false, code: 'plan_insufficient' })
})

onLedger(
  'a call that began in a pot is paid by it after its end, and nothing returns to it',
  async (ledger, { store }) => {
    const { user, ids, call } = await givenBuyer(store, { pots: [50] })
    const [long, refunded] = [call([...ids, 0]), call([...ids, 0])]
    await ledger.hold(holdFor(refunded, 10))
    await ledger.capture(captureFor(refunded, 10))
    await ledger.hold(holdFor(long, 20))
    const potNow = async () => {
      const found = await findPot(store, ids[0] ?? 0)
      assert.ok(found)
      return found
    }
    const pot = await potNow()
    await store.transaction().execute((transaction) => endPot(transaction, pot, now, now))
    assert.deepEqual(await readPots(store, user), [{ quota: 20, held: 20 }], 'what is held stays')
    await ledger.capture(captureFor(long, 25, undefined, now + 1))
    assert.deepEqual([(await readUser(store, user)).quota, await readPots(store, user)], [95, [{ quota: 0, held: 0 }]])
    const refund = {
      user_id: user,
      kind: 'manual_refund',
      reference: refunded.request_id,
      amount: 10,
      at: now + 2,
    } as const
    await store.transaction().execute((transaction) => post(transaction, refund))
    assert.equal((await readUser(store, user)).quota, 95, 'the plan had paid')
    const swept = await potNow()
    await store.transaction().execute((transaction) => closePot(transaction, swept, now + 3))
    assert.deepEqual(await readPots(store, user), [{ quota: 0, held: 0 }])
  },
)

onLedger('a refund returns to the balance what it paid, then to the pots', async (ledger, { store }) => {
  const { user, ids, call } = await givenBuyer(store, { pots: [30, 20] })
  const spanning = call([...ids, 0])
  await ledger.hold(holdFor(spanning, 70))
  await ledger.capture(captureFor(spanning, 65))
  const refund = (part: number, amount: number) =>
    store.transaction().execute((transaction) =>
      post(transaction, {
        ...{ user_id: user, kind: 'manual_refund', amount, at: now, charge: spanning.request_id },
        reference: part === 1 ? spanning.request_id : `${spanning.request_id}/${part}`,
      }),
    )
  await refund(1, 10)
  assert.deepEqual(
    [(await readUser(store, user)).quota, await readPots(store, user)],
    [
      95,
      [
        { quota: 0, held: 0 },
        { quota: 0, held: 0 },
      ],
    ],
  )
  await refund(2, 30)
  assert.deepEqual(
    [(await readUser(store, user)).quota, await readPots(store, user)],
    [
      100,
      [
        { quota: 5, held: 0 },
        { quota: 20, held: 0 },
      ],
    ],
  )
})

const resetPot = (store: Store, id: number) =>
  store.transaction().execute(async (transaction) => {
    const pot = await findPot(transaction, id)
    if (pot) await resetWindow(transaction, pot, 0, now)
  })

/** What became of an amount that came back after a reset: the entries of the pot since then, without the grants. */
const expiriesOf = (store: Store, user: number) =>
  store
    .selectFrom('ledger')
    .select(['amount', 'posted'])
    .where('user_id', '=', user)
    .where('kind', '=', 'plan_expiry')
    .orderBy('id')
    .execute()

onLedger('a refund after a reset fills a pot up to its amount, and the rest expires', async (ledger, { store }) => {
  const { user, ids, call } = await givenBuyer(store, { pots: [50] })
  const [refunded, since] = [call([...ids, 0]), call([...ids, 0])]
  await ledger.hold(holdFor(refunded, 60))
  await ledger.capture(captureFor(refunded, 60))
  await resetPot(store, ids[0] ?? 0)
  await ledger.hold(holdFor(since, 20))
  await ledger.capture(captureFor(since, 20))
  const { request_id: reference } = refunded
  const refund = { user_id: user, kind: 'manual_refund', reference, amount: 60, at: now } as const
  await store.transaction().execute((transaction) => post(transaction, refund))
  assert.deepEqual([(await readUser(store, user)).quota, await readPots(store, user)], [100, [{ quota: 50, held: 0 }]])
  assert.deepEqual((await entriesOf(store, user)).at(-1), {
    ...{ kind: 'manual_refund', amount: 60, from_pots: 50, posted: 10, overdraft: 0 },
  })
  assert.deepEqual(await expiriesOf(store, user), [{ amount: 30, posted: 0 }])
})

onLedger('the correction of an expired hold never fills a pot beyond its amount', async (ledger, { store }) => {
  const { user, ids, call } = await givenBuyer(store, { pots: [50] })
  const [slow, lost] = [call(ids), call(ids)]
  for (const each of [slow, lost]) {
    await ledger.hold(holdFor(each, 20, now - 400))
    await ledger.checkpoint({ ...each, accrued: 20, channel_id: 0, expires_at: now - 100 })
    await ledger.expire({ ...each, isLogged: true, at: now })
  }
  assert.deepEqual(await readPots(store, user), [{ quota: 10, held: 0 }])
  await resetPot(store, ids[0] ?? 0)
  await ledger.capture(captureFor(slow, 5))
  await ledger.release({ ...lost, at: now })
  assert.deepEqual([(await readUser(store, user)).quota, await readPots(store, user)], [100, [{ quota: 50, held: 0 }]])
  assert.deepEqual(await expiriesOf(store, user), [
    { amount: 15, posted: 0 },
    { amount: 20, posted: 0 },
  ])
})

onLedger('a pot without a limit never has more than nothing used', async (ledger, { store }) => {
  const { user, ids, call } = await givenBuyer(store, { pots: [0] })
  const refunded = call(ids)
  await ledger.hold(holdFor(refunded, 30))
  await ledger.capture(captureFor(refunded, 30))
  await resetPot(store, ids[0] ?? 0)
  const { request_id: reference } = refunded
  const refund = { user_id: user, kind: 'manual_refund', reference, amount: 30, at: now } as const
  await store.transaction().execute((transaction) => post(transaction, refund))
  assert.deepEqual(await readPots(store, user), [{ quota: 0, held: 0 }])
})

onLedger('a pot without a limit pays until its end, and is settled then', async (ledger, { store }) => {
  const { user, ids, call } = await givenBuyer(store, { quota: 0, pots: [0] })
  const paid = call(ids)
  await ledger.hold(holdFor(paid, 5000))
  await ledger.capture(captureFor(paid, 4000))
  assert.deepEqual(await readPots(store, user), [{ quota: -4000, held: 0 }])
  const pot = await findPot(store, ids[0] ?? 0)
  assert.ok(pot)
  await store.transaction().execute((transaction) => endPot(transaction, pot, now, now))
  assert.deepEqual(await readPots(store, user), [{ quota: 0, held: 0 }])
})

onLedger('a free call that nothing may pay for does not grow at the expense of the balance', async (ledger, open) => {
  const user = await givenUser(open.store, { quota: 100 })
  const call = { ...callBy(user), sources: [] }
  assert.ok((await ledger.hold(holdFor(call, 0))).ok)
  assert.deepEqual(await ledger.extend({ ...call, amount: 10, at: now }), { ok: false, code: 'plan_insufficient' })
  await ledger.release({ ...call, at: now })
})
