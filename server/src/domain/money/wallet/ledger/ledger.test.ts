import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { onBothDatabases } from '../../../../../test/harness/databases.ts'
import {
  callBy,
  captureFor,
  driftsOf,
  givenChannel,
  givenToken,
  givenUser,
  holdFor,
  now,
  onLedger,
  readCharges,
  readHolds,
  readToken,
  readUser,
  withLedger,
} from '../../../../../test/harness/ledger.ts'
import type { BilledCall } from './operations.ts'

onLedger('a hold sets money of user and token aside, and keeps what it was priced at', async (ledger, { store }) => {
  const user = await givenUser(store, { quota: 100 })
  const token = await givenToken(store, user, { remain_quota: 50 })
  const call = callBy(user, token)
  assert.deepEqual(await ledger.hold(holdFor(call, 40)), { ok: true, quota: 100 })
  assert.deepEqual(await readUser(store, user), { quota: 100, held: 40, used_quota: 0, request_count: 0 })
  assert.deepEqual(await readToken(store, token), { remain_quota: 50, held: 40, used_quota: 0, accessed_time: 0 })
  assert.deepEqual(await readHolds(store), [
    {
      ...call,
      caller_id: 0,
      channel_id: 0,
      amount: 40,
      accrued: 0,
      model_name: 'gpt-4o',
      group: 'default',
      price_snapshot: '{"ratio":1}',
      created_at: now,
      expires_at: now + 300,
      is_reopened: 0,
      limits: '',
      parts: '',
      from_pots: 0,
    },
  ])
})

/** The columns of a log row that the capture brings itself. */
function rowOf({ log }: ReturnType<typeof captureFor>) {
  assert.ok(log)
  const { first_ms: _, ...columns } = log
  return { facts: '', ...columns }
}

onLedger('a capture charges once and writes entry, counters, log row and hour together', async (ledger, { store }) => {
  const user = await givenUser(store, { quota: 100 })
  const token = await givenToken(store, user, { remain_quota: 50 })
  const channel = await givenChannel(store)
  const call = callBy(user, token)
  await ledger.hold(holdFor(call, 40))
  assert.deepEqual(await ledger.capture(captureFor(call, 30, channel)), { ok: true, quota: 70 })
  assert.deepEqual(
    await ledger.capture(captureFor(call, 30, channel)),
    { ok: true, quota: 70 },
    'again changes nothing',
  )

  assert.deepEqual(await readUser(store, user), { quota: 70, held: 0, used_quota: 30, request_count: 1 })
  assert.deepEqual(await readToken(store, token), { remain_quota: 20, held: 0, used_quota: 30, accessed_time: now })
  assert.deepEqual(await store.selectFrom('channels').select('used_quota').execute(), [{ used_quota: 30 }])
  assert.deepEqual(await readHolds(store), [])
  const entry = { kind: 'charge', reference: call.request_id, amount: 30, overdraft: 0, token_id: token }
  assert.deepEqual(await readCharges(store), [{ ...entry, channel_id: channel, detail: '', is_logged: 1 }])
  const [row, ...more] = await store.selectFrom('logs').selectAll().execute()
  assert.deepEqual(more, [])
  assert.deepEqual(
    { ...row, id: 0 },
    {
      ...rowOf(captureFor(call, 30)),
      id: 0,
      user_id: user,
      account_id: 0,
      token_id: token,
      channel,
      quota: 30,
      type: 2,
      request_id: call.request_id,
      created_at: now,
    },
  )
  assert.deepEqual(await store.selectFrom('usage_hours').selectAll().execute(), [
    {
      hour: now - (now % 3600),
      user_id: user,
      account_id: 0,
      token_id: token,
      channel_id: channel,
      model_name: 'gpt-4o',
      group: 'default',
      username: 'ada',
      token_name: 'my key',
      calls: 1,
      failures: 0,
      quota: 30,
      prompt_tokens: 10,
      completion_tokens: 20,
      use_seconds: 3,
      first_calls: 1,
      first_ms: 700,
      refusals: 0,
    },
  ])
})

