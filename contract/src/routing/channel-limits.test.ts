import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isChannelLimits } from './channel-limits.ts'
import { budgetsWithoutCost } from './channel-setting.ts'
import { limits } from './limits.ts'

const rolling = { window: 'rolling', period: 'day', amount: 5 }
const calendar = { ...rolling, window: 'calendar', time_zone: 'Asia/Shanghai' }
const hours = { ...rolling, period: 'hours', hours: 5 }
const withBudgets = (...budgets: unknown[]) => ({ budgets })

const accepted = [
  {},
  { requests_per_minute: 1, tokens_per_minute: 1_000_000_000, calls_at_once: 3 },
  withBudgets(),
  withBudgets(rolling, calendar, hours, { ...hours, hours: 720 }, { ...calendar, time_zone: 'UTC' }),
]
const refused = [
  null,
  [],
  'x',
  { requests_per_minute: 0 },
  { requests_per_minute: 1.5 },
  { requests_per_minute: '1' },
  { requests_per_minute: null },
  { requests_per_hour: 1 },
  { budgets: {} },
  { budgets: null },
  withBudgets(null),
  withBudgets({ ...rolling, amount: 0 }),
  withBudgets({ ...rolling, amount: null }),
  withBudgets({ ...rolling, amount: 2 ** 53 }),
  withBudgets({ ...rolling, amount: Number.POSITIVE_INFINITY }),
  withBudgets({ ...rolling, hours: 5 }),
  withBudgets({ ...rolling, time_zone: 'UTC' }),
  withBudgets({ ...rolling, window: 'fixed' }),
  withBudgets({ ...rolling, period: 'year' }),
  withBudgets({ ...calendar, period: 'hours' }),
  withBudgets({ ...calendar, period: 'hours', hours: 5 }),
  withBudgets({ ...calendar, time_zone: 'Mars/Olympus' }),
  withBudgets({ ...calendar, time_zone: 'x'.repeat(65) }),
  withBudgets({ ...calendar, time_zone: undefined }),
  withBudgets({ ...hours, hours: 0 }),
  withBudgets({ ...hours, hours: 721 }),
  withBudgets({ ...hours, hours: 1.5 }),
  withBudgets({ ...hours, hours: '5' }),
  withBudgets({ window: 'rolling', period: 'hours', amount: 5 }),
  withBudgets(rolling, { ...rolling, amount: 6 }),
  withBudgets(hours, { ...hours, amount: 6 }),
  withBudgets(...Array.from({ length: 7 }, (_, index) => ({ ...hours, hours: index + 1 }))),
]

test('the limits of a channel are those that the schema of limits accepts', () => {
  for (const value of accepted) {
    assert.ok(limits.safeParse(value).success, JSON.stringify(value))
    assert.ok(isChannelLimits(value), JSON.stringify(value))
  }
  for (const value of refused) {
    assert.ok(!limits.safeParse(value).success, JSON.stringify(value))
    assert.ok(!isChannelLimits(value), JSON.stringify(value))
  }
})

test('budgets of a channel need a cost', () => {
  const cost = { kind: 'multiple', multiple: 1 }
  assert.equal(budgetsWithoutCost({ limits: withBudgets(rolling) }), 'limits')
  assert.equal(budgetsWithoutCost({ key_limits: withBudgets(hours) }), 'key_limits')
  assert.equal(budgetsWithoutCost({ key_limits: withBudgets(hours), cost }), undefined)
  assert.equal(budgetsWithoutCost({ limits: { calls_at_once: 1 }, key_limits: withBudgets() }), undefined)
})
