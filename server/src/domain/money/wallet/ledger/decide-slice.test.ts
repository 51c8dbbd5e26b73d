import assert from 'node:assert/strict'
import { test } from 'node:test'
import { captureFor, now } from '../../../../../test/harness/ledger.ts'
import { type GivenRows, rowsOf as givenRows } from '../../../../../test/ledger/rows.ts'
import { decide } from './decide.ts'
import type { Operation, SlicePart } from './operations.ts'
import type { HoldRow, Plan } from './plan.ts'
import { newSliceId, slicesOf } from './slice-id.ts'

const owner = { user_id: 1, token_id: 7 }
const call = { request_id: 'r', ...owner }
const id = newSliceId(1, 7)
const about = { model_name: '', group: '', price_snapshot: '' }
const slice: HoldRow = {
  ...owner,
  ...about,
  caller_id: 0,
  request_id: id,
  channel_id: 0,
  amount: 100,
  accrued: 0,
  created_at: now,
  expires_at: now + 60,
  is_reopened: 0,
  parts: '',
  from_pots: 0,
  limits: '',
}
const part: SlicePart = { id, amount: 40, expires_at: now + 60 }

/** With a balance of 1600, and a token without a limit. */
const rowsOf = ({ user, token, holds }: GivenRows) =>
  givenRows({
    user: { quota: 1600, ...user },
    token: { unlimited_quota: 1, remain_quota: 0, ...token },
    holds: holds ?? [],
  })
const sliced = { holds: [slice], user: { held: 100 }, token: { held: 100 } }

const grant = (amount: number, call: number): Operation => ({
  kind: 'grant',
  request_id: id,
  ...owner,
  amount,
  call,
  at: now,
  expires_at: now + 60,
})
const capture = (charge: number, slice: SlicePart = part): Operation => ({
  kind: 'capture',
  ...captureFor(call, charge),
  slice,
})
const cut = (slice: SlicePart = part): Operation => ({
  kind: 'cut',
  ...call,
  slice,
  ...about,
  model_name: 'gpt-4o',
  at: now,
  expires_at: now + 300,
})
const recall: Operation = { kind: 'recall', request_id: '', user_id: 1, token_id: 0, at: now }
const release: Operation = { kind: 'release', request_id: id, ...owner, at: now }

const heldBy = ({ users, tokens }: Plan) => [users[0]?.after.held, tokens[0]?.after.held]

test('a slice is at most a sixteenth of what is available, and needs twenty calls to be', () => {
  const table: [why: string, given: GivenRows, amount: number, call: number, granted: number | string][] = [
    ['what is wanted', {}, 64, 1, 64],
    ['a sixteenth', {}, 5000, 1, 100],
    ['a sixteenth of what others left', { user: { held: 800 } }, 5000, 1, 50],
    ['a sixteenth of a token', { token: { unlimited_quota: 0, remain_quota: 320, held: 160 } }, 5000, 1, 10],
    ['exactly twenty calls', {}, 5000, 80, 100],
    ['less than twenty calls', {}, 5000, 81, 'quota_insufficient'],
    ['a token for less', { token: { unlimited_quota: 0, remain_quota: 19 } }, 5000, 1, 'token_exhausted'],
    ['a banned user', { user: { status: 2 } }, 5000, 1, 'user_banned'],
    ['a token that expires now', { token: { expired_time: now } }, 5000, 1, 'token_expired'],
    ['a balance below zero', { user: { quota: -1 } }, 5000, 1, 'quota_insufficient'],
  ]
  for (const [why, given, amount, call, granted] of table) {
    const { plan, outcomes } = decide(rowsOf(given), [grant(amount, call)])
    const isGranted = typeof granted === 'number'
    const expected = isGranted ? { ok: true, quota: 1600, sliceLeft: granted } : { ok: false, code: granted }
    assert.deepEqual(outcomes, [expected], why)
    assert.deepEqual(
      plan.opened.map(({ amount, accrued, limits }) => [amount, accrued, limits]),
      isGranted ? [[granted, 0, '']] : [],
      why,
    )
    const before = [given.user?.held ?? 0, given.token?.held ?? 0]
    if (isGranted)
      assert.deepEqual(
        heldBy(plan),
        before.map((held) => held + granted),
        why,
      )
  }
})

test('a slice that was granted is not granted again', () => {
  const { plan, outcomes } = decide(rowsOf(sliced), [grant(50, 1)])
  assert.deepEqual(outcomes, [{ ok: true, quota: 1600, sliceLeft: 100 }])
  assert.deepEqual([plan.opened, plan.changed, plan.users], [[], [], []])
})

test('a capture lowers its slice by the charge, and at most by what the call was given', () => {
  const table: [why: string, charge: number, amount: number, left: number][] = [
    ['less than it was given', 25, 40, 75],
    ['all of it', 40, 40, 60],
    ['more: the rest is taken from the balance', 55, 40, 60],
    ['more than the slice has', 200, 150, 0],
  ]
  for (const [why, charge, amount, left] of table) {
    const { plan, outcomes } = decide(rowsOf(sliced), [capture(charge, { ...part, amount })])
    assert.deepEqual(heldBy(plan), [left, left], why)
    assert.deepEqual(
      plan.changed.map(({ amount }) => amount),
      [left],
      why,
    )
    assert.deepEqual(
      plan.entries.map(({ amount, reference, overdraft }) => [amount, reference, overdraft]),
      [[charge, 'r', 0]],
      why,
    )
    assert.deepEqual(outcomes[0]?.ok && outcomes[0].quota, 1600 - charge, why)
  }
})