onLedger('calls of one hour add up on the dashboards', async (ledger, { store }) => {
  const user = await givenUser(store)
  const hour = now - (now % 3600)
  for (const [at, charge] of [
    [hour, 5],
    [hour + 3599, 6],
    [hour + 3600, 7],
  ] as const) {
    const call = callBy(user)
    await ledger.hold(holdFor(call, 10, at))
    await ledger.capture(captureFor(call, charge, 0, at))
  }
  const hours = await store
    .selectFrom('usage_hours')
    .select(['hour', 'calls', 'quota', 'first_ms'])
    .orderBy('hour')
    .execute()
  assert.deepEqual(hours, [
    { hour, calls: 2, quota: 11, first_ms: 1400 },
    { hour: hour + 3600, calls: 1, quota: 7, first_ms: 700 },
  ])
})

onLedger(
  'what the administrator does not want recorded is charged without a trace in logs',
  async (ledger, { store }) => {
    const user = await givenUser(store, { quota: 100 })
    const call = callBy(user)
    await ledger.hold(holdFor(call, 40))
    const { log: _, ...bare } = captureFor(call, 30)
    assert.deepEqual(await ledger.capture(bare), { ok: true, quota: 70 })
    assert.deepEqual(await store.selectFrom('logs').selectAll().execute(), [])
    assert.deepEqual(await store.selectFrom('usage_hours').selectAll().execute(), [])
    assert.equal((await readCharges(store))[0]?.is_logged, 0)
  },
)

onLedger('a free call counts and is logged, and leaves no entry', async (ledger, { store }) => {
  const user = await givenUser(store, { quota: 0 })
  const held = callBy(user)
  assert.equal((await ledger.hold(holdFor(held, 0))).ok, true)
  for (const _ of [1, 2]) await ledger.capture(captureFor(held, 0))
  const never = callBy(user)
  for (const _ of [1, 2]) await ledger.capture(captureFor(never, 0))
  assert.deepEqual(await readUser(store, user), { quota: 0, held: 0, used_quota: 0, request_count: 2 })
  assert.deepEqual(await readCharges(store), [])
  assert.equal((await store.selectFrom('logs').selectAll().execute()).length, 2)
})

onLedger('a release gives everything back', async (ledger, { store }) => {
  const user = await givenUser(store, { quota: 100 })
  const token = await givenToken(store, user, { remain_quota: 50 })
  const call = callBy(user, token)
  await ledger.hold(holdFor(call, 40))
  for (const _ of [1, 2]) assert.deepEqual(await ledger.release({ ...call, at: now }), { ok: true, quota: 100 })
  assert.deepEqual(await readUser(store, user), { quota: 100, held: 0, used_quota: 0, request_count: 0 })
  assert.equal((await readToken(store, token)).held, 0)
  assert.deepEqual(await readCharges(store), [])
})

onLedger(
  'an unlimited token counts down all the same, and nothing else limits it but its owner',
  async (ledger, { store }) => {
    const user = await givenUser(store, { quota: 100 })
    const token = await givenToken(store, user)
    const call = callBy(user, token)
    await ledger.hold(holdFor(call, 100))
    await ledger.capture(captureFor(call, 60))
    assert.deepEqual(await readToken(store, token), { remain_quota: -60, held: 0, used_quota: 60, accessed_time: now })
  },
)

onLedger(
  'a call that cost more than its hold is charged in full, and the entry says what was not there',
  async (ledger, { store }) => {
    const user = await givenUser(store, { quota: 100 })
    const call = callBy(user)
    await ledger.hold(holdFor(call, 90))
    assert.deepEqual(await ledger.capture(captureFor(call, 130)), { ok: true, quota: -30 })
    const entry = (await readCharges(store))[0]
    assert.deepEqual([entry?.amount, entry?.overdraft], [130, 30])
    assert.deepEqual(await ledger.hold(holdFor(callBy(user), 1)), { ok: false, code: 'quota_insufficient' })
  },
)

onLedger('an extension is granted while there is money, and refused without harm', async (ledger, { store }) => {
  const user = await givenUser(store, { quota: 100 })
  const token = await givenToken(store, user, { remain_quota: 80 })
  const call = callBy(user, token)
  await ledger.hold(holdFor(call, 40))
  const extend = (amount: number) => ledger.extend({ ...call, amount, at: now })
  assert.equal((await extend(60)).ok, true)
  assert.equal((await extend(60)).ok, true, 'asking twice adds nothing')
  assert.deepEqual(await extend(81), { ok: false, code: 'token_exhausted', isHeld: true })
  assert.equal((await readUser(store, user)).held, 60)
  assert.equal((await readToken(store, token)).held, 60)
  await ledger.release({ ...call, at: now })
  assert.deepEqual(await extend(10), { ok: false, code: 'not_found' })
})

