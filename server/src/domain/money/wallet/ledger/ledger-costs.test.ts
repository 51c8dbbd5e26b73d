import assert from 'node:assert/strict'
import {
  callBy,
  captureFor,
  givenChannel,
  givenUser,
  holdFor,
  now,
  onLedger,
  readHolds,
  withLedger,
} from '../../../../../test/harness/ledger.ts'
import type { Store } from '../../../../store/store.ts'
import { type Limit, limitsOf, writeCounters } from '../../../routing/limits/counter-key.ts'
import { readCounts } from '../../../routing/limits/limits.queries.ts'
import { stepAt } from '../../../routing/limits/window.ts'
import type { ExactLedger } from './ledger.ts'
import { post } from './ledger-post.ts'
import type { BilledCall } from './operations.ts'

const day = 86_400
const later = now + 2 * day

const budgetOf = (channel: number | string, amount: number, scope: 'channel' | 'key' = 'channel') =>
  limitsOf(scope, String(channel), {
    budgets: [{ window: 'calendar', period: 'day', time_zone: 'UTC', amount }],
  })
const costing = (limits: readonly Limit[], cost: number) => limits.map((limit) => ({ ...limit, cost }))

/** Of one budget: what is reserved, and what is used on the day of each time. */
async function countsOf(store: Store, [limit]: readonly Limit[], ...days: number[]): Promise<number[]> {
  const key = limit?.key ?? ''
  const counts = await readCounts(store, [key])
  const at = (since: number) => counts.find((count) => count.since === since)?.amount ?? 0
  return [at(0), ...(days.length > 0 ? days : [now]).map((time) => at(stepAt(key, time)))]
}

async function running(ledger: ExactLedger, user: number, limits: readonly Limit[]): Promise<BilledCall> {
  const call = callBy(user)
  assert.ok((await ledger.hold(holdFor(call, 100))).ok)
  assert.ok((await ledger.occupy({ ...call, limits, at: now })).ok)
  return call
}

onLedger('a call reserves what it may cost of the budget of its channel, and its cost counts', async (ledger, open) => {
  const { store } = open
  const user = await givenUser(store)
  const [channel, other] = [await givenChannel(store), await givenChannel(store)]
  const budget = budgetOf(channel, 100)
  const one = await running(ledger, user, costing(budget, 70))
  const two = callBy(user)
  await ledger.hold(holdFor(two, 5))
  const place = (cost: number) => ledger.occupy({ ...two, limits: costing(budget, cost), at: now })
  const reached = { ...budget[0], cost: 31, used: 70, resets_at: undefined }
  assert.deepEqual(
    await place(31),
    { ok: false, code: 'limit_reached', reached },
    'the end of the running call decides',
  )
  assert.ok((await place(30)).ok)
  assert.ok((await place(30)).ok, 'the same place again')
  assert.deepEqual(await countsOf(store, budget), [100, 0])

  await ledger.capture({ ...captureFor(one, 3, channel), cost: 20 })
  await ledger.capture({ ...captureFor(one, 3, channel), cost: 20, isRepeat: true })
  assert.deepEqual(await countsOf(store, budget), [30, 20], 'the cost counts, not the charge')
  const elsewhere = budgetOf(other, 10)
  await ledger.occupy({ ...two, limits: costing(elsewhere, 10), at: now })
  assert.deepEqual(await countsOf(store, budget), [0, 20], 'a failed attempt has cost nothing')
  await ledger.release({ ...two, at: now })
  assert.deepEqual(await countsOf(store, elsewhere), [0, 0])

  const full = callBy(user)
  await ledger.hold(holdFor(full, 5))
  const refused = await ledger.occupy({ ...full, limits: costing(budget, 81), at: now })
  const midnight = Math.ceil((now + 1) / day) * day
  assert.equal(!refused.ok && refused.reached?.resets_at, midnight)
  assert.ok((await ledger.occupy({ ...full, limits: costing(budget, 100), at: midnight })).ok)
  await ledger.capture(captureFor(full, 1, channel, midnight))
  assert.deepEqual(
    await countsOf(store, budget, now, midnight),
    [0, 20, 100],
    'a call that does not know its cost has cost what it reserved',
  )
})

