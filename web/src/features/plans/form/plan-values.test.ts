import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Plan } from '@turnpike/contract/money/plans/plan'
import { formOf, newPlanValues, newWindow, type PlanValues, previewOf, problemsOf, valuesOf } from './plan-values.ts'

const stored: Plan = {
  id: 7,
  title: 'Pro',
  subtitle: 'For daily work',
  price_amount: 19.99,
  currency: 'USD',
  duration_unit: 'month',
  duration_value: 1,
  custom_seconds: 0,
  total_amount: 10_000_000,
  quota_reset_period: 'weekly',
  quota_reset_custom_seconds: 0,
  windows: [
    { every: 'hours', hours: 5, amount: 2_500_000 },
    { every: 'day', amount: 5_000_000 },
  ],
  models: ['gpt-4o'],
  groups: ['vip'],
  time_zone: 'Asia/Shanghai',
  allow_wallet_overflow: false,
  upgrade_group: 'vip',
  downgrade_group: '',
  enabled: false,
  sort_order: -5,
  max_purchase_per_user: 2,
  allow_balance_pay: false,
  stripe_price_id: 'price_1',
  created_at: 1,
  updated_at: 2,
}

const filled = (change: Partial<PlanValues> = {}): PlanValues => ({
  ...newPlanValues('UTC'),
  title: 'Pro',
  price: '20',
  ...change,
})

test('a stored plan is sent back as it was', () => {
  const { id: _, created_at: __, updated_at: ___, ...form } = stored
  assert.deepEqual(formOf(valuesOf(stored)), form)
  assert.deepEqual(problemsOf(valuesOf(stored)), {})
})

test('fields that do not count are not sent: seconds of a monthly plan, and the reset without a total', () => {
  const form = formOf(
    filled({ custom_seconds: '90', total: undefined, quota_reset_period: 'custom', reset_seconds: '3600' }),
  )
  assert.equal(form.custom_seconds, 0)
  assert.equal(form.total_amount, 0)
  assert.equal(form.quota_reset_period, 'never')
  assert.equal(form.quota_reset_custom_seconds, 0)
  const custom = formOf(filled({ duration_unit: 'custom', custom_seconds: ' 5400 ', duration_value: '' }))
  assert.deepEqual([custom.duration_value, custom.custom_seconds], [1, 5400])
})

test('a new plan lacks a title and a price', () => {
  assert.deepEqual(problemsOf(newPlanValues('UTC')), { title: 'titleProblem', price: 'priceProblem' })
  assert.deepEqual(problemsOf(filled()), {})
})

test('a price has at most six decimals, and is neither negative nor above 9999', () => {
  for (const price of ['0', '0.000001', '9999']) assert.deepEqual(problemsOf(filled({ price })), {})
  for (const price of ['', '-1', '1e3', '0.0000001', '10000', '1,5'])
    assert.deepEqual(problemsOf(filled({ price })), { price: 'priceProblem' })
})

test('a custom span is at least a minute, and needed only where it is chosen', () => {
  assert.deepEqual(problemsOf(filled({ duration_unit: 'custom', custom_seconds: '59' })), {
    custom_seconds: 'secondsProblem',
  })
  const reset = { total: 5, quota_reset_period: 'custom', reset_seconds: '' } as const
  assert.deepEqual(problemsOf(filled(reset)), { reset_seconds: 'secondsProblem' })
  assert.deepEqual(problemsOf(filled({ ...reset, total: undefined })), {})
})

test('every window has an amount and a span of its own', () => {
  const [none, same, other, long] = [newWindow('day'), newWindow(), newWindow(), newWindow()]
  const windows = [none, { ...same, amount: 5 }, { ...other, amount: 5 }, { ...long, amount: 5, hours: '0' }]
  assert.deepEqual(problemsOf(filled({ windows })), {
    [`amount ${none.id}`]: 'amountProblem',
    [`hours ${other.id}`]: 'repeatedProblem',
    [`hours ${long.id}`]: 'hoursProblem',
  })
})

test('the order may be negative, the purchases may be left out', () => {
  assert.deepEqual(problemsOf(filled({ sort_order: '-20', max_purchase_per_user: '' })), {})
  assert.equal(formOf(filled({ max_purchase_per_user: '' })).max_purchase_per_user, 0)
  assert.deepEqual(problemsOf(filled({ sort_order: 'first', max_purchase_per_user: '-1' })), {
    sort_order: 'orderProblem',
    max_purchase_per_user: 'purchasesProblem',
  })
})

test('the preview leaves out what is not typed yet', () => {
  const windows = [newWindow(), { ...newWindow('day'), amount: 5 }]
  const preview = previewOf(filled({ price: '1.', total: Number.NaN, windows }))
  assert.deepEqual([preview.price_amount, preview.total_amount], [1, 0])
  assert.deepEqual(preview.windows, [{ every: 'day', amount: 5 }])
  assert.equal(previewOf(filled({ price: 'x' })).price_amount, 0)
})