onLedger('a capture that arrives after its hold expired charges exactly the rest', async (ledger, { store }) => {
  const user = await givenUser(store, { quota: 1000 })
  const token = await givenToken(store, user, { remain_quota: 1000 })
  const channels = [await givenChannel(store), await givenChannel(store)] as const
  const expired = async (accrued: number) => {
    const call = callBy(user, token)
    await ledger.hold(holdFor(call, 50))
    await ledger.checkpoint({ ...call, accrued, channel_id: channels[0], expires_at: now + 300 })
    await ledger.expire({ ...call, isLogged: true, at: now + 300 })
    return call
  }
  const late = async (accrued: number, charge: number) => {
    const call = await expired(accrued)
    for (const _ of [1, 2]) assert.equal((await ledger.capture(captureFor(call, charge, channels[1]))).ok, true)
    const entries = (await readCharges(store)).filter(({ reference }) => reference.startsWith(call.request_id))
    return entries.map(({ kind, amount, channel_id, detail }) => ({
      kind,
      amount,
      first: channel_id === channels[0],
      detail,
    }))
  }
  const upTo = (amount: number) => ({ kind: 'charge', amount, first: true, detail: 'expired' })
  assert.deepEqual(await late(0, 30), [{ kind: 'charge', amount: 30, first: false, detail: '' }], 'it was released')
  assert.deepEqual(await late(20, 30), [upTo(20), { kind: 'charge', amount: 10, first: false, detail: '' }])
  assert.deepEqual(await late(20, 20), [upTo(20)])
  assert.deepEqual(await late(20, 5), [upTo(20), { kind: 'refund', amount: 15, first: true, detail: '' }])
  assert.deepEqual(await readUser(store, user), { quota: 915, held: 0, used_quota: 85, request_count: 4 })
  assert.equal((await readToken(store, token)).remain_quota, 915)

  const call = await expired(20)
  for (const _ of [1, 2]) assert.deepEqual(await ledger.release({ ...call, at: now }), { ok: true, quota: 915 })
  assert.equal((await readUser(store, user)).used_quota, 85, 'nothing was delivered after all')

  // The log and the hours have the same sums: 20 in 4 expiries, of which 15 and 20 came back.
  const rows = await store.selectFrom('logs').select(['type', 'quota', 'channel', 'token_id']).orderBy('id').execute()
  const back = rows.filter(({ quota }) => quota < 0)
  assert.deepEqual(
    back,
    [-15, -20].map((quota) => ({ type: 4, quota, channel: channels[0], token_id: token })),
  )
  const net = rows.reduce((sum, { quota }) => sum + quota, 0)
  for (const table of ['usage_hours', 'usage_days', 'usage_model_hours'] as const) {
    const hours = await store.selectFrom(table).select(['quota', 'calls']).execute()
    assert.deepEqual(
      [hours.reduce((sum, { quota }) => sum + quota, 0), hours.reduce((sum, { calls }) => sum + calls, 0)],
      [net, rows.length - back.length],
      table,
    )
  }
})

onLedger(
  'a hold that was lost to an expiry is taken again, and nothing is charged twice',
  async (ledger, { store }) => {
    const [user, channel] = [await givenUser(store, { quota: 1000 }), await givenChannel(store)]
    const token = await givenToken(store, user, { remain_quota: 1000 })
    const later = now + 400
    const again = (call: ReturnType<typeof callBy>, amount: number) =>
      ledger.hold({ ...holdFor(call, amount, later), isRepeat: true })
    const lost = async (accrued: number) => {
      const call = callBy(user, token)
      await ledger.hold(holdFor(call, 50))
      await ledger.checkpoint({ ...call, accrued, channel_id: channel, expires_at: now + 300 })
      await ledger.expire({ ...call, isLogged: true, at: now + 300 })
      return call
    }

    const untouched = await lost(0)
    assert.equal((await again(untouched, 60)).ok, true)
    assert.equal((await readUser(store, user)).held, 60)
    await ledger.capture(captureFor(untouched, 55, channel, later))
    assert.deepEqual(await readUser(store, user), { quota: 945, held: 0, used_quota: 55, request_count: 1 })

    const charged = await lost(20)
    assert.equal((await again(charged, 60)).ok, true)
    assert.equal((await readUser(store, user)).held, 40, 'what is paid needs no hold')
    assert.equal((await ledger.extend({ ...charged, amount: 80, at: later })).ok, true)
    assert.equal((await readUser(store, user)).held, 60)
    await ledger.capture(captureFor(charged, 70, channel, later))
    await ledger.capture(captureFor(charged, 70, channel, later))
    assert.deepEqual(await readUser(store, user), { quota: 875, held: 0, used_quota: 125, request_count: 2 })
    assert.deepEqual(await again(charged, 60), { ok: false, code: 'not_found' }, 'a call that is over needs none')

    const cheaper = await lost(20)
    await again(cheaper, 60)
    await ledger.release({ ...cheaper, at: later })
    assert.deepEqual((await readUser(store, user)).quota, 875, 'what was charged for nothing comes back')

    const lostTwice = await lost(20)
    await again(lostTwice, 60)
    await ledger.checkpoint({ ...lostTwice, accrued: 35, channel_id: channel, expires_at: later + 300 })
    await ledger.expire({ ...lostTwice, isLogged: true, at: later + 300 })
    assert.deepEqual([(await readUser(store, user)).quota, (await readHolds(store)).length], [840, 0])
  },
)

