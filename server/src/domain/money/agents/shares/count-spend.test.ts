import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Counted, countedSince, firstCount, type Present } from './count-spend.ts'

const table: [why: string, counted: Counted, present: Present, base: number][] = [
  ['nothing new', { used_quota: 5, paid: 9, shared: 5 }, { used_quota: 5, paid: 9, credits: 0 }, 0],
  ['growth that was paid', { used_quota: 5, paid: 9, shared: 5 }, { used_quota: 8, paid: 9, credits: 0 }, 3],
  ['growth beyond what was paid', { used_quota: 5, paid: 9, shared: 5 }, { used_quota: 50, paid: 9, credits: 0 }, 4],
  ['a gift', { used_quota: 0, paid: 0, shared: 0 }, { used_quota: 50, paid: 0, credits: 0 }, 0],
  ['a gift that counts', { used_quota: 0, paid: 0, shared: 0 }, { used_quota: 50, paid: 0, credits: 30 }, 30],
  ['a refunded request', { used_quota: 50, paid: 90, shared: 50 }, { used_quota: 30, paid: 90, credits: 0 }, -20],
  [
    'a refund of what did not count',
    { used_quota: 50, paid: 0, shared: 0 },
    { used_quota: 30, paid: 0, credits: 0 },
    0,
  ],
  ['more refunds than counted', { used_quota: 50, paid: 9, shared: 9 }, { used_quota: 30, paid: 9, credits: 0 }, -9],
  ['a refund of a payment, unspent', { used_quota: 5, paid: 9, shared: 5 }, { used_quota: 5, paid: 6, credits: 0 }, 0],
  ['a refund of a payment, spent', { used_quota: 9, paid: 9, shared: 9 }, { used_quota: 9, paid: 6, credits: 0 }, -3],
  ['both at once', { used_quota: 9, paid: 9, shared: 9 }, { used_quota: 7, paid: 6, credits: 0 }, -5],
  [
    'spend after a refund of a payment',
    { used_quota: 9, paid: 9, shared: 9 },
    { used_quota: 12, paid: 6, credits: 0 },
    -3,
  ],
  ['a new payment after it', { used_quota: 9, paid: 6, shared: 6 }, { used_quota: 12, paid: 16, credits: 0 }, 3],
  ['gifts that count no more', { used_quota: 50, paid: 9, shared: 39 }, { used_quota: 60, paid: 9, credits: 0 }, 0],
]

test('what counts of an account’s spend since the last time', () => {
  for (const [why, counted, present, base] of table) assert.equal(countedSince(counted, present), base, why)
})

test('an account that is older than the agent counts from the first look on, and a younger one from its beginning', () => {
  const present = { used_quota: 70, paid: 100, credits: 0 }
  assert.deepEqual(firstCount(present, false), { used_quota: 70, paid: 100, shared: 70 })
  assert.equal(countedSince(firstCount(present, false), present), 0)
  assert.equal(countedSince(firstCount(present, true), present), 70)
  assert.deepEqual(firstCount({ ...present, paid: 20 }, false).shared, 20)
})
