import assert from 'node:assert/strict'
import { test } from 'node:test'
import { speedOf } from './speed.ts'

test('a second is still fast, three are fair, five are slow, more is worse', () => {
  const tones = [1, 1000, 1001, 3000, 3001, 5000, 5001].map((time) => speedOf(time).tone)
  assert.deepEqual(tones, ['fast', 'fast', 'fair', 'fair', 'slow', 'slow', 'crawling'])
  assert.deepEqual(
    [500, 2000, 4000, 60_000].map((time) => speedOf(time).bars),
    [4, 3, 2, 1],
  )
})
