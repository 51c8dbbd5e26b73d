import assert from 'node:assert/strict'
import { test } from 'node:test'
import { captureFor, holdFor, now } from '../../../../../test/harness/ledger.ts'
import { type GivenRows as Given, rowsOf } from '../../../../../test/ledger/rows.ts'
import { decide } from './decide.ts'
import type { Operation } from './operations.ts'
import type { CallerRow, HoldRow, TokenRow } from './plan.ts'

const call = { request_id: 'r', user_id: 1, token_id: 7 }
const unsent = {
  channel_id: 3,
  accrued: 0,
  created_at: now,
  is_reopened: 0,
  limits: '',
  parts: '',
  from_pots: 0,
} as const
const held: HoldRow = { ...holdFor(call, 40), ...unsent, caller_id: 0 }

const hold = (request_id: string, amount: number): Operation => ({
  kind: 'hold',
  ...holdFor({ ...call, request_id }, amount),
})

test('a hold needs a live user and token with enough left between them', () => {
  const table: [why: string, given: Given, amount: number, refusal?: string][] = [
    ['exactly what is there', {}, 100],
    ['a free call', {}, 0],
    ['more than is there', {}, 101, 'token_exhausted'],
    ['more than the user has', { token: { unlimited_quota: 1 } }, 101, 'quota_insufficient'],
    ['more than other calls left to the user', { user: { held: 61 } }, 40, 'quota_insufficient'],
    ['more than other calls left to the token', { token: { held: 61 } }, 40, 'token_exhausted'],
    ['a token that counts down below zero', { token: { unlimited_quota: 1, remain_quota: -5 } }, 40],
    ['a balance below zero', { user: { quota: -1 } }, 0, 'quota_insufficient'],
    ['a banned user', { user: { status: 2 } }, 1, 'user_banned'],
    ['a deleted user', { user: { deleted_at: 5 } }, 1, 'user_missing'],
    ['a disabled token', { token: { status: 2 } }, 1, 'token_disabled'],
    ['a token marked expired', { token: { status: 3 } }, 1, 'token_expired'],
    ['a token marked exhausted', { token: { status: 4 } }, 1, 'token_exhausted'],
    ['a deleted token', { token: { deleted_at: 5 } }, 1, 'token_invalid'],
    ["somebody else's token", { token: { user_id: 2 } }, 1, 'token_invalid'],
    ['a token that expires now', { token: { expired_time: now } }, 1, 'token_expired'],
    ['a token that expires later', { token: { expired_time: now + 1 } }, 1],
  ]
  for (const [why, given, amount, refusal] of table) {
    const { plan, outcomes } = decide(rowsOf(given), [hold('r', amount)])
    const isHeld = why.includes('other calls left') && { isHeld: true }
    assert.deepEqual(outcomes, [refusal ? { ok: false, code: refusal, ...isHeld } : { ok: true, quota: 100 }], why)
    assert.equal(plan.opened.length, refusal ? 0 : 1, why)
    if (refusal) assert.deepEqual([plan.users, plan.tokens], [[], []], why)
  }
})

test('an organisation pays for its members, each with tokens of their own', () => {
  const bob = { account_id: 1, caller_id: 2, username: 'bob', status: 1, deleted_at: null, is_member: 1 as const }
  const table: [why: string, caller: CallerRow | undefined, token: Partial<TokenRow>, refusal?: string][] = [
    ['a member', bob, { caller_id: 2 }],
    ['somebody who left', { ...bob, is_member: 0 }, { caller_id: 2 }, 'org_member_missing'],
    ['nobody', undefined, { caller_id: 2 }, 'org_member_missing'],
    ['a banned member', { ...bob, status: 2 }, { caller_id: 2 }, 'user_banned'],
    ['an erased member', { ...bob, deleted_at: 5 }, { caller_id: 2 }, 'org_member_missing'],
    ["another member's token", bob, { caller_id: 3 }, 'token_invalid'],
    ["an account's own token", bob, { caller_id: 0 }, 'token_invalid'],
  ]
  for (const [why, caller, token, refusal] of table) {
    const callers = new Map(caller && [['1 2', caller]])
    const { outcomes, plan } = decide({ ...rowsOf({ token }), callers }, [{ ...hold('r', 10), caller_id: 2 }])
    assert.deepEqual(outcomes, [refusal ? { ok: false, code: refusal } : { ok: true, quota: 100 }], why)
    assert.deepEqual(
      plan.opened.map(({ user_id, caller_id }) => [user_id, caller_id]),
      refusal ? [] : [[1, 2]],
      why,
    )
  }
  const foreign = decide(rowsOf({ token: { caller_id: 2 } }), [hold('r', 10)])
  assert.deepEqual(foreign.outcomes, [{ ok: false, code: 'token_invalid' }], 'a token that an organisation pays for')
})

