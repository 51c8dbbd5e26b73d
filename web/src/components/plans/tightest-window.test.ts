import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WindowState } from '@turnpike/contract/money/plans/billing'
import { leastUsedPlan, tightestWindow } from './tightest-window.ts'

const window = (every: WindowState['every'], used: number, amount: number): WindowState => ({
  every,
  used,
  amount,
  resets_at: 0,
})

test('the tightest window is the one of which the largest share is used', () => {
  const windows = [window('total', 0, 0), window('month', 50, 100), window('day', 9, 10)]
  assert.equal(tightestWindow({ windows })?.every, 'day')
  assert.equal(tightestWindow({ windows: [window('total', 7, 0)] }), undefined)
})

test('of several plans the one counts that can still pay most', () => {
  const full = { title: 'full', windows: [window('month', 0, 100), window('day', 10, 10)] }
  const free = { title: 'free', windows: [window('month', 60, 100)] }
  assert.equal(leastUsedPlan([full, free])?.title, 'free')
  assert.equal(leastUsedPlan([full])?.window.every, 'day')
  assert.equal(leastUsedPlan([]), undefined)
})
