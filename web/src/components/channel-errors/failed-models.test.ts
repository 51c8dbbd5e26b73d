import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChannelAttempt } from '@turnpike/contract/routing/channel-attempts'
import { failedModels } from './failed-models.ts'

const attempt = (at: number, model: string, outcome: ChannelAttempt['outcome'], status = 0): ChannelAttempt => ({
  ...{ at, model, outcome, status },
  ms: 1,
})

test('equal failures are one line, and the newest comes first', () => {
  const attempts = [
    attempt(1, 'a', 'no_model', 404),
    attempt(2, 'b', 'overloaded', 503),
    attempt(3, 'a', 'ok'),
    attempt(4, 'a', 'no_model', 404),
    attempt(5, 'a', 'timeout'),
    attempt(6, 'a', 'bad_request', 400),
    attempt(7, 'c', 'ok'),
  ]
  assert.deepEqual(failedModels(attempts), [
    {
      ...{ model: 'a', total: 4, failed: 3, last_at: 5 },
      kinds: [
        { outcome: 'timeout', status: 0, count: 1, last_at: 5 },
        { outcome: 'no_model', status: 404, count: 2, last_at: 4 },
      ],
    },
    {
      ...{ model: 'b', total: 1, failed: 1, last_at: 2 },
      kinds: [{ outcome: 'overloaded', status: 503, count: 1, last_at: 2 }],
    },
  ])
  assert.deepEqual(failedModels([attempt(1, 'a', 'ok')]), [])
})
