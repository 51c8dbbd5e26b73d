import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WindowState } from '@turnpike/contract/money/plans/subscription'
import { payOrder } from './pay-order.ts'

const window = (used: number, amount: number): WindowState => ({ every: 'month', used, amount, resets_at: 9 })
const plan = (title: string, end_time: number, ...windows: WindowState[]) => ({
  title,
  end_time,
  windows,
  allow_wallet_overflow: true,
})
const early = plan('early', 100, window(1, 10), window(0, 0))
const late = plan('late', 200, window(1, 10))
const usedUp = plan('used up', 50, window(1, 10), window(5, 5))

test('the plan that ends first pays first, then the next one, then the balance', () => {
  const order = payOrder([late, early, usedUp], 'subscription_first', 5)
  assert.deepEqual(order, [{ plan: 'early' }, { plan: 'late' }, 'balance'])
})

test('the preference decides what pays', () => {
  assert.deepEqual(payOrder([late], 'wallet_first', 5), ['balance', { plan: 'late' }])
  assert.deepEqual(payOrder([late], 'subscription_only', 5), [{ plan: 'late' }])
  assert.deepEqual(payOrder([late], 'wallet_only', 5), ['balance'])
})

test('what is used up pays nothing, and a plan may keep the balance from paying', () => {
  assert.deepEqual(payOrder([usedUp], 'subscription_first', 5), ['balance'])
  assert.deepEqual(payOrder([late], 'subscription_first', 0), [{ plan: 'late' }])
  assert.deepEqual(payOrder([{ ...usedUp, allow_wallet_overflow: false }], 'subscription_first', 5), [])
  assert.deepEqual(payOrder([], 'subscription_first', 5), ['balance'])
})