onLedger('a call reserves a higher cost of its channel if the budget has room for it', async (ledger, { store }) => {
  const user = await givenUser(store)
  const channel = await givenChannel(store)
  const budget = budgetOf(channel, 100)
  const call = await running(ledger, user, costing(budget, 20))
  const other = await running(ledger, user, costing(budget, 30))
  const raise = async (cost: number) =>
    (await ledger.occupy({ ...call, limits: costing(budget, cost), isAdditional: true, at: now })).ok
  assert.deepEqual([await raise(70), await raise(70), await raise(40)], [true, true, true])
  assert.deepEqual(await countsOf(store, budget), [100, 0])
  assert.equal(await raise(71), false)
  assert.deepEqual(await countsOf(store, budget), [100, 0], 'a refusal changes nothing')
  assert.ok((await ledger.extend({ ...call, amount: 300, at: now, keepsCosts: true })).ok)
  assert.deepEqual(await countsOf(store, budget), [100, 0], 'the cost of the larger hold was reserved')
  await ledger.release({ ...other, at: now })
  await ledger.release({ ...call, at: now })
  assert.deepEqual(await countsOf(store, budget), [0, 0])
})

onLedger('two instances start exactly as many calls as the budget of a channel pays for', async (ledger, open) => {
  const users = await Promise.all(Array.from({ length: 10 }, () => givenUser(open.store)))
  const channel = await givenChannel(open.store)
  const limits = [...budgetOf(channel, 120), ...budgetOf(`${channel} 0`, 70, 'key')]
  await withLedger(open, async (second) => {
    const calls = users.flatMap((user) => Array.from({ length: 4 }, () => callBy(user)))
    const of = (index: number) => (index % 2 ? ledger : second)
    await Promise.all(calls.map((call, index) => of(index).hold(holdFor(call, 1))))
    const round = async (at: number) => {
      const outcomes = await Promise.all(
        calls.map((call, index) => of(index).occupy({ ...call, limits: costing(limits, 10), at })),
      )
      return outcomes.filter(({ ok }) => ok).length
    }
    assert.equal(await round(now), 7)
    assert.equal((await readHolds(open.store)).filter((hold) => hold.limits !== '').length, 7)
    await Promise.all(calls.map((call, index) => of(index).capture({ ...captureFor(call, 1, channel), cost: 10 })))
    assert.deepEqual(await countsOf(open.store, limits), [0, 70])
    const next = callBy(users[0] ?? 0)
    await ledger.hold(holdFor(next, 1))
    assert.equal((await second.occupy({ ...next, limits: costing(limits, 1), at: now })).ok, false)
    await ledger.release({ ...next, at: now })
  })
})

onLedger('the second channel of a hedged call costs nothing unless it serves the call', async (ledger, { store }) => {
  const user = await givenUser(store)
  const [slow, fast] = [await givenChannel(store), await givenChannel(store)]
  const [ofSlow, ofFast] = [budgetOf(slow, 100), budgetOf(fast, 100)]
  const hedged = async () => {
    const call = await running(ledger, user, costing(ofSlow, 10))
    await ledger.occupy({ ...call, limits: costing(ofFast, 20), at: now, isAdditional: true })
    return call
  }
  const figures = async () => [await countsOf(store, ofSlow), await countsOf(store, ofFast)]
  const call = await hedged()
  assert.deepEqual(await figures(), [
    [10, 0],
    [20, 0],
  ])
  await ledger.occupy({ ...call, limits: costing(ofFast, 20), at: now })
  assert.deepEqual(await figures(), [
    [0, 0],
    [20, 0],
  ])
  await ledger.capture({ ...captureFor(call, 1, fast), cost: 4 })
  // The slot of the slower channel was not given up: the database was away.
  await ledger.capture({ ...captureFor(await hedged(), 1, fast), cost: 5 })
  assert.deepEqual(await figures(), [
    [0, 0],
    [0, 9],
  ])
})

