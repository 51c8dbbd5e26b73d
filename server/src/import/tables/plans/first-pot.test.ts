import assert from 'node:assert/strict'
import { test } from 'node:test'
import { planTerms } from '@turnpike/contract/money/plans/plan'
import type { Row } from '../../row.ts'
import { firstPotOf } from './first-pot.ts'
import { sourceZone } from './source-zone.ts'

const seconds = (local: string) => Temporal.Instant.from(local).epochMilliseconds / 1000
const terms = (quota_reset_period: 'daily' | 'weekly' | 'never') =>
  planTerms.parse({ total_amount: 100, quota_reset_period, time_zone: 'Asia/Shanghai' })
const bought = seconds('2026-11-04T15:00:00+08:00') // a Wednesday
const end = seconds('2026-12-04T15:00:00+08:00')
const rowOf = (more: Record<string, number>): Row =>
  Object.fromEntries(
    Object.entries({ start_time: bought, end_time: end, ...more }).map(([name, value]) => [name, String(value)]),
  )

test('a pot ends when the source would reset it: on a Monday, or at midnight there', () => {
  const monday = seconds('2026-11-23T00:00:00+08:00')
  const weekly = rowOf({ amount_used: 30, last_reset_time: monday - 7 * 86_400, next_reset_time: monday })
  const week = firstPotOf(terms('weekly'), weekly, seconds('2026-11-19T12:00:00Z'))
  assert.deepEqual([week.amount, week.used, week.from, week.to], [100, 30, monday - 7 * 86_400, monday])
  const daily = rowOf({ amount_used: 30, last_reset_time: monday - 86_400, next_reset_time: monday })
  const today = firstPotOf(terms('daily'), daily, monday - 60)
  assert.deepEqual([today.used, today.from, today.to], [30, monday - 86_400, monday])
})

test('a pot whose reset is overdue is unused, and ends with the period here', () => {
  const monday = seconds('2026-11-23T00:00:00+08:00')
  const row = rowOf({ amount_used: 100, last_reset_time: monday - 7 * 86_400, next_reset_time: monday })
  const pot = firstPotOf(terms('weekly'), row, monday + 60)
  assert.deepEqual([pot.used, pot.from, pot.to], [0, monday, bought + 21 * 86_400])
})

test('a subscription without a further reset keeps its pot until its end', () => {
  const monday = seconds('2026-11-30T00:00:00+08:00')
  const row = rowOf({ amount_used: 30, last_reset_time: monday })
  assert.equal(firstPotOf(terms('weekly'), row, monday + 60).to, end)
  const whole = firstPotOf(terms('never'), rowOf({ amount_used: 130 }), monday)
  assert.deepEqual([whole.used, whole.from, whole.to], [100, bought, end])
})

test('the time zone of the source is that in which its resets are at midnight', async () => {
  const zoneOf = (reset: string, quota_reset_period = 'monthly') => {
    const tables: Record<string, Row[]> = {
      subscription_plans: [{ id: '1', quota_reset_period }],
      user_subscriptions: [{ id: '1', plan_id: '1', next_reset_time: String(seconds(reset)) }],
    }
    return sourceZone({ rows: async (table) => tables[table] ?? [] })
  }
  assert.equal(await zoneOf('2026-12-01T00:00:00+08:00'), 'Asia/Shanghai')
  assert.equal(await zoneOf('2026-12-01T00:00:00Z'), 'UTC')
  assert.equal(await zoneOf('2026-12-01T00:00:00+05:30'), '+05:30')
  assert.equal(await zoneOf('2026-12-01T00:00:00-03:30'), '-03:30')
  assert.equal(await zoneOf('2026-12-01T00:00:00-08:00'), '-08:00')
  assert.equal(await zoneOf('2026-12-01T00:00:00+08:00', 'custom'), undefined)
  for (const zone of ['+05:30', '-08:00']) assert.equal(planTerms.parse({ time_zone: zone }).time_zone, zone)
})
