import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type PlanTerms, planTerms } from '@turnpike/contract/money/plans/plan'
import { currentPotTerms, potSpanAt, potTermsOf } from './allowances.ts'
import { writeTerms } from './ordered-plan.ts'

const day = 86_400
const start = Date.parse('2026-01-31T10:00Z') / 1000
const termsOf = (change: Partial<PlanTerms>): PlanTerms => ({ ...planTerms.parse({}), ...change })
const potOf = (change: Partial<PlanTerms>) => {
  const { period, amount, windows } = potTermsOf(termsOf(change), start)
  return { every: period?.every ?? 'total', amount, windows: windows.map(({ every, amount }) => [every, amount]) }
}
const fiveHours = { every: 'hours', hours: 5, amount: 5 } as const
const weekly = { every: 'week', amount: 20 } as const
const monthly = { every: 'month', amount: 50 } as const
const dailyWindow = { every: 'day', amount: 8 } as const

test('the total is the pot, and every window counts within it', () => {
  assert.deepEqual(potOf({ total_amount: 100 }), { every: 'total', amount: 100, windows: [] })
  assert.deepEqual(potOf({ total_amount: 100, windows: [fiveHours, weekly] }), {
    every: 'total',
    amount: 100,
    windows: [
      ['hours', 5],
      ['week', 20],
    ],
  })
})

test('without a total, the longest window is the pot', () => {
  assert.deepEqual(potOf({ windows: [fiveHours, dailyWindow, monthly, weekly] }), {
    every: 'month',
    amount: 50,
    windows: [
      ['hours', 5],
      ['day', 8],
      ['week', 20],
    ],
  })
  assert.deepEqual(potOf({ total_amount: 9, quota_reset_period: 'daily', windows: [weekly] }), {
    every: 'week',
    amount: 20,
    windows: [['day', 9]],
  })
  assert.deepEqual(potOf({ total_amount: 9, quota_reset_period: 'daily', windows: [fiveHours] }), {
    every: 'day',
    amount: 9,
    windows: [['hours', 5]],
  })
})

test('what is unlimited, or begins again too often, is a pot without a limit of its own', () => {
  assert.deepEqual(potOf({}), { every: 'total', amount: 0, windows: [] })
  assert.deepEqual(potOf({ windows: [fiveHours] }), { every: 'total', amount: 0, windows: [['hours', 5]] })
  const hourly = { total_amount: 3, quota_reset_period: 'custom', quota_reset_custom_seconds: 3600 } as const
  assert.deepEqual(potOf(hourly), { every: 'total', amount: 0, windows: [['custom', 3]] })
  const tenDays = { ...hourly, quota_reset_custom_seconds: 10 * day }
  assert.deepEqual(potOf({ ...tenDays, windows: [weekly] }), { every: 'custom', amount: 3, windows: [['week', 20]] })
})

test('a pot lies within its subscription', () => {
  const end = start + 10 * day
  const span = (change: Partial<PlanTerms>, at: number) => {
    const { from, to } = potSpanAt(potTermsOf(termsOf(change), start), { from: at, to: end }, at)
    return [from - start, to - start]
  }
  assert.deepEqual(span({ total_amount: 100 }, start), [0, 10 * day])
  assert.deepEqual(span({ windows: [weekly] }, start), [0, 7 * day])
  assert.deepEqual(span({ windows: [weekly] }, start + 7 * day), [7 * day, 10 * day])
  assert.deepEqual(span({ windows: [dailyWindow] }, start), [0, 14 * 3600], 'until midnight')
  assert.deepEqual(span({ windows: [dailyWindow] }, start + 14 * 3600), [14 * 3600, 38 * 3600])
})

test('each month of a plan of months has one pot, also after short months and after an extension', () => {
  const terms = writeTerms(termsOf({ windows: [monthly] }))
  const anchorOf = (period_start: number) => {
    const { period } = currentPotTerms({ terms, start_time: start, period_start })
    return period?.every === 'month' ? period.anchor : undefined
  }
  assert.equal(anchorOf(start), start)
  assert.equal(anchorOf(Date.parse('2026-02-28T10:00Z') / 1000), start)
  const extended = Date.parse('2026-03-05T10:00Z') / 1000
  assert.equal(anchorOf(extended), extended)
})