onLedger('a longer response reserves more of the budget of its channel in proportion', async (ledger, { store }) => {
  const user = await givenUser(store)
  const channel = await givenChannel(store)
  const budget = budgetOf(channel, 50)
  const call = await running(ledger, user, costing(budget, 41))
  assert.ok((await ledger.extend({ ...call, amount: 150, at: now })).ok, 'beyond the budget too: the call goes on')
  assert.deepEqual(await countsOf(store, budget), [62, 0])
  await ledger.capture({ ...captureFor(call, 140, channel), cost: 60 })
  assert.deepEqual(await countsOf(store, budget), [0, 60])
})

onLedger('an expired hold has cost its share, until its call reports the cost', async (ledger, { store }) => {
  const user = await givenUser(store)
  const channel = await givenChannel(store)
  const budget = budgetOf(channel, 1000)
  const limits = costing(budget, 50)
  const expired = async () => {
    const call = await running(ledger, user, limits)
    await ledger.checkpoint({ ...call, accrued: 25, channel_id: channel, expires_at: now + 1 })
    await ledger.expire({ ...call, isLogged: true, at: now + 400 })
    return call
  }
  const figures = () => countsOf(store, budget, now, later)
  const capture = (call: BilledCall, charge: number, cost: number) =>
    ledger.capture({ ...captureFor(call, charge, channel, later), limits: writeCounters(limits), cost })

  const [more, less, same, none] = [await expired(), await expired(), await expired(), await expired()]
  assert.deepEqual(await figures(), [0, 4 * 13, 0], 'a quarter of the hold, and of the cost')
  await capture(more, 60, 30)
  assert.deepEqual(await figures(), [0, 52, 17], 'the rest counts when it is reported')
  await capture(less, 10, 5)
  assert.deepEqual(await figures(), [0, 44, 17], 'what was counted too much is free where it was counted')
  await capture(same, 25, 12)
  await capture(same, 25, 12)
  assert.deepEqual(await figures(), [0, 44, 17], 'an unchanged charge leaves no entry, so it corrects nothing')
  await ledger.release({ ...none, at: later })
  assert.deepEqual(await figures(), [0, 31, 17], 'a call without a result has cost nothing')

  const silent = await running(ledger, user, limits)
  await ledger.expire({ ...silent, isLogged: true, at: now + 400 })
  assert.deepEqual(await figures(), [0, 31, 17], 'nothing was delivered')
  await capture(silent, 20, 9)
  assert.deepEqual(await figures(), [0, 31, 26])
})

onLedger('a call that takes its hold again goes on, though the budget is used up', async (ledger, { store }) => {
  const user = await givenUser(store)
  const channel = await givenChannel(store)
  const budget = budgetOf(channel, 50)
  const limits = costing(budget, 50)
  const call = await running(ledger, user, limits)
  await ledger.checkpoint({ ...call, accrued: 10, channel_id: channel, expires_at: now + 1 })
  await ledger.expire({ ...call, isLogged: true, at: now + 400 })
  const other = await running(ledger, user, costing(budget, 45))
  assert.ok((await ledger.hold({ ...holdFor(call, 100), limits, isRepeat: true })).ok)
  assert.deepEqual(await countsOf(store, budget), [95, 5])
  await ledger.capture({ ...captureFor(call, 30, channel), cost: 20 })
  await ledger.release({ ...other, at: now })
  assert.deepEqual(await countsOf(store, budget), [0, 20])
})

onLedger('a refunded task is free again in the window of its charge', async (ledger, { store }) => {
  const user = await givenUser(store)
  const channel = await givenChannel(store)
  const budget = budgetOf(channel, 100)
  const call = await running(ledger, user, costing(budget, 30))
  await ledger.capture({ ...captureFor(call, 40, channel), cost: 30 })
  const refund = { user_id: user, kind: 'refund', reference: call.request_id, amount: 40, at: later } as const
  await store.transaction().execute((transaction) => post(transaction, refund))
  assert.deepEqual(await countsOf(store, budget, now, later), [0, 0, 0])
})
