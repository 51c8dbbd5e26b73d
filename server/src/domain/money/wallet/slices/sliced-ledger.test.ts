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
  readCharges,
  readHolds,
  readToken,
  readUser,
  silent,
  withLedger,
} from '../../../../../test/harness/ledger.ts'
import type { OpenStore, Store } from '../../../../store/store.ts'
import { limitsOf } from '../../../routing/limits/counter-key.ts'
import type { ExactLedger, Ledger } from '../ledger/ledger.ts'
import { post } from '../ledger/ledger-post.ts'
import type { BilledCall } from '../ledger/operations.ts'
import { slicePrefix } from '../ledger/slice-id.ts'
import { tryHold } from '../ledger/try-hold.ts'
import { createSlicedLedger } from './sliced-ledger.ts'

type Given = {
  ledger: Ledger
  exact: ExactLedger
  open: OpenStore
  store: Store
  user: number
  token: number
  /** Lets time pass, by both clocks or by one of them. */
  pass(ms: number, by?: { monotonic?: boolean; wall?: boolean }): void
  /** A call begins. Says whether it was covered: whether it took no operation. */
  begin(call: BilledCall, amount?: number): Promise<boolean>
  end(call: BilledCall, charge: number): Promise<unknown>
  newCall(): BilledCall
  /** Three calls in a moment, after which a slice is there. */
  beBusy(amount?: number): Promise<void>
}

const quota = 1_000_000
const hold = 100

/** A test on both databases with a ledger that slices, after which its slices are given back and the books balance. */
const onSlices = (
  name: string,
  body: (given: Given) => Promise<void>,
  change: (exact: ExactLedger) => Partial<ExactLedger> = () => ({}),
) =>
  onBothDatabases(name, async (open) => {
    const { store } = open
    const user = await givenUser(store, { quota })
    const token = await givenToken(store, user)
    await withLedger(open, async (exact) => {
      await withSlices({ ...exact, ...change(exact) }, async (sliced) =>
        body({ ...sliced, open, store, ...people(sliced) }),
      )
      assert.deepEqual(await slicesIn(store), [])
      assert.deepEqual(await driftsOf(open), [])
    })

    function people({ ledger, exact }: Pick<Given, 'ledger' | 'exact'>) {
      const newCall = () => callBy(user, token)
      const begin = async (call: BilledCall, amount = hold) => {
        const { sliced } = ledger.counts()
        const outcome = await ledger.hold(holdFor(call, amount))
        assert.ok(outcome.ok, JSON.stringify(outcome))
        return ledger.counts().sliced > sliced
      }
      const end = (call: BilledCall, charge: number) => ledger.capture(captureFor(call, charge))
      const beBusy = async (amount = hold) => {
        const calls = [newCall(), newCall(), newCall()]
        for (const call of calls) assert.equal(await begin(call, amount), false)
        await eventually('a slice', async () => (await slicesIn(store)).length > 0)
        for (const call of calls) await ledger.release({ ...call, at: now })
      }
      return { user, token, exact, newCall, begin, end, beBusy }
    }
  })

async function withSlices(
  exact: ExactLedger,
  body: (sliced: Pick<Given, 'ledger' | 'exact' | 'pass'>) => Promise<void>,
): Promise<void> {
  const time = { monotonic: 0, wall: 0 }
  const ledger = createSlicedLedger(exact, { clock: () => now, log: silent, clocks: () => ({ ...time }) })
  const pass: Given['pass'] = (ms, { monotonic = true, wall = true } = {}) => {
    if (monotonic) time.monotonic += ms
    if (wall) time.wall += ms
  }
  try {
    await body({ ledger, exact, pass })
  } finally {
    await ledger.close()
  }
}

const slicesIn = async (store: Store) =>
  (await readHolds(store)).filter(({ request_id }) => request_id.startsWith(slicePrefix))
const holdIn = async (store: Store, call: BilledCall) =>
  (await readHolds(store)).find(({ request_id }) => request_id === call.request_id)