onLedger('a hold that is alive does not expire', async (ledger, { store }) => {
  const user = await givenUser(store, { quota: 100 })
  const call = callBy(user)
  await ledger.hold(holdFor(call, 40))
  const expire = (at: number) => ledger.expire({ ...call, isLogged: true, at })
  await expire(now + 299)
  assert.equal((await readUser(store, user)).held, 40)
  await ledger.checkpoint({ ...call, accrued: 0, channel_id: 0, expires_at: now + 500 })
  await expire(now + 300)
  assert.equal((await readUser(store, user)).held, 40)
  await expire(now + 500)
  assert.deepEqual(await readUser(store, user), { quota: 100, held: 0, used_quota: 0, request_count: 0 })
  assert.deepEqual(await ledger.checkpoint({ ...call, accrued: 1, channel_id: 0, expires_at: 0 }), {
    ok: false,
    code: 'not_found',
  })
})

onLedger('nobody waits longer than ten minutes for money that a dead process set aside', async (ledger, { store }) => {
  const call = callBy(await givenUser(store))
  await ledger.hold({ ...holdFor(call, 40), expires_at: now + 86_400 })
  assert.equal((await readHolds(store))[0]?.expires_at, now + 600)
})

onLedger('operations that wait together are committed together', async (ledger, { store }) => {
  const user = await givenUser(store)
  await ledger.hold(holdFor(callBy(user), 1))
  const before = ledger.counts()
  const outcomes = await Promise.all(Array.from({ length: 100 }, () => ledger.hold(holdFor(callBy(user), 1))))
  assert.ok(outcomes.every(({ ok }) => ok))
  const { batches, operations } = ledger.counts()
  assert.equal(operations - before.operations, 100)
  assert.equal(batches - before.batches, 1)
  assert.equal((await readUser(store, user)).held, 101)
})

onLedger('of many calls at once only as many start as the balance allows', async (ledger, { store }) => {
  const user = await givenUser(store, { quota: 100 })
  const outcomes = await Promise.all(Array.from({ length: 64 }, () => ledger.hold(holdFor(callBy(user), 10))))
  assert.equal(outcomes.filter(({ ok }) => ok).length, 10)
  assert.equal((await readUser(store, user)).held, 100)
})

onLedger('an operation that cannot be written does not take its neighbours with it', async (ledger, { store }) => {
  const user = await givenUser(store, { quota: 1000 })
  const calls = Array.from({ length: 9 }, () => callBy(user))
  const [poisoned, ...others] = calls
  assert.ok(poisoned)
  await Promise.all(calls.map((call) => ledger.hold(holdFor(call, 10))))
  // A row written into the log directly: this request has its row already.
  await store
    .insertInto('logs')
    .values({ user_id: user, created_at: now, type: 2, request_id: poisoned.request_id })
    .execute()
  const results = await Promise.allSettled(calls.map((call) => ledger.capture(captureFor(call, 5))))
  assert.deepEqual(
    results.map(({ status }) => status),
    ['rejected', ...others.map(() => 'fulfilled')],
  )
  assert.deepEqual(await readUser(store, user), { quota: 960, held: 10, used_quota: 40, request_count: 8 })
  await ledger.release({ ...poisoned, at: now })
})