test('a capture is charged once, whatever happened to its slice', () => {
  const twice = decide(rowsOf(sliced), [capture(25), capture(25)]).plan
  assert.deepEqual([twice.entries.length, twice.changed[0]?.amount], [1, 75])
  const settled = { charged: 25, channel_id: 0, budgets: '', at: now, isLogged: true, isFinal: true, moves: [] }
  const before = { ...rowsOf(sliced), settled: new Map([['r', settled]]) }
  const after = decide(before, [{ ...capture(25), isRepeat: true } as Operation]).plan
  assert.deepEqual([after.entries, after.changed, after.users], [[], [], []])
  const { plan, outcomes } = decide(rowsOf({ user: { quota: 10 } }), [capture(25)])
  assert.deepEqual(outcomes, [{ ok: true, quota: -15, sliceLeft: 0 }])
  assert.deepEqual(
    plan.entries.map(({ amount, overdraft }) => [amount, overdraft]),
    [[25, 15]],
    'the slice is gone: a marked overdraft',
  )
})

test('a capture says whether its slice may go on', () => {
  const table: [why: string, given: GivenRows, left: number][] = [
    ['all is well', sliced, 75],
    ['the slice is gone', {}, 0],
    ['it was recalled', { ...sliced, holds: [{ ...slice, expires_at: now + 15 }] }, 0],
    ['the user was banned', { ...sliced, user: { held: 100, status: 2 } }, 0],
    ['the token was disabled', { ...sliced, token: { held: 100, status: 2 } }, 0],
    ['the token was deleted', { ...sliced, token: { held: 100, deleted_at: now } }, 0],
    ['the token has expired', { ...sliced, token: { held: 100, expired_time: now } }, 0],
    ['the balance was taken away', { ...sliced, user: { held: 100, quota: 0 } }, 0],
    ['twenty such calls', { ...sliced, user: { held: 100, quota: 900 } }, 75],
    ['less than twenty such calls', { ...sliced, user: { held: 100, quota: 899 } }, 0],
    ['less in the token', { ...sliced, token: { held: 100, unlimited_quota: 0, remain_quota: 899 } }, 0],
  ]
  for (const [why, given, left] of table) {
    const [outcome] = decide(rowsOf(given), [capture(25)]).outcomes
    assert.equal(outcome?.ok && outcome.sliceLeft, left, why)
  }
})

test('a call that is cut out of its slice has a hold of its own, and nothing more is held', () => {
  const { plan, outcomes } = decide(rowsOf(sliced), [cut(), cut()])
  assert.deepEqual(outcomes, [
    { ok: true, quota: 1600 },
    { ok: true, quota: 1600 },
  ])
  assert.deepEqual(
    [plan.users, plan.changed.map(({ amount }) => amount), plan.opened.map(({ amount }) => amount)],
    [[], [60], [40]],
  )
  assert.equal(plan.opened[0]?.model_name, 'gpt-4o')
  const later = decide(rowsOf(sliced), [cut(), capture(25)]).plan
  assert.deepEqual([later.changed[0]?.amount, later.opened, heldBy(later)[0]], [60, [], 60], 'its own hold ends')
  assert.deepEqual(decide(rowsOf({}), [cut()]).outcomes, [{ ok: false, code: 'not_found' }])
})

test('a recall brings the expiry of the slices of one user forward, once', () => {
  const own = { ...call, ...slice, request_id: 'r' }
  const { plan, outcomes } = decide(rowsOf({ ...sliced, holds: [slice, own] }), [recall, { ...recall, at: now + 5 }])
  assert.deepEqual(
    plan.changed.map(({ request_id, expires_at, amount }) => [request_id, expires_at, amount]),
    [[id, now + 15, 100]],
  )
  assert.deepEqual(
    outcomes.map((outcome) => outcome.ok && outcome.sliceLeft),
    [100, 100],
  )
  assert.deepEqual(decide(rowsOf({}), [recall]).outcomes, [{ ok: true, quota: 1600, sliceLeft: 0 }])
  assert.equal(newSliceId(12, 3).startsWith(slicesOf(1)), false)
})

test('what is left of a slice is free when it is released, or expires', () => {
  const expire: Operation = { kind: 'expire', request_id: id, ...owner, isLogged: true, at: now + 60 }
  for (const end of [release, expire]) {
    const { plan } = decide(rowsOf(sliced), [capture(25), end])
    assert.deepEqual([heldBy(plan), plan.closed, plan.entries.length], [[0, 0], [id], 1], end.kind)
  }
})

test('a slice covers the calls of its own user and token only', () => {
  const stranger: Operation = { ...(capture(25) as Extract<Operation, { kind: 'capture' }>), token_id: 0 }
  assert.throws(() => decide(rowsOf(sliced), [stranger]), /another user or token/)
})
