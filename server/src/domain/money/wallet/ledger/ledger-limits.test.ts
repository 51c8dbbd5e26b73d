import assert from 'node:assert/strict'
import type { Limits } from '@turnpike/contract/routing/limits'
import {
  callBy,
  captureFor,
  givenUser,
  holdFor,
  now,
  onLedger,
  readHolds,
  withLedger,
} from '../../../../../test/harness/ledger.ts'
import type { Store } from '../../../../store/store.ts'
import { joinKeys, type Limit, limitsOf, parseKey } from '../../../routing/limits/counter-key.ts'
import { readCounts } from '../../../routing/limits/limits.queries.ts'
import { firstStep } from '../../../routing/limits/window.ts'
import { post } from './ledger-post.ts'
import type { BilledCall } from './operations.ts'

const day = 86_400
const perDay = (amount: number): Limits => ({
  budgets: [{ window: 'calendar', period: 'day', time_zone: 'UTC', amount }],
})
const ofUser = (user: number, limits: Limits) => limitsOf('user', String(user), limits)
const keysOf = (limits: readonly Limit[]) => joinKeys(limits.map(({ key }) => key))

/** What each limit counts at a time: reserved and used. */
async function countedAt(store: Store, limits: readonly Limit[], at: number) {
  const counts = await readCounts(
    store,
    limits.map(({ key }) => key),
  )
  return limits.map(({ key }) => {
    const own = counts.filter((count) => count.key === key)
    const used = own.filter(({ since }) => since >= Math.max(1, firstStep(key, at)))
    return {
      measure: parseKey(key).measure,
      reserved: own.find(({ since }) => since === 0)?.amount ?? 0,
      used: used.reduce((sum, { amount }) => sum + amount, 0),
    }
  })
}

onLedger('a budget is reserved with the hold, and only the charge is spent of it', async (ledger, { store }) => {
  const user = await givenUser(store, { quota: 1000 })
  const limits = ofUser(user, perDay(100))
  const [one, other] = [callBy(user), callBy(user)]
  assert.equal((await ledger.hold({ ...holdFor(one, 60), limits })).ok, true)
  assert.deepEqual(await ledger.hold({ ...holdFor(other, 41), limits }), {
    ok: false,
    code: 'limit_reached',
    reached: { key: limits[0]?.key, max: 100, used: 60, resets_at: undefined },
  })
  assert.equal((await ledger.hold({ ...holdFor(other, 40), limits })).ok, true, 'exactly what is left')
  assert.equal((await ledger.hold({ ...holdFor(one, 60), limits })).ok, true, 'the same hold again is no second one')
  assert.deepEqual(await countedAt(store, limits, now), [{ measure: 'day', reserved: 100, used: 0 }])

  await ledger.capture(captureFor(one, 25))
  await ledger.capture(captureFor(one, 25))
  await ledger.release({ ...other, at: now })
  assert.deepEqual(await countedAt(store, limits, now), [{ measure: 'day', reserved: 0, used: 25 }])
  const refused = await ledger.hold({ ...holdFor(callBy(user), 76), limits })
  const midnight = Math.ceil((now + 1) / day) * day
  assert.equal(!refused.ok && refused.reached?.resets_at, midnight, 'the budget says when it begins again')
  const tomorrow = callBy(user)
  assert.equal((await ledger.hold({ ...holdFor(tomorrow, 100, midnight), limits })).ok, true)
  await ledger.release({ ...tomorrow, at: midnight })
})

onLedger('a longer answer takes more of the budget or is refused', async (ledger, { store }) => {
  const user = await givenUser(store, { quota: 1000 })
  const limits = ofUser(user, perDay(100))
  const call = callBy(user)
  await ledger.hold({ ...holdFor(call, 50), limits })
  const refused = await ledger.extend({ ...call, amount: 101, at: now, limits })
  assert.equal(!refused.ok && refused.code, 'limit_reached')
  assert.equal((await ledger.extend({ ...call, amount: 100, at: now, limits })).ok, true)
  assert.deepEqual(await countedAt(store, limits, now), [{ measure: 'day', reserved: 100, used: 0 }])
  await ledger.capture(captureFor(call, 90))
  assert.deepEqual(await countedAt(store, limits, now), [{ measure: 'day', reserved: 0, used: 90 }])
})