onSlices(
  'the calls of a busy user begin without an operation, and each is charged as ever',
  async ({ beBusy, begin, end, newCall, exact, store, user, token, open }) => {
    await beBusy()
    const before = exact.counts().operations
    const calls = [newCall(), newCall(), newCall(), newCall()]
    for (const call of calls) assert.equal(await begin(call), true)
    assert.equal(exact.counts().operations, before)
    for (const [index, call] of calls.entries())
      assert.deepEqual(Object.keys((await end(call, 30 + index)) as object), ['ok', 'quota', 'sliceLeft'])
    assert.equal(exact.counts().operations, before + 4)
    assert.deepEqual(
      (await readCharges(store)).map(({ reference, amount, overdraft }) => [reference, amount, overdraft]),
      calls.map(({ request_id }, index) => [request_id, 30 + index, 0]),
    )
    const { held, ...balance } = await readUser(store, user)
    assert.deepEqual(balance, { quota: quota - 126, used_quota: 126, request_count: 4 })
    assert.equal(held, 6400 - 126, 'the slice was lowered by the charges')
    assert.equal((await readToken(store, token)).held, held)
    assert.deepEqual(await driftsOf(open), [])
  },
)

onSlices(
  'a call alone holds exactly, and so do calls that come far apart',
  async ({ pass, begin, end, newCall, store }) => {
    for (let calls = 0; calls < 5; calls++) {
      const call = newCall()
      assert.equal(await begin(call), false)
      assert.equal((await holdIn(store, call))?.amount, hold)
      await end(call, 1)
      pass(1000)
    }
    assert.deepEqual(await slicesIn(store), [])
  },
)

onSlices('some calls have a row of their own in any case', async ({ beBusy, ledger, newCall, store, user }) => {
  await beBusy()
  const { sliced } = ledger.counts()
  const kinds = {
    limited: { limits: limitsOf('user', String(user), { requests_per_minute: 100 }) },
    lasting: { isLongRunning: true },
    again: { isRepeat: true },
  }
  for (const [kind, about] of Object.entries(kinds)) {
    const call = newCall()
    assert.ok((await ledger.hold({ ...holdFor(call, hold), ...about })).ok)
    assert.equal((await holdIn(store, call))?.amount, hold, kind)
    await ledger.release({ ...call, at: now })
  }
  assert.equal(ledger.counts().sliced, sliced)
})

onSlices('what was charged, or has a hold of its own, is not given again', async (given) => {
  const { beBusy, begin, end, newCall, ledger } = given
  await beBusy() // 6400
  const [charged, kept, third] = [newCall(), newCall(), newCall()]
  assert.equal(await begin(charged, 2000), true)
  await end(charged, 2000)
  assert.equal(await begin(kept, 2000), true)
  assert.ok((await ledger.checkpoint({ ...kept, accrued: 1, channel_id: 0, expires_at: now + 300 })).ok)
  assert.equal(await begin(third, 2401), false)
  for (const call of [kept, third]) await end(call, 1)
})

onSlices(
  'what a call without a charge was given goes to the next',
  async ({ beBusy, begin, newCall, ledger, store }) => {
    await beBusy(1000)
    for (let calls = 0; calls < 20; calls++) {
      const call = newCall()
      assert.equal(await begin(call, 40_000), true)
      assert.deepEqual(await ledger.release({ ...call, at: now }), { ok: true })
    }
    assert.deepEqual(
      (await slicesIn(store)).map(({ amount }) => amount),
      [Math.floor((quota - 3000) / 16)],
    )
  },
)

onSlices(
  'a slice is trusted for a second after a commit that saw it',
  async ({ beBusy, begin, end, newCall, pass }) => {
    await beBusy()
    const [first, second, third] = [newCall(), newCall(), newCall()]
    pass(999)
    assert.equal(await begin(first), true)
    await end(first, 1)
    pass(999)
    assert.equal(await begin(second), true, 'the capture saw it')
    pass(1)
    assert.equal(await begin(third), false)
    for (const call of [second, third]) await end(call, 1)
  },
)

onSlices('calls that a slice does not cover see it as well', async (given) => {
  const { beBusy, begin, end, newCall, ledger, pass, store } = given
  await beBusy()
  const [lasting, held, third, fourth] = [newCall(), newCall(), newCall(), newCall()]
  assert.ok((await ledger.hold({ ...holdFor(lasting, hold), isLongRunning: true })).ok)
  const [slice] = await slicesIn(store)
  pass(999)
  await end(lasting, 1)
  pass(999)
  assert.equal(await begin(third), true, 'the capture saw it')
  pass(1)
  assert.equal(await begin(held), false)
  pass(999)
  assert.equal(await begin(fourth), true, 'the hold saw it')
  assert.deepEqual(
    (await slicesIn(store)).map(({ request_id }) => request_id),
    [slice?.request_id],
  )
  for (const call of [held, third, fourth]) await end(call, 1)
})

