import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PlanRevenue } from '@turnpike/contract/money/plans/subscription'
import { totalOf } from './revenue-total.ts'

const row = (change: Partial<PlanRevenue>): PlanRevenue => ({
  plan_id: 1,
  title: 'Pro',
  sold: 1,
  renewed: 0,
  from_balance: 0,
  paid: [],
  granted: 10,
  used: 5,
  running: 1,
  ...change,
})

test('payments are summed by currency, exactly', () => {
  const { paid } = totalOf([
    row({ paid: [{ currency: 'USD', money: '0.10' }] }),
    row({
      paid: [
        { currency: 'USD', money: '0.20' },
        { currency: 'CNY', money: '9007199254740993.05' },
      ],
    }),
    row({ paid: [{ currency: 'USD', money: '-1.000001' }] }),
  ])
  assert.deepEqual(paid, [
    { currency: 'USD', money: '-0.700001' },
    { currency: 'CNY', money: '9007199254740993.05' },
  ])
})

test('sales, use and running subscriptions are summed over the plans', () => {
  const { sold, renewed, granted, used, running, paid } = totalOf([row({ renewed: 2 }), row({ used: 1 })])
  assert.deepEqual(
    { sold, renewed, granted, used, running, paid },
    {
      sold: 2,
      renewed: 2,
      granted: 20,
      used: 6,
      running: 2,
      paid: [],
    },
  )
})
