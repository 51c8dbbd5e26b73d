import assert from 'node:assert/strict'
import { test } from 'node:test'
import { monthName, monthsSince } from './months.ts'

const secondsAt = (...at: [number, number, number]) => new Date(...at).getTime() / 1000

test('the months go back to the one of the beginning, over the turn of a year', () => {
  const now = new Date(2027, 1, 28, 23, 59)
  assert.deepEqual(monthsSince(secondsAt(2026, 10, 30), now), ['2027-02', '2027-01', '2026-12', '2026-11'])
  assert.deepEqual(monthsSince(secondsAt(2027, 1, 1), now), ['2027-02'])
})

test('the last day of a long month does not skip a short one', () => {
  assert.deepEqual(monthsSince(secondsAt(2027, 1, 1), new Date(2027, 2, 31)), ['2027-03', '2027-02'])
})

test('a beginning in the future, by a clock that is wrong, leaves the present month', () => {
  assert.deepEqual(monthsSince(secondsAt(2030, 0, 1), new Date(2027, 2, 31)), ['2027-03'])
})

test('a month has its name in both languages', () => {
  assert.equal(monthName('2026-11', 'en'), 'November 2026')
  assert.equal(monthName('2026-11', 'zh'), '2026年11月')
})