onSlices('a slice that covered hardly any call is not followed by another soon', async (given) => {
  const { beBusy, begin, end, newCall, pass, store, exact } = given
  await beBusy()
  pass(1000)
  await eventually('given back', async () => (await slicesIn(store)).length === 0)
  const several = async () => {
    for (let calls = 0; calls < 4; calls++) {
      const call = newCall()
      await begin(call)
      await end(call, 1)
    }
  }
  pass(4900)
  const { operations } = exact.counts()
  await several()
  assert.equal(exact.counts().operations, operations + 8)
  pass(100)
  await several()
  await eventually('another one', async () => (await slicesIn(store)).length > 0)
})

for (const by of [{ monotonic: false }, { wall: false }])
  onSlices(
    `time passes by the clock that is further on: ${JSON.stringify(by)}`,
    async ({ beBusy, begin, newCall, pass }) => {
      await beBusy()
      pass(1000, by)
      assert.equal(await begin(newCall()), false)
    },
  )

onSlices(
  'a slice gives nothing in the ten seconds before its expiry, and another takes its place',
  async ({ beBusy, begin, end, newCall, pass, store }) => {
    await beBusy()
    const [first] = await slicesIn(store)
    for (let seconds = 0; seconds < 100; seconds++) {
      pass(499)
      const call = newCall()
      const isCovered = await begin(call)
      if (seconds === 98) assert.equal(isCovered, true, '49.4 s')
      await end(call, 1)
    }
    pass(499)
    const isCovered = await begin(newCall())
    assert.equal(isCovered, false, '50.4 s')
    const next = await eventually('the next one', async () =>
      (await slicesIn(store)).find(({ request_id }) => request_id !== first?.request_id),
    )
    assert.notEqual(next.request_id, first?.request_id)
  },
)

onSlices(
  'nothing is given while the ledger is not healthy',
  async ({ beBusy, begin, newCall }) => {
    await beBusy()
    assert.equal(await begin(newCall()), false)
  },
  () => ({ isHealthy: () => false }),
)

const changes: Record<string, { change(given: Given): Promise<unknown>; code: string }> = {
  'a banned user': {
    change: ({ store, user }) => store.updateTable('users').set({ status: 2 }).where('id', '=', user).execute(),
    code: 'user_banned',
  },
  'a disabled token': {
    change: ({ store, token }) => store.updateTable('tokens').set({ status: 2 }).where('id', '=', token).execute(),
    code: 'token_disabled',
  },
  'an expired token': {
    change: ({ store, token }) =>
      store.updateTable('tokens').set({ expired_time: now }).where('id', '=', token).execute(),
    code: 'token_expired',
  },
  'a quota of 0': {
    change: async ({ store, user }) => {
      const { quota: amount } = await readUser(store, user)
      const entry = { user_id: user, kind: 'adjustment_debit', reference: 'edit', amount, at: now } as const
      await store.transaction().execute((transaction) => post(transaction, entry))
    },
    code: 'quota_insufficient',
  },
  'a token quota of 0': {
    change: ({ store, token }) =>
      store.updateTable('tokens').set({ unlimited_quota: 0, remain_quota: 0 }).where('id', '=', token).execute(),
    code: 'token_exhausted',
  },
}
for (const [what, { change, code }] of Object.entries(changes)) {
  onSlices(`${what} ends a slice at the next capture`, async (given) => {
    const { beBusy, begin, end, newCall, ledger } = given
    await beBusy()
    const call = newCall()
    assert.equal(await begin(call), true)
    await change(given)
    await end(call, 1)
    assert.deepEqual(await ledger.hold(holdFor(newCall(), hold)), { ok: false, code })
  })
  onSlices(`${what} is seen within a second where nothing is captured`, async (given) => {
    const { beBusy, newCall, ledger, pass } = given
    await beBusy()
    await change(given)
    pass(1000)
    assert.deepEqual(await ledger.hold(holdFor(newCall(), hold)), { ok: false, code })
  })
}