onLedger('requests, tokens and calls at once have their own counters', async (ledger, { store }) => {
  const user = await givenUser(store)
  const limits = ofUser(user, { requests_per_minute: 3, tokens_per_minute: 100, calls_at_once: 2 })
  const calls = Array.from({ length: 5 }, () => callBy(user))
  const begin = (index: number, prompt_tokens: number, at = now) =>
    ledger.hold({ ...holdFor(calls[index] ?? callBy(user), 0, at), limits, prompt_tokens })
  const reachedBy = async (index: number, prompt_tokens: number, at = now) => {
    const outcome = await begin(index, prompt_tokens, at)
    return outcome.ok ? undefined : parseKey(outcome.reached?.key ?? '').measure
  }
  assert.equal(await reachedBy(0, 30), undefined)
  assert.equal(await reachedBy(1, 71), 'tokens')
  assert.equal(await reachedBy(1, 30), undefined)
  assert.equal(await reachedBy(2, 1), 'calls')
  await ledger.capture({ ...captureFor(calls[0] ?? callBy(user), 0), prompt_tokens: 30, completion_tokens: 39 })
  assert.equal(await reachedBy(2, 2), 'tokens', 'what was answered counts too')
  assert.equal(await reachedBy(2, 1), undefined)
  await ledger.release({ ...(calls[2] ?? callBy(user)), at: now })
  assert.equal(await reachedBy(3, 0), 'requests')
  assert.equal(await reachedBy(3, 100, now + 60), undefined, 'a minute later')
  assert.deepEqual(await countedAt(store, limits, now + 60), [
    { measure: 'requests', reserved: 0, used: 1 },
    { measure: 'tokens', reserved: 0, used: 100 },
    { measure: 'calls', reserved: 2, used: 0 },
  ])
})

onLedger('tokens per minute are reserved with the hold and corrected by the charge', async (ledger, { store }) => {
  const user = await givenUser(store)
  const limits = ofUser(user, { tokens_per_minute: 100 })
  const used = async (at = now) => (await countedAt(store, limits, at))[0]?.used
  const begin = async (prompt_tokens: number, output_tokens: number, isBound: boolean, at = now) => {
    const call = callBy(user)
    const { ok } = await ledger.hold({ ...holdFor(call, 0, at), limits, prompt_tokens, output_tokens, isBound })
    return ok ? call : undefined
  }
  const end = async (call: BilledCall | undefined, prompt_tokens: number, completion_tokens: number, at = now) => {
    assert.ok(call)
    const capture = captureFor(call, 1, 0, at)
    for (const again of [false, true])
      await ledger.capture({ ...capture, limits: keysOf(limits), prompt_tokens, completion_tokens, isRepeat: again })
  }

  // A limit of the request is reserved in full: calls that state one never exceed the limit together.
  const calls = await Promise.all(Array.from({ length: 5 }, () => begin(10, 20, true)))
  assert.equal(calls.filter((call) => call).length, 3)
  assert.equal(await used(), 90)
  const [one, two, three] = calls
  await end(one, 5, 5)
  assert.equal(await used(), 70, 'what was not used is free again')
  await ledger.release({ ...(two ?? callBy(user)), at: now })
  assert.equal(await used(), 40, 'a call without a result has used nothing')
  await end(three, 10, 50)
  assert.equal(await used(), 70, 'what was used beyond the reservation counts as well')

  // Without one, a quarter of the limit is reserved, or what is left.
  assert.ok(await begin(2, 1000, false, now + 120))
  assert.equal(await used(now + 120), 27)
  const many = await Promise.all(Array.from({ length: 10 }, () => begin(2, 1000, false, now + 120)))
  assert.equal(many.filter((call) => call).length, 3)
  assert.equal(await used(now + 120), 100)
  assert.ok(await begin(2, 1000, true, now + 300), 'a limit beyond that of the minute is as good as none')
  assert.equal(await used(now + 300), 27)
  assert.ok(await begin(0, 1000, false, now + 300), 'a session without a prompt')
  assert.equal(await begin(90, 1, true, now + 300), undefined)
})

