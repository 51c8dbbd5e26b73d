import assert from 'node:assert/strict'
import { test } from 'node:test'
import { usageTone, usedShare } from './usage-tone.ts'

test('the meter turns amber past nine tenths and red when nothing is left', () => {
  assert.equal(usageTone(0, 10), 'plain')
  assert.equal(usageTone(90, 10), 'plain')
  assert.equal(usageTone(91, 9), 'warning')
  assert.equal(usageTone(5, 0), 'error')
  assert.equal(usageTone(0, 0), 'error')
  assert.equal(usageTone(5, -3), 'error')
})

test('the share is never outside the meter', () => {
  assert.equal(usedShare(25, 75), 0.25)
  assert.equal(usedShare(-4, 10), 0)
  assert.equal(usedShare(5, -3), 1)
  assert.equal(usedShare(0, 0), 1)
})
