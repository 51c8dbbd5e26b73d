import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limitsOf } from './counter-key.ts'
import { firstStep, stepAt, stepEnds } from './window.ts'

const seconds = (time: string) => Date.parse(time) / 1000
const keyOf = (limits: Parameters<typeof limitsOf>[2]) => limitsOf('token', '1', limits)[0]?.key ?? ''
const calendar = (period: 'day' | 'week' | 'month', time_zone: string) =>
  keyOf({ budgets: [{ window: 'calendar', period, time_zone, amount: 1 }] })
const rolling = (period: 'day' | 'week' | 'month') => keyOf({ budgets: [{ window: 'rolling', period, amount: 1 }] })
const rollingHours = (hours: number) => keyOf({ budgets: [{ window: 'rolling', period: 'hours', hours, amount: 1 }] })

test('calendar windows begin at midnight of their own time zone, weeks on Monday', () => {
  const at = seconds('2026-11-15T20:00:00Z') // Monday the 16th in Shanghai, Sunday the 15th in New York
  const windows = [
    ['day', 'Asia/Shanghai', '2026-11-15T16:00:00Z', '2026-11-16T16:00:00Z'],
    ['week', 'Asia/Shanghai', '2026-11-15T16:00:00Z', '2026-11-22T16:00:00Z'],
    ['month', 'Asia/Shanghai', '2026-10-31T16:00:00Z', '2026-11-30T16:00:00Z'],
    ['day', 'America/New_York', '2026-11-15T05:00:00Z', '2026-11-16T05:00:00Z'],
    ['week', 'America/New_York', '2026-11-09T05:00:00Z', '2026-11-16T05:00:00Z'],
    ['month', 'America/New_York', '2026-11-01T04:00:00Z', '2026-12-01T05:00:00Z'], // winter time begins on the 1st
    ['month', 'UTC', '2026-11-01T00:00:00Z', '2026-12-01T00:00:00Z'],
  ] as const
  for (const [period, zone, from, to] of windows) {
    const key = calendar(period, zone)
    assert.deepEqual(
      [stepAt(key, at), firstStep(key, at), stepEnds(key, stepAt(key, at))],
      [seconds(from), seconds(from), seconds(to)],
      `${period} ${zone}`,
    )
  }
})

test('a day has 23 or 25 hours where the clocks change', () => {
  const days = [
    ['Europe/Berlin', '2027-03-28T10:00:00Z', '2027-03-27T23:00:00Z', 23],
    ['Europe/Berlin', '2026-10-25T10:00:00Z', '2026-10-24T22:00:00Z', 25],
    // Midnight does not exist on this day.
    ['Africa/Cairo', '2026-04-24T10:00:00Z', '2026-04-23T22:00:00Z', 23],
  ] as const
  for (const [zone, at, from, hours] of days) {
    const key = calendar('day', zone)
    assert.equal(stepAt(key, seconds(at)), seconds(from), zone)
    assert.equal(stepEnds(key, seconds(from)) - seconds(from), hours * 3600, zone)
    assert.equal(stepAt(key, stepEnds(key, seconds(from)) - 1), seconds(from), zone)
  }
})

test('the counters of the older periods keep their names', () => {
  const keys = [rolling('day'), calendar('month', 'UTC'), keyOf({ calls_at_once: 1 }), rollingHours(5)]
  assert.deepEqual(keys, ['day|rolling|token|1', 'month|UTC|token|1', 'calls||token|1', 'hours|5|token|1'])
})

test('a rolling budget counts everything of the span before, and a little longer at most', () => {
  for (const [key, span] of [
    [rolling('day'), 86_400],
    [rolling('week'), 604_800],
    [rolling('month'), 30 * 86_400],
    [rollingHours(1), 3600],
    [rollingHours(5), 5 * 3600],
    [rollingHours(720), 720 * 3600],
  ] as const) {
    for (const at of [1_800_000_000, 1_800_003_599, 1_800_123_457]) {
      const spent = stepAt(key, at)
      assert.ok(spent <= at && at < spent + span / 24)
      assert.ok(spent >= firstStep(key, at + span), 'still counted after the whole span')
      assert.ok(spent < firstStep(key, stepEnds(key, spent)), 'no longer counted when it ends')
      assert.ok(spent >= firstStep(key, stepEnds(key, spent) - 1))
      assert.ok(stepEnds(key, spent) <= at + span + span / 24 + 1)
    }
  }
})

test('a limit per minute counts the last minute', () => {
  const key = keyOf({ requests_per_minute: 1 })
  const at = 1_800_000_003
  assert.equal(stepAt(key, at), 1_800_000_000)
  assert.ok(stepAt(key, at) >= firstStep(key, at + 55))
  assert.ok(stepAt(key, at) < firstStep(key, at + 60))
  assert.equal(stepEnds(key, stepAt(key, at)), 1_800_000_060)
})