onLedger(
  'tokens that come back are free in the minute of their reservation, and in no other',
  async (ledger, { store }) => {
    const user = await givenUser(store)
    const limits = ofUser(user, { tokens_per_minute: 100 })
    const tokens = { output_tokens: 50, isBound: true }
    const [long, dead, late] = [callBy(user), callBy(user), callBy(user)]
    const begin = (call: typeof long, at: number) =>
      ledger.hold({ ...holdFor(call, 1, at), limits, prompt_tokens: 0, ...tokens })
    /** In the minute that ends then. */
    const used = async (at: number) => {
      const steps = (await readCounts(store, [limits[0]?.key ?? ''])).filter(
        ({ since }) => since > at - 60 && since <= at,
      )
      return steps.reduce((sum, { amount }) => sum + amount, 0)
    }
    await begin(long, now)
    await begin(dead, now)
    const next = now + 90
    await begin(late, next)
    await ledger.capture({ ...captureFor(long, 1, 0, next), prompt_tokens: 0, completion_tokens: 1 })
    await ledger.expire({ ...dead, isLogged: false, at: now + 400 })
    assert.deepEqual([await used(now), await used(next)], [51, 50])
    await ledger.capture({ ...captureFor(late, 1, 0, next + 90), prompt_tokens: 0, completion_tokens: 60 })
    assert.deepEqual([await used(next), await used(next + 90)], [50, 10])
    assert.equal((await begin(callBy(user), next + 90)).ok, true)
  },
)

onLedger(
  'the next model of a virtual one reserves its tokens anew, and is no second request',
  async (ledger, { store }) => {
    const user = await givenUser(store)
    const limits = ofUser(user, { tokens_per_minute: 100, requests_per_minute: 5 })
    const call = callBy(user)
    const hold = { ...holdFor(call, 1), limits, prompt_tokens: 10, output_tokens: 30, isBound: true }
    await ledger.hold(hold)
    await ledger.release({ ...call, at: now })
    await ledger.hold({ ...hold, isRepeat: true, wasReleased: true })
    const figures = async () => (await countedAt(store, limits, now)).map(({ used }) => used)
    assert.deepEqual(await figures(), [1, 40])
    // A hold that was lost to its expiry has counted its tokens.
    await ledger.expire({ ...call, isLogged: false, at: now + 400 })
    await ledger.hold({ ...hold, isRepeat: true, wasReleased: false })
    assert.deepEqual(await figures(), [1, 40])
  },
)

onLedger('the next model of a virtual one takes its place among calls at once again', async (ledger, { store }) => {
  const user = await givenUser(store)
  const limits = ofUser(user, { calls_at_once: 1 })
  const [call, other] = [callBy(user), callBy(user)]
  const next = { ...holdFor(call, 1), limits, isRepeat: true, wasReleased: true }
  await ledger.hold({ ...holdFor(call, 1), limits })
  await ledger.release({ ...call, at: now })
  assert.equal((await ledger.hold({ ...holdFor(other, 1), limits })).ok, true)
  assert.equal((await ledger.hold(next)).ok, false)
  await ledger.release({ ...other, at: now })
  assert.equal((await ledger.hold(next)).ok, true)
  const [calls] = await countedAt(store, limits, now)
  assert.equal(calls?.reserved, 1)
})

