import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isOrWasAgent } from './standing.ts'

const none = { total: 0, available: 0, waiting: 0, held: 0, reserved: 0, debt: 0 }
const earned = (shares: number) => ({ ...none, shares, rewards: 0, moved: 0, withdrawn: 0 })

test('agents see their page, and so do those who were one', () => {
  assert.equal(isOrWasAgent({ status: 'active', earnings: earned(0) }), true)
  assert.equal(isOrWasAgent({ status: 'ended', earnings: earned(0) }), true)
  assert.equal(isOrWasAgent({ status: 'applied', earnings: earned(7) }), true)
  for (const status of ['none', 'applied', 'refused'] as const)
    assert.equal(isOrWasAgent({ status, earnings: earned(0) }), false, status)
})
