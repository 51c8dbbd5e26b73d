import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decideWarning, levelOf } from './warning-level.ts'

test('a balance is low below the threshold and used up at nothing', () => {
  assert.deepEqual(
    [1000, 999, 1, 0, -5].map((quota) => levelOf(quota, 1000)),
    [0, 1, 1, 2, 2],
  )
  assert.deepEqual(
    [1, 0].map((quota) => levelOf(quota, 0)),
    [0, 2],
  )
})

test('worse is told, at most every two hours; better is noted; a gift is no reason', () => {
  const now = 1_000_000
  const decide = (level: 0 | 1 | 2, before: number, agoSeconds: number, wasCharged = true) =>
    decideWarning({ level, lastWarning: { level: before, warned_at: now - agoSeconds }, wasCharged, now })
  assert.equal(decideWarning({ level: 1, lastWarning: undefined, wasCharged: true, now }), 'warn')
  assert.equal(decideWarning({ level: 1, lastWarning: undefined, wasCharged: false, now }), 'nothing')
  assert.equal(decide(1, 1, 90_000), 'nothing')
  assert.equal(decide(2, 1, 7199), 'later')
  assert.equal(decide(2, 1, 7200), 'warn')
  assert.equal(decide(0, 2, 10), 'recover')
  assert.equal(decide(1, 2, 10, false), 'recover')
})
