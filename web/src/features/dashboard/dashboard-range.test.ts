import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  bucketLabel,
  bucketName,
  bucketsOf,
  isTooLong,
  type Range,
  readRange,
  spanBefore,
  spanOf,
  writeRange,
} from './dashboard-range.ts'

const at = (text: string) => new Date(text).getTime() / 1000
const none = { range: '', granularity: '', start_timestamp: '', end_timestamp: '' }
const quick = (name: '24h' | '7d' | '30d'): Range => ({ kind: 'quick', name })
const now = at('2026-06-18T14:10:00')

test('the administrator decides how the page opens', () => {
  assert.deepEqual(readRange(none, 'hour'), { range: quick('24h'), granularity: 'hour' })
  assert.deepEqual(readRange(none, 'day'), { range: quick('7d'), granularity: 'day' })
  assert.deepEqual(readRange(none, 'week'), { range: quick('30d'), granularity: 'week' })
  assert.deepEqual(readRange(none, 'century'), { range: quick('24h'), granularity: 'hour' })
})

test('a range has bars that suit it, until others are chosen', () => {
  assert.equal(readRange({ ...none, range: '30d' }, 'hour').granularity, 'day')
  assert.equal(readRange({ ...none, range: '24h' }, 'week').granularity, 'hour')
  assert.deepEqual(readRange({ ...none, range: '7d', granularity: 'hour' }, 'week'), {
    range: quick('7d'),
    granularity: 'hour',
  })
})

test('an own range is read again from the address, and a reversed one is none', () => {
  const own: Range = { kind: 'own', start: 1000, end: 90_000 }
  assert.deepEqual(readRange({ ...none, ...writeRange(own) }, 'hour').range, own)
  assert.deepEqual(readRange({ ...none, start_timestamp: '9', end_timestamp: '8' }, 'hour').range, quick('24h'))
})

test('every bar of a range is there, whether there were calls or not', () => {
  assert.equal(bucketsOf(spanOf(quick('24h'), now), 'hour').length, 24)
  assert.equal(bucketsOf(spanOf(quick('7d'), now), 'day').length, 7)
  assert.equal(bucketsOf(spanOf(quick('30d'), now), 'day').length, 30)
  const weeks = bucketsOf(spanOf(quick('30d'), now), 'week')
  assert.ok(weeks.every((week) => new Date(week * 1000).getDay() === 1 && new Date(week * 1000).getHours() === 0))
})

test('a range is compared with as much of the range before as has passed of it', () => {
  assert.deepEqual(spanBefore(quick('7d'), now), { start: at('2026-06-05T00:00:00'), end: at('2026-06-11T14:10:00') })
  const day = spanOf(quick('24h'), now)
  assert.deepEqual(spanBefore(quick('24h'), now), { start: day.start - 86_400, end: day.end - 86_400 })
  const own: Range = { kind: 'own', start: at('2026-06-01'), end: at('2026-06-03') - 1 }
  assert.deepEqual(spanBefore(own, now), { start: at('2026-05-30'), end: at('2026-06-01') - 1 })
})

test('one user may look at a month', () => {
  for (const name of ['24h', '7d', '30d'] as const) assert.equal(isTooLong(spanOf(quick(name), now)), false)
  assert.equal(isTooLong({ start: 0, end: 33 * 86_400 }), true)
})

test('bars are named in the zone of the reader', () => {
  assert.equal(bucketLabel(at('2026-06-18T14:00:00'), 'hour'), '14:00')
  assert.equal(bucketLabel(at('2026-06-18T00:00:00'), 'hour'), '06-18')
  assert.equal(bucketName(at('2026-06-17T23:00:00'), 'hour'), '06-17 23:00 – 00:00')
  assert.equal(bucketName(at('2026-06-15T00:00:00'), 'week'), '06-15 – 06-21')
})
