import assert from 'node:assert/strict'
import { test } from 'node:test'
import { conversion, filledMonths, lastMonths, monthName, monthsOfTable, roundTop, sumOfMonths } from './months.ts'

const month = (name: string, more: object = {}) => ({
  month: name,
  joined: 0,
  converted: 0,
  base: 0,
  shares: 0,
  reversed: 0,
  ...more,
})

test('the months are those of UTC, over the turn of a year', () => {
  assert.deepEqual(lastMonths(3, new Date('2027-01-31T23:59:59Z')), ['2027-01', '2026-12', '2026-11'])
  assert.deepEqual(lastMonths(2, new Date('2027-03-31T12:00:00Z')), ['2027-03', '2027-02'])
})

test('a month has its name in both languages, long and short', () => {
  assert.equal(monthName('2026-11', 'en'), 'November 2026')
  assert.equal(monthName('2026-11', 'zh'), '2026年11月')
  assert.equal(monthName('2026-01', 'en', { isShort: true }), 'Jan')
})

test('months without activity are filled in for the chart, and left out of the table before the first', () => {
  const now = new Date('2026-11-19T00:00:00Z')
  const filled = filledMonths([month('2026-11', { shares: 5 }), month('2026-08', { joined: 1 })], now)
  assert.equal(filled.length, 12)
  assert.deepEqual(
    filled.slice(0, 4).map(({ month: name, shares, joined }) => [name, shares, joined]),
    [
      ['2026-11', 5, 0],
      ['2026-10', 0, 0],
      ['2026-09', 0, 0],
      ['2026-08', 0, 1],
    ],
  )
  assert.deepEqual(
    monthsOfTable(filled).map(({ month: name }) => name),
    ['2026-11', '2026-10', '2026-09', '2026-08'],
  )
  assert.equal(monthsOfTable(filledMonths([], now)).length, 1)
  assert.deepEqual(sumOfMonths(filled), { joined: 1, converted: 0, base: 0, shares: 5, reversed: 0 })
})

test('conversion is a whole percentage, and unknown where nobody joined', () => {
  assert.equal(conversion(2, 3), '67%')
  assert.equal(conversion(0, 4), '0%')
  assert.equal(conversion(0, 0), '—')
})

test('the top of the axis is round and not below the highest bar', () => {
  assert.deepEqual([0, 0.03, 1, 1.2, 42, 51, 999].map(roundTop), [0, 0.05, 1, 2, 50, 100, 1000])
})
