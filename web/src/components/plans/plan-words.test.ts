import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PlanForm } from '@turnpike/contract/money/plans/plan'
import { fakeBrowser } from '../../lib/browser/fake-browser.ts'

fakeBrowser()
const { language } = await import('../../lib/browser/preferences.ts')
const { planWords } = await import('./plan-words.ts')
const { plansText } = await import('./plans.text.ts')
const { shortDollars, shortPrice } = await import('./short-money.ts')

function wordsIn(spoken: 'en' | 'zh') {
  language.set(spoken)
  return planWords(plansText.get(), (quota) => shortDollars(quota, 500_000))
}

const plan: PlanForm = {
  title: 'Pro',
  subtitle: '',
  price_amount: 20,
  currency: 'USD',
  enabled: true,
  sort_order: 0,
  max_purchase_per_user: 0,
  allow_balance_pay: true,
  stripe_price_id: '',
  duration_unit: 'month',
  duration_value: 1,
  custom_seconds: 0,
  total_amount: 0,
  quota_reset_period: 'never',
  quota_reset_custom_seconds: 0,
  windows: [{ every: 'hours', hours: 5, amount: 2_500_000 }],
  models: [],
  groups: [],
  time_zone: 'UTC',
  allow_wallet_overflow: true,
  upgrade_group: '',
  downgrade_group: '',
}

test('a plan is one sentence: its price, what one may spend, and what pays then', () => {
  assert.equal(wordsIn('en').sentence(plan), '$20 a month, at most $5 in 5 hours; then the balance pays.')
  assert.equal(wordsIn('zh').sentence(plan), '$20 / 月，每 5 小时最多 $5；用完后由余额支付。')
  const total: PlanForm = { ...plan, total_amount: 10_000_000, allow_wallet_overflow: false }
  assert.equal(
    wordsIn('en').sentence(total),
    '$20 a month, at most $20 in total and $5 in 5 hours; then requests are refused.',
  )
  assert.equal(wordsIn('en').sentence({ ...plan, windows: [] }), '$20 a month, without a spending limit.')
})

test('durations and spans are named in their largest whole unit', () => {
  const words = wordsIn('en')
  assert.equal(words.duration({ ...plan, duration_value: 3 }), 'for 3 months')
  assert.equal(words.duration({ ...plan, duration_unit: 'custom', custom_seconds: 172_800 }), 'for 2 days')
  assert.equal(words.duration({ ...plan, duration_unit: 'custom', custom_seconds: 5400 }), 'for 90 minutes')
  const every = (quota_reset_period: PlanForm['quota_reset_period'], quota_reset_custom_seconds = 0) =>
    words.amounts({ ...plan, windows: [], total_amount: 500_000, quota_reset_period, quota_reset_custom_seconds })
  assert.deepEqual(every('weekly'), ['$1 a week'])
  assert.deepEqual(every('custom', 36_000), ['$1 in 10 hours'])
})

test('the longest span comes first', () => {
  const windows: PlanForm['windows'] = [
    { every: 'hours', hours: 5, amount: 500_000 },
    { every: 'month', amount: 5_000_000 },
    { every: 'day', amount: 1_000_000 },
  ]
  assert.deepEqual(wordsIn('en').amounts({ ...plan, windows }), ['$10 a month', '$2 a day', '$1 in 5 hours'])
})

test('money of plans has decimals only where it needs them', () => {
  assert.equal(shortPrice(20, 'USD'), '$20')
  assert.equal(shortPrice(19.9, 'CNY'), '¥19.90')
  assert.equal(shortPrice('1200.00', 'EUR'), '€1,200')
  assert.equal(shortPrice(0.000001, 'USD'), '$0.000001')
  assert.equal(shortDollars(250_000, 500_000), '$0.50')
  assert.equal(shortDollars(6_250, 500_000), '$0.0125')
  assert.equal(shortDollars(0, 500_000), '$0')
  assert.equal(wordsIn('en').price({ price_amount: 0, currency: 'USD' }), 'Free')
})

test('of many models three are named', () => {
  assert.equal(wordsIn('en').models({ models: [] }), 'For all models')
  assert.equal(wordsIn('en').models({ models: ['a', 'b', 'c'] }), 'For a, b, c')
  assert.equal(wordsIn('en').models({ models: ['a', 'b', 'c', 'd', 'e'] }), 'For a, b, c and 2 more')
  assert.equal(wordsIn('zh').models({ models: ['a', 'b', 'c', 'd', 'e'] }), '适用于 a，b，c 及另外 2 个模型')
})
