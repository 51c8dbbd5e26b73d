import assert from 'node:assert/strict'
import { test } from 'node:test'
import { neverExpires, type Token } from '@turnpike/contract/identity/token'
import { namesOf } from './batch-names.ts'
import { problemsOf } from './token-problems.ts'
import {
  editOf,
  newLimitsOf,
  newTokenOf,
  newTokenValues,
  type TokenValues,
  valuesOf,
  withBudget,
} from './token-values.ts'

const now = 1_800_000_000
const named = (change: Partial<TokenValues> = {}): TokenValues => ({ ...newTokenValues, name: 'bot', ...change })
const problems = (change: Partial<TokenValues>) => problemsOf(named(change), { now })
const token: Token = {
  id: 7,
  user_id: 1,
  key: 'k'.repeat(48),
  status: 1,
  name: 'bot',
  created_time: now,
  accessed_time: now,
  expired_time: neverExpires,
  remain_quota: 400_000,
  used_quota: 100_000,
  unlimited_quota: false,
  model_limits_enabled: true,
  model_limits: 'gpt-4o,claude-sonnet-4-5',
  allow_ips: '10.0.0.0/8',
  group: 'vip',
  billing_preference: '',
  DeletedAt: null,
  revision: '',
}

test('a new token starts with one dollar, no end and no limits', () => {
  assert.partialDeepStrictEqual(newTokenOf(named()), {
    remain_quota: 500_000,
    unlimited_quota: false,
    expired_time: neverExpires,
    model_limits_enabled: false,
  })
  assert.deepEqual(problems({}), {})
})

test('a limit per period makes the usual total unlimited, but not a total that was chosen', () => {
  const monthly = named(withBudget(named(), 10_000_000))
  assert.partialDeepStrictEqual(newTokenOf(monthly), { unlimited_quota: true })
  assert.deepEqual(newLimitsOf(monthly, 'Asia/Tokyo'), {
    budgets: [{ window: 'calendar', period: 'month', time_zone: 'Asia/Tokyo', amount: 10_000_000 }],
  })
  const emptied = named(withBudget(monthly, undefined))
  assert.partialDeepStrictEqual(newTokenOf(emptied), { unlimited_quota: false, remain_quota: 500_000 })
  assert.deepEqual(newLimitsOf(emptied, 'UTC'), {})
  const chosen = named({ quota: 7, isTotalChosen: true })
  assert.partialDeepStrictEqual({ ...chosen, ...withBudget(chosen, 1) }, { isUnlimited: false, quota: 7 })
  for (const budget of [0, Number.NaN]) assert.deepEqual(problems({ budget }), { budget: 'budgetInvalid' })
})

test('a name is required, and not longer than the server takes', () => {
  assert.deepEqual(problems({ name: '  ' }), { name: 'nameMissing' })
  assert.deepEqual(problems({ name: '令'.repeat(30) }), {})
  assert.deepEqual(problems({ name: '令'.repeat(31) }), { name: 'nameLong' })
  assert.deepEqual(problems({ name: 'a\tb' }), { name: 'nameControl' })
})

test('in a batch the name leaves room for its suffix', () => {
  assert.deepEqual(problems({ name: 'x'.repeat(23), count: 2 }), {})
  assert.deepEqual(problems({ name: 'x'.repeat(24), count: 2 }), { name: 'nameLongForSuffix' })
  for (const name of namesOf('x'.repeat(23), 5)) assert.ok(name.length <= 30)
})

test('the quota is a number and not negative, unless there is no limit', () => {
  assert.deepEqual(problems({ quota: Number.NaN }), { quota: 'quotaInvalid' })
  assert.deepEqual(problems({ quota: -1 }), { quota: 'quotaInvalid' })
  assert.deepEqual(problems({ quota: 0 }), {})
  assert.deepEqual(problems({ quota: Number.NaN, isUnlimited: true }), {})
})

test('the expiry parses and lies ahead, but one that has passed may stay as it was', () => {
  assert.deepEqual(problems({ expiry: Number.NaN }), { expiry: 'expiryFormat' })
  assert.deepEqual(problems({ expiry: now - 1 }), { expiry: 'expiryPast' })
  const old = named({ expiry: now - 1 })
  assert.deepEqual(problemsOf({ ...old, name: 'renamed' }, { now, initial: old }), {})
})

test('the number of tokens is a positive whole number, at most a hundred', () => {
  for (const count of [0, -1, 1.5, 101, Number.NaN]) assert.deepEqual(problems({ count }), { count: 'countInvalid' })
  for (const count of [1, 30, 100]) assert.deepEqual(problems({ count }), {})
})

test('the list of addresses is not longer than the server takes', () => {
  assert.deepEqual(problems({ addresses: '1'.repeat(16 * 1024) }), {})
  assert.deepEqual(problems({ addresses: '1'.repeat(16 * 1024 + 1) }), { addresses: 'addressesLong' })
})

test('a limit to models names at least one', () => {
  assert.deepEqual(problems({ isLimited: true }), { models: 'modelsMissing' })
})

test('a batch keeps the name for its first token and adds six characters to the others', () => {
  const names = namesOf('bot', 4)
  assert.equal(names[0], 'bot')
  for (const name of names.slice(1)) assert.match(name, /^bot-[A-Za-z0-9]{6}$/)
  assert.equal(new Set(names).size, 4)
})

test('an edit leaves the quota alone unless it was changed, and then says what it was changed from', () => {
  const values = valuesOf(token)
  assert.ok(!('remain_quota' in editOf(token, { ...values, name: 'renamed' })))
  assert.partialDeepStrictEqual(editOf(token, { ...values, quota: 900_000 }), {
    id: 7,
    remain_quota: 900_000,
    remain_quota_base: 400_000,
  })
})

test('a token that was overdrawn starts its form at nothing left, and is raised from where it really is', () => {
  const overdrawn = { ...token, remain_quota: -250 }
  assert.equal(valuesOf(overdrawn).quota, 0)
  assert.ok(!('remain_quota' in editOf(overdrawn, valuesOf(overdrawn))))
  assert.partialDeepStrictEqual(editOf(overdrawn, { ...valuesOf(overdrawn), quota: 500 }), { remain_quota_base: -250 })
})

test('what was loaded and saved untouched says the same', () => {
  assert.deepEqual(editOf(token, valuesOf(token)), {
    id: 7,
    name: 'bot',
    unlimited_quota: false,
    expired_time: neverExpires,
    group: 'vip',
    billing_preference: '',
    model_limits_enabled: true,
    model_limits: 'gpt-4o,claude-sonnet-4-5',
    allow_ips: '10.0.0.0/8',
  })
})
