import assert from 'node:assert/strict'
import { test } from 'node:test'
import { attemptsMax } from '@turnpike/contract/routing/channel-attempts'
import { AttemptRing } from './attempt-ring.ts'

const attempt = { at: 1, status: 0, model: 'm', isRetry: false }

test('the middle of the times of the newest successes; failures do not count', () => {
  const ring = new AttemptRing()
  assert.equal(ring.medianMs(), undefined)
  for (const ms of [10, 1000, 20, 30, 15]) ring.note({ ...attempt, ms, outcome: 'ok' })
  ring.note({ ...attempt, ms: 1, outcome: 'rate_limited' })
  assert.equal(ring.medianMs(), 20)
  for (let call = 0; call < attemptsMax; call++) ring.note({ ...attempt, ms: 500, outcome: 'ok' })
  assert.equal(ring.medianMs(), 500)
})