onSlices(
  'a call that runs for five seconds gets a hold of its own',
  async ({ beBusy, begin, end, newCall, pass, store }) => {
    await beBusy()
    const [long, short] = [newCall(), newCall()]
    assert.equal(await begin(long), true)
    for (let at = 0; at < 4900; at += 700) {
      pass(700)
      const other = newCall()
      assert.equal(await begin(other), true) // the slice is in use
      await end(other, 1)
    }
    assert.equal(await begin(short), true)
    assert.equal(await holdIn(store, long), undefined, '4.9 s')
    const [{ amount } = { amount: 0 }] = await slicesIn(store)
    pass(100)
    const row = await eventually('a hold of its own', () => holdIn(store, long))
    assert.deepEqual([row.amount, row.model_name, row.expires_at], [hold, 'gpt-4o', now + 300])
    assert.equal((await slicesIn(store))[0]?.amount, amount - hold)
    assert.equal(await holdIn(store, short), undefined)
    await end(long, 70)
    await end(short, 70)
    assert.equal(await holdIn(store, long), undefined)
  },
)

onSlices(
  'what works on the row of a call gives it one first',
  async ({ beBusy, begin, end, newCall, ledger, store }) => {
    await beBusy()
    const [extended, kept, placed] = [newCall(), newCall(), newCall()]
    for (const call of [extended, kept, placed]) assert.equal(await begin(call), true)
    assert.ok((await ledger.extend({ ...extended, amount: 250, at: now })).ok)
    assert.ok((await ledger.checkpoint({ ...kept, accrued: 60, channel_id: 3, expires_at: now + 400 })).ok)
    const limits = limitsOf('channel', '1', { calls_at_once: 1 })
    assert.ok((await ledger.occupy({ ...placed, at: now, limits, prompt_tokens: 1 })).ok)
    assert.equal((await holdIn(store, extended))?.amount, 250)
    const { amount, accrued, expires_at } = (await holdIn(store, kept)) ?? {}
    assert.deepEqual([amount, accrued, expires_at], [hold, 60, now + 400])
    assert.equal((await holdIn(store, placed))?.limits, limits[0]?.key)
    for (const call of [extended, kept, placed]) await end(call, 70)
  },
)

/** Answers to cuts that are committed are kept back until this is resolved. */
let answered = Promise.withResolvers<void>()

onSlices(
  'an operation on a call that is being cut out waits for that',
  async ({ beBusy, begin, newCall, ledger, store, user }) => {
    answered = Promise.withResolvers()
    await beBusy()
    const [charged, freed] = [newCall(), newCall()]
    for (const call of [charged, freed]) assert.equal(await begin(call), true)
    const point = { accrued: 10, channel_id: 0, expires_at: now + 300 }
    const kept = [charged, freed].map((call) => ledger.checkpoint({ ...call, ...point }))
    await eventually('they are cut out', async () => (await holdIn(store, charged)) && (await holdIn(store, freed)))
    const ended = [ledger.capture(captureFor(charged, 70)), ledger.release({ ...freed, at: now })]
    answered.resolve()
    for (const { ok } of await Promise.all([...kept, ...ended])) assert.equal(ok, true)
    assert.deepEqual([await holdIn(store, charged), await holdIn(store, freed)], [undefined, undefined])
    assert.equal((await readUser(store, user)).quota, quota - 70)
  },
  (exact) => ({
    async cut(cut) {
      const outcome = await exact.cut(cut)
      await answered.promise
      return outcome
    },
  }),
)

onSlices('a slice that nobody uses is given back', async ({ beBusy, begin, newCall, end, pass, store, user }) => {
  await beBusy()
  const running = newCall()
  assert.equal(await begin(running), true)
  pass(1000)
  await eventually('given back', async () => (await slicesIn(store)).length === 0)
  assert.equal((await readUser(store, user)).held, hold, 'a call that runs has its own hold')
  await end(running, 70)
})

onSlices(
  'calls that begin together get a larger slice each time it was too small',
  async ({ beBusy, ledger, newCall, store, end }) => {
    await beBusy()
    for (let round = 0; ; round++) {
      const calls = Array.from({ length: 200 }, newCall)
      const { sliced } = ledger.counts()
      for (const outcome of await Promise.all(calls.map((call) => ledger.hold(holdFor(call, hold)))))
        assert.ok(outcome.ok)
      const covered = ledger.counts().sliced - sliced
      await Promise.all(calls.map((call) => end(call, 20)))
      if (covered === 200) break
      assert.ok(round < 20, `${covered} of 200`)
    }
    const amounts = (await slicesIn(store)).map(({ amount }) => amount)
    assert.ok(amounts.every((amount) => amount <= quota / 16))
  },
)