onLedger('a hold that expires, comes back and is charged counts once', async (ledger, { store }) => {
  const user = await givenUser(store)
  const limits = ofUser(user, { ...perDay(100), calls_at_once: 1, requests_per_minute: 2 })
  const call = callBy(user)
  const counted = () => countedAt(store, limits, now)
  await ledger.hold({ ...holdFor(call, 50), limits })
  await ledger.checkpoint({ ...call, accrued: 20, channel_id: 0, expires_at: now + 1 })
  await ledger.expire({ ...call, isLogged: true, at: now + 400 })
  const [requests, calls, budget] = await counted()
  assert.deepEqual([requests?.used, calls?.reserved, budget], [1, 0, { measure: 'day', reserved: 0, used: 20 }])

  assert.equal((await ledger.hold({ ...holdFor(call, 60), limits, isRepeat: true })).ok, true)
  assert.deepEqual(
    (await counted()).map(({ reserved, used }) => [reserved, used]),
    [
      [0, 1],
      [1, 0],
      [40, 20],
    ],
  )
  await ledger.capture({ ...captureFor(call, 45), limits: keysOf(limits) })
  assert.deepEqual((await counted()).at(-1), { measure: 'day', reserved: 0, used: 45 })
})

onLedger('money that comes back returns to the window in which it was charged', async (ledger, { store }) => {
  const user = await givenUser(store)
  const limits = ofUser(user, perDay(100))
  const call = callBy(user)
  await ledger.hold({ ...holdFor(call, 50), limits })
  await ledger.capture(captureFor(call, 40))
  const later = now + 2 * day
  await store
    .transaction()
    .execute((transaction) =>
      post(transaction, { user_id: user, kind: 'refund', reference: call.request_id, amount: 40, at: later }),
    )
  const used = async (at: number) => (await countedAt(store, limits, at))[0]?.used
  assert.deepEqual([await used(now), await used(later)], [0, 0])

  // A call that reports less than its expiry charged.
  const slow = callBy(user)
  await ledger.hold({ ...holdFor(slow, 50), limits })
  await ledger.checkpoint({ ...slow, accrued: 30, channel_id: 0, expires_at: now + 1 })
  await ledger.expire({ ...slow, isLogged: false, at: now + 400 })
  await ledger.capture({ ...captureFor(slow, 10, 0, later), limits: keysOf(limits) })
  assert.deepEqual([await used(now), await used(later)], [10, 0])
})

onLedger('users of a group share its budget, whichever instance they call', async (ledger, open) => {
  const users = await Promise.all(Array.from({ length: 20 }, () => givenUser(open.store)))
  const limits = limitsOf('group', 'a|b', perDay(100))
  await withLedger(open, async (second) => {
    const calls = users.flatMap((user) => Array.from({ length: 4 }, () => callBy(user)))
    const outcomes = await Promise.all(
      calls.map((call, index) => (index % 2 ? ledger : second).hold({ ...holdFor(call, 10), limits })),
    )
    assert.equal(outcomes.filter(({ ok }) => ok).length, 10)
    assert.equal((await readHolds(open.store)).length, 10)
    await Promise.all(calls.map((call, index) => (index % 2 ? ledger : second).capture(captureFor(call, 0))))
    assert.deepEqual(await countedAt(open.store, limits, now), [{ measure: 'day', reserved: 0, used: 0 }])
  })
})

