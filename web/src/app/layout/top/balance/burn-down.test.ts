import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayStarts, daysShown, paceOf, spendByDay } from './burn-down.ts'

test('the last fourteen days begin at midnight, today last', () => {
  const starts = dayStarts(new Date(2026, 2, 5, 14, 30))
  assert.equal(starts.length, daysShown)
  assert.equal(starts.at(-1), new Date(2026, 2, 5).getTime() / 1000)
  assert.equal(starts[0], new Date(2026, 1, 20).getTime() / 1000)
})

test('the rows of all models are added up by day, and what is before the first day is left out', () => {
  const starts = dayStarts(new Date(2026, 2, 5, 14, 30))
  const [first = 0, second = 0] = starts
  const spend = spendByDay(starts, [
    { created_at: first - 1, quota: 99 },
    { created_at: first, quota: 1 },
    { created_at: second - 1, quota: 2 },
    { created_at: second, quota: 4 },
    { created_at: second, quota: 8 },
    { created_at: (starts.at(-1) ?? 0) + 500, quota: 16 },
  ])
  assert.deepEqual([spend[0], spend[1], spend[2], spend.at(-1)], [3, 12, 0, 16])
})

test('the pace counts from the first day with a spend', () => {
  assert.equal(paceOf([0, 0, 0], 100), undefined)
  assert.deepEqual(paceOf([0, 10, 20], 100), { perDay: 15, days: 6 })
  assert.deepEqual(paceOf([30, 0, 0], 100), { perDay: 10, days: 10 })
  assert.deepEqual(paceOf([0, 0, 40], 100), { perDay: 40, days: 2 })
  assert.deepEqual(paceOf([0, 0, 40], -5), { perDay: 40, days: 0 })
})