test('a user or token that is not there gets nothing', () => {
  const maps = { users: new Map(), tokens: new Map(), callers: new Map(), holds: new Map(), settled: new Map() }
  const empty = { ...maps, pots: new Map(), counters: new Map() }
  assert.deepEqual(decide(empty, [hold('r', 0)]).outcomes, [{ ok: false, code: 'user_missing' }])
  const { users } = rowsOf({})
  assert.deepEqual(decide({ ...empty, users }, [hold('r', 0)]).outcomes, [{ ok: false, code: 'token_invalid' }])
})

test('operations of one batch see each other, in their order', () => {
  const { plan, outcomes } = decide(rowsOf({}), [hold('a', 60), hold('b', 60), hold('c', 40), hold('d', 1)])
  assert.deepEqual(
    outcomes.map(({ ok }) => ok),
    [true, false, true, false],
  )
  assert.deepEqual(
    plan.opened.map(({ request_id }) => request_id),
    ['a', 'c'],
  )
  assert.deepEqual(
    plan.users.map(({ before, after }) => [before.held, after.held]),
    [[0, 100]],
  )
})

test('a call that begins and ends in one batch leaves its charge and no hold', () => {
  const operations: Operation[] = [hold('r', 60), { kind: 'capture', ...captureFor(call, 50) }, hold('s', 50)]
  const { plan, outcomes } = decide(rowsOf({}), operations)
  assert.deepEqual(outcomes, [
    { ok: true, quota: 100 },
    { ok: true, quota: 50 },
    { ok: true, quota: 50 },
  ])
  assert.deepEqual([plan.opened.length, plan.closed.length, plan.entries.length], [1, 0, 1])
})

test('the rows that were read are not touched', () => {
  const rows = rowsOf({ holds: [held], user: { held: 40 }, token: { held: 40 } })
  const copy = structuredClone(rows)
  decide(rows, [
    { kind: 'extend', ...call, amount: 50, at: now },
    { kind: 'checkpoint', ...call, accrued: 5, channel_id: 1, expires_at: now + 900 },
    { kind: 'capture', ...captureFor(call, 50) },
  ])
  assert.deepEqual(rows, copy)
})

test('a checkpoint that comes late takes nothing back', () => {
  const rows = rowsOf({ holds: [{ ...held, accrued: 30, expires_at: now + 500 }] })
  const { plan } = decide(rows, [{ kind: 'checkpoint', ...call, accrued: 20, channel_id: 0, expires_at: now + 400 }])
  assert.deepEqual(plan.changed, [{ ...held, accrued: 30, expires_at: now + 500 }])
})

test('an expiry and the report of the call it ended may meet in one batch', () => {
  const rows = rowsOf({ user: { held: 40 }, token: { held: 40 }, holds: [{ ...held, accrued: 30 }] })
  const { plan } = decide(rows, [
    { kind: 'expire', ...call, isLogged: true, at: held.expires_at },
    { kind: 'capture', ...captureFor(call, 35) },
    { kind: 'capture', ...captureFor(call, 35) },
  ])
  assert.deepEqual(
    plan.entries.map(({ reference, amount }) => [reference, amount]),
    [
      ['r', 30],
      ['r/rest', 5],
    ],
  )
  assert.deepEqual(
    plan.logs.map(({ request_id, quota }) => [request_id, quota]),
    [
      ['r', 30],
      ['r/rest', 5],
    ],
  )
  assert.deepEqual(
    plan.hours.map(({ calls, quota }) => [calls, quota]),
    [
      [1, 5],
      [1, 30],
    ],
  )
})

test('the log of an expired call says so, names it, and keeps what it was priced at', () => {
  const expire: Operation = { kind: 'expire', ...call, isLogged: true, at: held.expires_at }
  const { plan } = decide(rowsOf({ holds: [{ ...held, accrued: 30 }] }), [expire])
  const [row] = plan.logs
  assert.deepEqual(
    [row?.username, row?.token_name, row?.model_name, row?.group, row?.channel, row?.use_time],
    ['ada', 'key', 'gpt-4o', 'default', 3, 300],
  )
  assert.deepEqual(JSON.parse(row?.other ?? ''), { settled_by: 'expiry', price_snapshot: '{"ratio":1}' })
  assert.deepEqual(
    plan.hours.map(({ calls, quota, token_name }) => [calls, quota, token_name]),
    [[1, 30, 'key']],
  )
})

test('only what takes the balance below zero is overdraft', () => {
  const overdraftOf = (quota: number, charge: number) =>
    decide(rowsOf({ user: { quota } }), [{ kind: 'capture', ...captureFor(call, charge) }]).plan.entries[0]?.overdraft
  assert.equal(overdraftOf(100, 100), 0)
  assert.equal(overdraftOf(100, 101), 1)
  assert.equal(overdraftOf(-5, 10), 10)
})

test('a hold is ended only by its own call', () => {
  const rows = rowsOf({ holds: [held] })
  const stranger = { ...call, token_id: 0 }
  assert.throws(() => decide(rows, [{ kind: 'capture', ...captureFor(stranger, 1) }]), /another user or token/)
  assert.throws(() => decide(rows, [{ kind: 'release', ...stranger, at: now }]), /another user or token/)
})
