import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBackoff } from './backoff.ts'

test('a worker that fails is replaced at once; those that fail soon wait ever longer, and not for ever', () => {
  const wait = createBackoff()
  const soon = 100
  assert.deepEqual(
    Array.from({ length: 9 }, () => wait(soon)),
    [0, 500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000],
  )
  assert.equal(wait(3_600_000), 0, 'one that lived long begins anew')
  assert.equal(wait(soon), 500)
})
