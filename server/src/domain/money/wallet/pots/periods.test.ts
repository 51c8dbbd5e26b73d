import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Duration, endOf, type Period, periodFrom, spanAt } from './periods.ts'

const at = (text: string) => Date.parse(text) / 1000
const text = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 16)
const spanText = (period: Period, time: string) => {
  const { from, to } = spanAt(period, at(time))
  return [text(from), text(to)]
}
const lasting = (duration_unit: Duration['duration_unit'], duration_value = 1, time_zone = 'UTC'): Duration => ({
  duration_unit,
  duration_value,
  custom_seconds: 90,
  time_zone,
})

test('a month ends on the same day, or on the last day of a shorter month', () => {
  const ends: [begin: string, duration: Duration, end: string][] = [
    ['2026-01-15T10:30Z', lasting('month'), '2026-02-15T10:30'],
    ['2026-01-31T10:30Z', lasting('month'), '2026-02-28T10:30'],
    ['2028-01-31T10:30Z', lasting('month'), '2028-02-29T10:30'],
    ['2026-01-31T00:00Z', lasting('month', 3), '2026-04-30T00:00'],
    ['2028-02-29T12:00Z', lasting('year'), '2029-02-28T12:00'],
    ['2028-02-29T12:00Z', lasting('year', 4), '2032-02-29T12:00'],
    ['2026-03-01T00:00Z', lasting('day', 30), '2026-03-31T00:00'],
    ['2026-03-01T00:00Z', lasting('hour', 5), '2026-03-01T05:00'],
    ['2026-03-01T00:00Z', lasting('custom'), '2026-03-01T00:01'],
  ]
  for (const [begin, duration, end] of ends) assert.equal(text(endOf(at(begin), duration)), end, begin)
})

test('a month has the same local time at its end, also when the clocks change', () => {
  // Berlin: UTC+1 until 29 March 2026, UTC+2 afterwards.
  assert.equal(text(endOf(at('2026-03-10T08:00Z'), lasting('month', 1, 'Europe/Berlin'))), '2026-04-10T07:00')
})

test('a day begins at midnight of its time zone, and has 23 or 25 hours when the clocks change', () => {
  const berlin: Period = { every: 'day', anchor: 0, time_zone: 'Europe/Berlin' }
  assert.deepEqual(spanText(berlin, '2026-03-29T12:00Z'), ['2026-03-28T23:00', '2026-03-29T22:00'])
  assert.deepEqual(spanText(berlin, '2026-10-25T12:00Z'), ['2026-10-24T22:00', '2026-10-25T23:00'])
  const shanghai: Period = { every: 'day', anchor: 0, time_zone: 'Asia/Shanghai' }
  assert.deepEqual(spanText(shanghai, '2026-06-01T16:00Z'), ['2026-06-01T16:00', '2026-06-02T16:00'])
  assert.deepEqual(spanText(shanghai, '2026-06-01T15:59Z'), ['2026-05-31T16:00', '2026-06-01T16:00'])
})

test('weeks, months and seconds repeat from the purchase', () => {
  const anchor = at('2026-01-31T10:00Z')
  assert.deepEqual(spanText({ every: 'week', anchor, time_zone: 'UTC' }, '2026-02-14T09:59Z'), [
    '2026-02-07T10:00',
    '2026-02-14T10:00',
  ])
  const months: Period = { every: 'month', anchor, time_zone: 'UTC' }
  assert.deepEqual(spanText(months, '2026-01-31T10:00Z'), ['2026-01-31T10:00', '2026-02-28T10:00'])
  assert.deepEqual(spanText(months, '2026-02-28T10:00Z'), ['2026-02-28T10:00', '2026-03-31T10:00'])
  assert.deepEqual(spanText(months, '2026-03-31T09:59Z'), ['2026-02-28T10:00', '2026-03-31T10:00'])
  assert.deepEqual(spanText(months, '2026-04-30T10:00Z'), ['2026-04-30T10:00', '2026-05-31T10:00'])
  const seconds: Period = { every: 'custom', anchor, seconds: 3600 }
  assert.deepEqual(spanText(seconds, '2026-01-31T12:30Z'), ['2026-01-31T12:00', '2026-01-31T13:00'])
})

test('spans follow each other without a gap for three years', () => {
  const anchor = at('2026-01-31T10:00Z')
  for (const every of ['day', 'week', 'month'] as const) {
    const period: Period = { every, anchor, time_zone: 'America/New_York' }
    for (let time = anchor; time < anchor + 3 * 366 * 86_400; ) {
      const { from, to } = spanAt(period, time)
      assert.ok(from <= time && time < to, `${every} ${text(time)}`)
      if (time > anchor) assert.equal(from, time, `${every} ${text(time)}`)
      time = to
    }
  }
})

test('a renewed month that began on the 31st ends on the 31st again', () => {
  const start = at('2026-01-31T10:00Z')
  const ends: string[] = []
  let from = start
  for (let month = 0; month < 5; month++) {
    const { anchor, end } = periodFrom(from, start, lasting('month'))
    assert.equal(anchor, start)
    ends.push(text(end).slice(0, 10))
    from = end
  }
  assert.deepEqual(ends, ['2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31', '2026-06-30'])
})

test('after an extension periods are counted from its end', () => {
  const start = at('2026-01-31T10:00Z')
  const extended = at('2026-03-05T10:00Z')
  const { anchor, end } = periodFrom(extended, start, lasting('month'))
  assert.deepEqual([anchor, text(end)], [extended, '2026-04-05T10:00'])
  assert.deepEqual(periodFrom(extended, start, lasting('day', 7)), { anchor: extended, end: extended + 7 * 86_400 })
})
