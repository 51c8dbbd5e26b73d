import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errorRate } from './error-rate.ts'

test('a rate is neither none nor all unless it is', () => {
  const shown = [errorRate(0, 7), errorRate(1, 9999), errorRate(1, 80), errorRate(1, 3), errorRate(9999, 10_000)]
  assert.deepEqual(shown, ['0%', '< 0.1%', '1.3%', '33%', '> 99.9%'])
  assert.equal(errorRate(3, 3), '100%')
})
