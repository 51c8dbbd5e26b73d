import assert from 'node:assert/strict'
import { test } from 'node:test'
import dayjs from 'dayjs'
import { spanOfFilters } from './periods.ts'

const now = dayjs('2026-03-31T15:00:00').unix()
const none = { period: '', start_timestamp: '', end_timestamp: '' }
const shown = (period: string) => {
  const { start_timestamp = '', end_timestamp = '' } = spanOfFilters({ ...none, period }, now)
  return [start_timestamp, end_timestamp].map((seconds) => dayjs.unix(Number(seconds)).format('MM-DD HH:mm:ss'))
}

test('a period is whole days of the reader, the last one included', () => {
  assert.deepEqual(shown('today'), ['03-31 00:00:00', '03-31 23:59:59'])
  assert.deepEqual(shown('yesterday'), ['03-30 00:00:00', '03-30 23:59:59'])
  assert.deepEqual(shown('7d'), ['03-25 00:00:00', '03-31 23:59:59'])
  assert.deepEqual(shown('30d'), ['03-02 00:00:00', '03-31 23:59:59'])
  assert.deepEqual(shown('month'), ['03-01 00:00:00', '03-31 23:59:59'])
  assert.deepEqual(shown('lastMonth'), ['02-01 00:00:00', '02-28 23:59:59'])
})

test('without a period the chosen days hold, and without days every order is shown', () => {
  assert.deepEqual(spanOfFilters(none, now), {})
  const own = { start_timestamp: '5', end_timestamp: '9' }
  assert.deepEqual(spanOfFilters({ ...own, period: 'own' }, now), own)
})