onSlices(
  'a slice that was replaced stays as long as a call that it covers',
  async ({ beBusy, begin, end, newCall, store, user }) => {
    await beBusy()
    const [first] = await slicesIn(store)
    const [long, large] = [newCall(), newCall()]
    assert.equal(await begin(long), true)
    assert.equal(await begin(large, 6000), true) // little is left
    await eventually('the next one', async () => (await slicesIn(store)).length === 2)
    await end(large, 6000)
    const rest = async () => (await slicesIn(store)).find(({ request_id }) => request_id === first?.request_id)?.amount
    assert.equal(await rest(), 400)
    assert.equal(
      (await readUser(store, user)).held,
      (await slicesIn(store)).reduce((sum, { amount }) => sum + amount, 0),
    )
    await end(long, 70)
    await eventually('it is given back', async () => (await rest()) === undefined)
  },
)

onSlices(
  'a call that lacks money is decided when the slices of its user are given back',
  async ({ beBusy, begin, end, newCall, ledger, user, store }) => {
    await beBusy()
    const running = newCall()
    assert.equal(await begin(running), true)
    const all = callBy(user)
    const tooMuch = await ledger.hold(holdFor(callBy(user), quota - hold + 1))
    assert.deepEqual(tooMuch, { ok: false, code: 'quota_insufficient', isHeld: true })
    assert.deepEqual(await slicesIn(store), [])
    assert.equal((await ledger.hold(holdFor(all, quota - hold))).ok, true)
    await end(running, hold)
    await ledger.capture(captureFor(all, quota - hold))
    const { quota: left, held } = await readUser(store, user)
    assert.deepEqual([left, held], [0, 0])
  },
)

onSlices('what is no amount is never given', async ({ beBusy, newCall, ledger }) => {
  await beBusy()
  const { sliced } = ledger.counts()
  for (const amount of [0.5, -1, Number.NaN, Number.POSITIVE_INFINITY])
    await assert.rejects(async () => ledger.hold(holdFor(newCall(), amount)), RangeError)
  assert.equal(ledger.counts().sliced, sliced)
})

onSlices('what slices have counts as available where a call is only tried', async ({ beBusy, newCall, store }) => {
  await beBusy()
  const tried = await tryHold(store, { kind: 'hold', ...holdFor(newCall(), quota) })
  assert.deepEqual(tried, { outcome: { ok: true, quota }, available: { user: quota, token: undefined } })
})

onBothDatabases('what another process gives back while a call is being refused pays for the call', async (open) => {
  const second = await openTest(open.main)
  const user = await givenUser(open.store, { quota })
  try {
    await withLedger(open, (one) =>
      withLedger(second, async (two) => {
        const other = createSlicedLedger(two, { clock: () => now, log: silent })
        await Promise.all([1, 2, 3].map(() => captureOnce(other, user)))
        await eventually('a slice', async () => ((await slicesIn(open.store))[0]?.amount ?? 0) > 0)
        const slow: typeof one = {
          ...one,
          async hold(hold) {
            const outcome = await one.hold(hold)
            if (!outcome.ok) await other.close()
            return outcome
          },
        }
        const mine = createSlicedLedger(slow, { clock: () => now, log: silent })
        const { quota: left } = await readUser(open.store, user)
        const call = callBy(user)
        assert.equal((await mine.hold(holdFor(call, left))).ok, true)
        await mine.release({ ...call, at: now })
        await mine.close()
      }),
    )
  } finally {
    await second.close()
  }
})

for (const use of ['idle', 'busy'] as const)
  onBothDatabases(`a call that lacks money gets what another process has in a slice: ${use}`, async (open) => {
    const second = await openTest(open.main)
    const user = await givenUser(open.store, { quota })
    const inSlice = Math.floor(quota / 32)
    try {
      await withLedger(open, (one) =>
        withLedger(second, async (two) => {
          const mine = createSlicedLedger(one, { clock: () => now, log: silent })
          const other = createSlicedLedger(two, { clock: () => now, log: silent })
          await Promise.all([1, 2, 3].map(() => captureOnce(other, user)))
          await eventually('a slice', async () => ((await slicesIn(open.store))[0]?.amount ?? 0) > inSlice)
          let isOver = use === 'idle'
          const load = keepCalling(async () => !isOver && captureOnce(other, user))
          const call = callBy(user)
          assert.equal((await mine.hold(holdFor(call, quota - inSlice))).ok, true)
          if (use === 'busy') assert.ok(other.counts().sliced > 0)
          isOver = true
          await load
          await mine.release({ ...call, at: now })
          await mine.close()
          await other.close()
        }),
      )
      assert.deepEqual(await readHolds(open.store), [])
      assert.deepEqual(await driftsOf(open), [])
    } finally {
      await second.close()
    }
  })

