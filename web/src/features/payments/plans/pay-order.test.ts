import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WindowState } from '@turnpike/contract/money/plans/billing'
import { payOrder } from './pay-order.ts'

const window = (used: number, amount: number, resets_at = 9): WindowState => ({
  every: 'month',
  used,
  amount,
  resets_at,
})
const plan = (title: string, ...windows: WindowState[]) => ({
  title,
  windows,
  terms: { models: [] as string[], groups: [] as string[] },
  allow_wallet_overflow: true,
})
const early = plan('early', window(1, 10, 100), window(0, 0))
const late = plan('late', window(1, 10, 200))
const usedUp = plan('used up', window(1, 10, 50), window(5, 5))
const byPlan = (title: string) => ({ plan: title, isForSome: false })

test('the plan whose amount ends first pays first, then the next one, then the balance', () => {
  const order = payOrder([late, early, usedUp], 'subscription_first', 5)
  assert.deepEqual(order, [byPlan('early'), byPlan('late'), 'balance'])
})

test('the preference decides what pays', () => {
  assert.deepEqual(payOrder([late], 'wallet_first', 5), ['balance', byPlan('late')])
  assert.deepEqual(payOrder([late], 'subscription_only', 5), [byPlan('late')])
  assert.deepEqual(payOrder([late], 'wallet_only', 5), ['balance'])
})

test('what is used up pays nothing, and a plan may keep the balance from paying', () => {
  assert.deepEqual(payOrder([usedUp], 'subscription_first', 5), ['balance'])
  assert.deepEqual(payOrder([late], 'subscription_first', 0), [byPlan('late')])
  assert.deepEqual(payOrder([{ ...usedUp, allow_wallet_overflow: false }], 'subscription_first', 5), [])
  assert.deepEqual(payOrder([], 'subscription_first', 5), ['balance'])
})

test('a plan for some models is marked, and leaves the other requests to the balance', () => {
  const some = { ...early, terms: { models: ['gpt-4o'], groups: [] }, allow_wallet_overflow: false }
  assert.deepEqual(payOrder([some], 'subscription_first', 5), [{ plan: 'early', isForSome: true }, 'balance'])
})
