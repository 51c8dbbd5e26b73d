import assert from 'node:assert/strict'
import { test } from 'node:test'
import { neverExpires } from '@turnpike/contract/identity/token'
import { formatTime } from '../../../lib/format/format-time.ts'
import { expiryAfter, readExpiry } from './expiry.ts'

test('a moment is read in the zone of the reader, with or without its seconds and its time', () => {
  assert.equal(formatTime(readExpiry('2031-06-18 14:09:07')), '2031-06-18 14:09:07')
  assert.equal(formatTime(readExpiry(' 2031-06-18 14:09 ')), '2031-06-18 14:09:00')
  assert.equal(formatTime(readExpiry('2031-06-18')), '2031-06-18 00:00:00')
})

test('nothing, and the -1 of older clients, mean never', () => {
  assert.equal(readExpiry(''), neverExpires)
  assert.equal(readExpiry('-1'), neverExpires)
})

test('what is no moment is not turned into one', () => {
  for (const text of ['tomorrow', '2031-02-30', '2031-13-01', '2031-06-18 24:00:00', '2031-06-18 10:60', '18/06/2031'])
    assert.ok(Number.isNaN(readExpiry(text)), text)
})

test('shortcuts count from now: an hour, a day, thirty days', () => {
  assert.equal(expiryAfter('never', 1000), neverExpires)
  assert.equal(expiryAfter('hour', 1000), 4600)
  assert.equal(expiryAfter('day', 1000), 87_400)
  assert.equal(expiryAfter('month', 1000), 1000 + 30 * 86_400)
})
