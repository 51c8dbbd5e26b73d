import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Limits } from '@turnpike/contract/routing/limits'
import { limitsIn, newBudget, valuesOf } from './limit-values.ts'

const limits: Limits = {
  requests_per_minute: 60,
  budgets: [
    { window: 'calendar', period: 'day', time_zone: 'Asia/Shanghai', amount: 500_000 },
    { window: 'rolling', period: 'month', amount: 5_000_000 },
    { window: 'rolling', period: 'hours', hours: 12, amount: 100_000 },
  ],
}

test('what is shown and saved unchanged is the same', () => {
  assert.deepEqual(limitsIn(valuesOf(limits, 'UTC')), { limits })
  assert.deepEqual(limitsIn(valuesOf({}, 'UTC')), { limits: {} })
})

test('each field says what is wrong with it', () => {
  const values = valuesOf(limits, 'UTC')
  const [day, month] = values.budgets
  assert.ok(day && month)
  const wrong = {
    ...values,
    requests_per_minute: '0',
    tokens_per_minute: '1.5',
    calls_at_once: ' 7 ',
    budgets: [
      day,
      { ...month, amount: Number.NaN },
      { ...newBudget('Asia/Shanghai'), id: 99, period: 'day' as const, amount: 1 },
      { ...newBudget('UTC'), id: 100, period: 'hours' as const, hours: Number.NaN, amount: 1 },
      { ...newBudget('UTC'), id: 101, period: 'hours' as const, hours: 721, amount: 1 },
    ],
  }
  assert.deepEqual(limitsIn(wrong), {
    problems: {
      requests_per_minute: 'notWhole',
      tokens_per_minute: 'notWhole',
      [month.id]: 'notAmount',
      99: 'repeated',
      100: 'notHours',
      101: 'notHours',
    },
  })
})

test('the same period in another time zone, or rolling, is another budget', () => {
  const budgets = [
    { ...newBudget('UTC'), amount: 1 },
    { ...newBudget('Asia/Tokyo'), amount: 1 },
    { ...newBudget('UTC'), amount: 1, window: 'rolling' as const },
    { ...newBudget('UTC'), amount: 1, period: 'hours' as const, hours: 5 },
    { ...newBudget('UTC'), amount: 1, period: 'hours' as const, hours: 6 },
  ]
  assert.ok('limits' in limitsIn({ ...valuesOf({}, 'UTC'), budgets }))
})