onLedger('texts that a database cannot keep do not cost the charge', async (ledger, { store }) => {
  const user = await givenUser(store)
  const call = callBy(user)
  const odd = 'a\0b\ud800c'
  await ledger.hold({ ...holdFor(call, 10), model_name: odd, price_snapshot: odd })
  const capture = captureFor(call, 5)
  assert.ok(capture.log)
  const log = { ...capture.log, model_name: odd, content: odd, other: odd, facts: odd }
  assert.equal((await ledger.capture({ ...capture, log })).ok, true)
  assert.equal((await store.selectFrom('logs').select('content').executeTakeFirst())?.content, 'ab\ufffdc')
})

onLedger('what is no amount is refused before it is queued', async (ledger, { store }) => {
  const call = callBy(await givenUser(store))
  for (const amount of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) {
    await assert.rejects(ledger.hold(holdFor(call, amount)), RangeError)
    await assert.rejects(ledger.extend({ ...call, amount, at: now }), RangeError)
    await assert.rejects(ledger.checkpoint({ ...call, accrued: amount, channel_id: 0, expires_at: 0 }), RangeError)
    await assert.rejects(ledger.capture(captureFor(call, amount)), RangeError)
  }
})

onLedger('an account that was erased meanwhile leaves nobody to charge', async (ledger, { store }) => {
  const user = await givenUser(store, { quota: 0 })
  const call = callBy(user)
  await ledger.hold(holdFor(call, 0))
  await store.deleteFrom('users').where('id', '=', user).execute()
  assert.equal((await ledger.capture(captureFor(call, 5))).ok, true)
  assert.deepEqual(await readHolds(store), [])
  assert.deepEqual(await readCharges(store), [])
})

onLedger('a channel that was deleted meanwhile does not hinder the charge', async (ledger, { store }) => {
  const user = await givenUser(store, { quota: 100 })
  const channel = await givenChannel(store)
  const call = callBy(user)
  await ledger.hold(holdFor(call, 10))
  await sql`DELETE FROM channels`.execute(store)
  assert.deepEqual(await ledger.capture(captureFor(call, 10, channel)), { ok: true, quota: 90 })
})

onBothDatabases('charges that share a commit each have their own entry and log row', async (open) => {
  const { store } = open
  const textless = { content: undefined, other: undefined, facts: '{"g":1}' }
  const users = [await givenUser(store), await givenUser(store)]
  await withLedger(open, async (ledger) => {
    const calls = Array.from({ length: 21 }, (_, index) => ({
      ...callBy(users[index % 2] as number),
      charge: index + 1,
    }))
    await Promise.all(calls.map(({ charge, ...call }) => ledger.hold(holdFor(call, charge))))
    const before = ledger.counts().batches
    // Rows of calls have facts and no texts; there are rows with texts as well.
    const captureOf = (call: BilledCall, charge: number) => {
      const capture = captureFor(call, charge)
      return charge % 2 || !capture.log ? capture : { ...capture, log: { ...capture.log, ...textless } }
    }
    await Promise.all(calls.map(({ charge, ...call }) => ledger.capture(captureOf(call, charge))))
    assert.equal(ledger.counts().batches - before, 1)
    const expected = calls.map(({ request_id, user_id, charge }) => ({ request_id, user_id, quota: charge }))
    const facts = await store.selectFrom('logs').select('content').where('facts', '=', textless.facts).execute()
    assert.deepEqual(facts, Array(10).fill({ content: '' }))
    const byCharge = (one: { quota: number }, other: { quota: number }) => one.quota - other.quota
    const logs = await store.selectFrom('logs').select(['request_id', 'user_id', 'quota']).execute()
    assert.deepEqual(logs.toSorted(byCharge), expected)
    const entries = await store
      .selectFrom('ledger')
      .select(['reference as request_id', 'user_id', 'amount as quota'])
      .where('kind', '=', 'charge')
      .execute()
    assert.deepEqual(entries.toSorted(byCharge), expected)
    const hours = await store
      .selectFrom('usage_hours')
      .select(['user_id', 'calls', 'quota'])
      .orderBy('user_id')
      .execute()
    assert.deepEqual(hours, [
      { user_id: users[0], calls: 11, quota: 121 },
      { user_id: users[1], calls: 10, quota: 110 },
    ])
  })
  assert.deepEqual(await driftsOf(open), [])
})