async function captureOnce(ledger: Ledger, user: number): Promise<boolean> {
  const call = callBy(user)
  const { ok } = await ledger.hold(holdFor(call, 1000))
  if (ok) await ledger.capture(captureFor(call, 1))
  return true
}

async function keepCalling(callOnce: () => Promise<boolean>): Promise<void> {
  while (await callOnce());
}

onSlices(
  'a charge whose slice has expired is made once, and marked where the balance does not cover it',
  async ({ beBusy, begin, end, newCall, exact, user, store }) => {
    await beBusy()
    const call = newCall()
    assert.equal(await begin(call), true)
    const [slice] = await slicesIn(store)
    const { request_id, user_id, token_id } = slice ?? callBy(0)
    await exact.expire({ request_id, user_id, token_id, isLogged: true, at: now + 60 })
    const rest = callBy(user)
    await exact.hold(holdFor(rest, quota))
    await exact.capture(captureFor(rest, quota))
    await end(call, 70)
    await end(call, 70)
    assert.deepEqual(
      (await readCharges(store)).map(({ amount, overdraft }) => [amount, overdraft]),
      [
        [quota, 0],
        [70, 70],
      ],
    )
    assert.deepEqual(await begin(newCall(), 1).catch(() => 'refused'), 'refused')
  },
)

onSlices(
  'a slice of which a charge is in the spool gives no more, and is left to that charge',
  async ({ beBusy, begin, end, newCall, store, exact, user, token, pass }) => {
    await beBusy()
    const [slice] = await slicesIn(store)
    const [call, running] = [newCall(), newCall()]
    for (const each of [call, running]) assert.equal(await begin(each), true)
    await end(call, 70)
    assert.equal(await begin(newCall()), false)
    await end(running, 70)
    pass(1000)
    await eventually('the others are given back', async () => (await slicesIn(store)).length === 1)
    assert.equal((await slicesIn(store))[0]?.request_id, slice?.request_id, 'its row stays')
    await exact.release({ request_id: slice?.request_id ?? '', user_id: user, token_id: token, at: now })
  },
  () => ({ capture: async () => ({ ok: true }) }),
)

onBothDatabases('a process that ends gives its slices back, and leaves the holds of calls that run', async (open) => {
  const user = await givenUser(open.store, { quota })
  const running = callBy(user)
  await withLedger(open, (exact) =>
    withSlices(exact, async ({ ledger }) => {
      const begin = (call: BilledCall) => ledger.hold(holdFor(call, hold))
      await Promise.all([callBy(user), callBy(user), callBy(user)].map(begin))
      await eventually('a slice', async () => (await slicesIn(open.store)).length > 0)
      await begin(running)
      assert.equal(ledger.counts().sliced, 1)
    }),
  )
  assert.deepEqual(await slicesIn(open.store), [])
  assert.equal((await holdIn(open.store, running))?.amount, hold)
  assert.deepEqual(await driftsOf(open), [])
})

onSlices('a call that nothing may pay for leaves the slices of its user alone', async (given) => {
  const { ledger, newCall, begin, end, beBusy } = given
  await beBusy()
  const refused = await ledger.hold({ ...holdFor(newCall(), 1), sources: [] })
  assert.deepEqual(refused, { ok: false, code: 'plan_insufficient' })
  const call = newCall()
  assert.equal(await begin(call), true)
  await end(call, 1)
})

{
  let giveBack = async () => {}
  onSlices(
    'a call that was refused gets what an idle slice has given back in the meantime',
    async ({ ledger, store, newCall, beBusy, pass }) => {
      await beBusy()
      giveBack = async () => {
        pass(1000)
        await eventually('the slice is given back', async () => (await slicesIn(store)).length === 0)
      }
      const call = newCall()
      assert.ok((await ledger.hold(holdFor(call, quota))).ok)
      await ledger.release({ ...call, at: now })
    },
    (exact) => ({
      async hold(input) {
        const outcome = await exact.hold(input)
        if (!outcome.ok) await giveBack()
        return outcome
      },
    }),
  )
}
