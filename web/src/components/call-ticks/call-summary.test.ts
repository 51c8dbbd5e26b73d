import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ChannelAttempt, failureKinds } from '@turnpike/contract/routing/channel-attempts'
import { endOf, summaryOfCalls } from './call-summary.ts'

const attempt = (at: number, outcome: ChannelAttempt['outcome']): ChannelAttempt => ({
  at,
  ms: 1,
  outcome,
  status: 0,
  model: 'gpt-4o',
})

test('what a client got wrong is neither a success nor a failure of the channel', () => {
  const refused = failureKinds.filter((outcome) => endOf({ outcome }) === 'refused')
  assert.deepEqual(refused, ['bad_request', 'content_refused', 'too_long', 'unsupported'])
  assert.equal(endOf({ outcome: 'ok' }), 'ok')
  assert.equal(endOf({ outcome: 'timeout' }), 'failed')
})

test('the calls are counted by their end, and the newest failure comes first', () => {
  const calls = [attempt(1, 'ok'), attempt(2, 'network'), attempt(3, 'too_long'), attempt(4, 'bad_key')]
  const { failures, ...counts } = summaryOfCalls(calls)
  assert.deepEqual(counts, { total: 4, ok: 1, refused: 1 })
  assert.deepEqual(
    failures.map(({ at }) => at),
    [4, 2],
  )
  assert.deepEqual(summaryOfCalls([]), { total: 0, ok: 0, refused: 0, failures: [] })
})
