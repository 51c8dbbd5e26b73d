import assert from 'node:assert/strict'
import { test } from 'node:test'
import { timeParts } from './time-parts.ts'

test('the parts of a stream add up to its time', () => {
  assert.deepEqual(timeParts({ sent: 10, responded: 400, first_word: 1100, total: 8000 }), [
    { name: 'sent', ms: 10 },
    { name: 'responded', ms: 390 },
    { name: 'firstToken', ms: 700 },
    { name: 'rest', ms: 6900 },
  ])
})

test('without a first token the rest begins with the response', () => {
  assert.deepEqual(timeParts({ sent: 5, responded: 5, first_word: null, total: 5 }), [
    { name: 'sent', ms: 5 },
    { name: 'rest', ms: 0 },
  ])
})

test('moments that were read in another order are no negative parts', () => {
  const parts = timeParts({ sent: 50, responded: 40, first_word: 200, total: 100 })
  assert.equal(
    parts.reduce((sum, { ms }) => sum + ms, 0),
    100,
  )
  assert.ok(parts.every(({ ms }) => ms >= 0))
})
