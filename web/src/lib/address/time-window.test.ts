import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  monthSeconds,
  type QuickWindow,
  quickWindows,
  readWindow,
  spanOf,
  spanProblem,
  writeWindow,
} from './time-window.ts'

const at = (text: string) => new Date(text).getTime() / 1000
const none = { window: '', start_timestamp: '', end_timestamp: '' }

test('without a word in the address the usual window of the list is shown', () => {
  assert.deepEqual(readWindow(none, '3d'), { kind: 'quick', name: '3d' })
  assert.deepEqual(readWindow(none, 'today'), { kind: 'quick', name: 'today' })
  assert.deepEqual(writeWindow({ kind: 'quick', name: 'today' }, 'today'), none)
  assert.deepEqual(writeWindow({ kind: 'quick', name: 'today' }, '30d'), { ...none, window: 'today' })
})

test('a window begins at midnight of its first day and ends an hour after now', () => {
  const now = at('2026-06-18T14:10:00')
  const starts = { today: '2026-06-18', '3d': '2026-06-15', '7d': '2026-06-11', '30d': '2026-05-19' }
  for (const [name, day] of Object.entries(starts))
    assert.deepEqual(spanOf({ kind: 'quick', name: name as QuickWindow }, now), {
      start: at(`${day}T00:00:00`),
      end: now + 3600,
    })
})

test('yesterday is the whole day before, in the zone of the reader', () => {
  const span = spanOf({ kind: 'quick', name: 'yesterday' }, at('2026-03-01T00:10:00'))
  assert.deepEqual(span, { start: at('2026-02-28T00:00:00'), end: at('2026-02-28T23:59:59') })
})

test('every window of one click is one that the server reads, at any hour of any day', () => {
  for (let day = 0; day < 366; day++)
    for (const hour of [0, 12, 23.99])
      for (const name of Object.keys(quickWindows) as QuickWindow[])
        assert.equal(
          spanProblem(spanOf({ kind: 'quick', name }, at('2026-01-01') + (day * 24 + hour) * 3600), monthSeconds),
          undefined,
        )
})

test('an own span is kept to the second, and read again from the address', () => {
  const own = { kind: 'own', start: 1000, end: 2000 } as const
  assert.deepEqual(readWindow(writeWindow(own, '3d'), '3d'), own)
  assert.deepEqual(spanOf(own, 99), { start: 1000, end: 2000 })
})

test('an address that nobody wrote with care is the usual window', () => {
  for (const params of [
    { ...none, window: 'year' },
    { ...none, window: 'toString' },
    { ...none, start_timestamp: '1000' },
    { ...none, start_timestamp: '-1', end_timestamp: '2000' },
    { ...none, start_timestamp: 'NaN', end_timestamp: '1e99' },
  ])
    assert.deepEqual(readWindow(params, '3d'), { kind: 'quick', name: '3d' })
})

test('a span that is too long, and an end before its start, are reported before a request is sent', () => {
  assert.equal(spanProblem({ start: 0, end: monthSeconds }, monthSeconds), undefined)
  assert.equal(spanProblem({ start: 0, end: monthSeconds + 1 }, monthSeconds), 'tooLong')
  assert.equal(spanProblem({ start: 0, end: monthSeconds + 1 }, Number.POSITIVE_INFINITY), undefined)
  assert.equal(spanProblem({ start: 2, end: 1 }, monthSeconds), 'reversed')
})