onLedger(
  'a call that moves to another channel takes its place there, and its answer counts there alone',
  async (ledger, { store }) => {
    const user = await givenUser(store)
    const own = ofUser(user, { calls_at_once: 5 })
    const limits = { requests_per_minute: 3, tokens_per_minute: 100, calls_at_once: 1 }
    const [first, second] = [limitsOf('channel', '1', limits), limitsOf('channel', '2', limits)]
    const figures = async (of: readonly Limit[]) =>
      (await countedAt(store, of, now)).map(({ used, reserved }) => used + reserved)
    const [one, other] = [callBy(user), callBy(user)]
    const place = (call: typeof one, of: readonly Limit[]) =>
      ledger.occupy({ ...call, limits: of, prompt_tokens: 10, at: now })
    assert.deepEqual(await place(one, first), { ok: false, code: 'not_found' }, 'a place needs a hold')
    for (const call of [one, other]) await ledger.hold({ ...holdFor(call, 0), limits: own })
    assert.equal((await place(one, first)).ok, true)
    assert.equal((await place(one, first)).ok, true, 'the same place again changes nothing')
    assert.deepEqual([await figures(first), await figures(own)], [[1, 10, 1], [2]])

    const refused = await place(other, first)
    assert.deepEqual(refused, {
      ok: false,
      code: 'limit_reached',
      reached: { key: first[2]?.key, max: 1, used: 1, resets_at: undefined },
    })
    assert.equal((await place(one, second)).ok, true)
    assert.deepEqual(
      [await figures(first), await figures(second)],
      [
        [1, 10, 0],
        [1, 10, 1],
      ],
    )
    assert.equal((await place(other, first)).ok, true, 'the place that was given up')
    assert.equal((await place(other, second)).ok, false)
    assert.deepEqual(await figures(first), [2, 20, 0], 'a refused call has given up its former place as well')

    await ledger.capture({ ...captureFor(one, 0), prompt_tokens: 10, completion_tokens: 33 })
    await ledger.release({ ...other, at: now })
    assert.deepEqual([await figures(first), await figures(second), await figures(own)], [[2, 20, 0], [1, 43, 0], [0]])
  },
)

onLedger('a place on a channel is free again when the hold of its call expires', async (ledger, { store }) => {
  const user = await givenUser(store)
  const limits = limitsOf('channel', '1', { calls_at_once: 1 })
  const [dead, next] = [callBy(user), callBy(user)]
  for (const call of [dead, next]) await ledger.hold(holdFor(call, 5))
  const place = (call: typeof dead) => ledger.occupy({ ...call, limits, prompt_tokens: 0, at: now })
  assert.deepEqual([(await place(dead)).ok, (await place(next)).ok], [true, false])
  await ledger.expire({ ...dead, isLogged: false, at: now + 400 })
  assert.equal((await place(next)).ok, true)
})

onLedger('two instances never let more calls onto a channel than it allows', async (ledger, open) => {
  const users = await Promise.all(Array.from({ length: 10 }, () => givenUser(open.store)))
  // In an order that would deadlock if ends of calls were not locked with the others.
  const places = ['1', '2', '3'].map((id) => limitsOf('channel', id, { calls_at_once: 5 }))
  await withLedger(open, async (second) => {
    const calls = users.flatMap((user) => Array.from({ length: 6 }, () => callBy(user)))
    const of = (index: number) => (index % 2 ? ledger : second)
    await Promise.all(calls.map((call, index) => of(index).hold(holdFor(call, 1))))
    for (let round = 0; round < 4; round++) {
      const wanted = calls.map((_, index) => places[(index + round) % 3] ?? [])
      const outcomes = await Promise.all(
        calls.map((call, index) =>
          of(index).occupy({ ...call, limits: wanted[index] ?? [], prompt_tokens: 0, at: now }),
        ),
      )
      const granted = outcomes.filter(({ ok }) => ok).length
      assert.ok(granted >= 5 && granted <= 60, `${granted}`)
      const held = (await readHolds(open.store)).map(({ limits }) => limits)
      for (const [place] of places) assert.ok(held.filter((limits) => limits === place?.key).length <= 5)
    }
    await Promise.all(calls.map((call, index) => of(index).capture(captureFor(call, 0))))
    for (const place of places) assert.equal((await countedAt(open.store, place, now))[0]?.reserved, 0)
  })
})
