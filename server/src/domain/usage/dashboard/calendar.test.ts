import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '../../../http/app-error.ts'
import { calendarParts } from './calendar.ts'

const at = (text: string) => Date.parse(text) / 1000
const firsts = (from: string, to: string, granularity: 'day' | 'week', zone: string) =>
  calendarParts({ from: at(from), to: at(to) }, granularity, zone).map((part) =>
    new Date(part.from * 1000).toISOString().slice(0, 16),
  )

test('days are those of the time zone, and the first may have begun before the range', () => {
  assert.deepEqual(firsts('2026-03-01T15:00Z', '2026-03-02T17:00Z', 'day', 'Asia/Shanghai'), [
    '2026-02-28T16:00',
    '2026-03-01T16:00',
    '2026-03-02T16:00',
  ])
  assert.deepEqual(firsts('2026-03-01T15:00Z', '2026-03-02T00:00Z', 'day', 'UTC'), ['2026-03-01T00:00'])
})

test('a day on which clocks change has 23 or 25 hours', () => {
  const days = calendarParts({ from: at('2026-03-28T12:00Z'), to: at('2026-03-30T12:00Z') }, 'day', 'Europe/Berlin')
  assert.deepEqual(
    days.map(({ from, to }) => (to - from) / 3600),
    [24, 23, 24],
  )
})

test('weeks begin on Monday', () => {
  assert.deepEqual(firsts('2026-06-18T00:00Z', '2026-06-23T00:00Z', 'week', 'UTC'), [
    '2026-06-15T00:00',
    '2026-06-22T00:00',
  ])
})

test('a range that ends before it begins has no parts', () => {
  assert.deepEqual(calendarParts({ from: 7200, to: 0 }, 'day', 'UTC'), [])
})

test('a time zone that is none is refused by name', () => {
  assert.throws(
    () => calendarParts({ from: 0, to: 1 }, 'day', 'Mars/Olympus'),
    (error) => error instanceof AppError && error.code === 'invalid_field',
  )
})
