import type { OverviewFigures, OverviewMoney } from '@turnpike/contract/system/overview'
import type { Store } from '../../../store/store.ts'
import { calendarParts } from '../../usage/dashboard/calendar.ts'
import { readHourTotals } from '../../usage/dashboard/dashboard.queries.ts'
import { readCosts, readShares } from '../../usage/dashboard/profit/profit.queries.ts'
import { hoursAround } from '../../usage/logs/log-span.ts'
import type { HourRange } from '../../usage/logs/usage-hours.queries.ts'
import { readTopUpSums } from './overview.queries.ts'

const hourSeconds = 3600

/** The figures of today, and those of its whole hours beside the same hours of yesterday. */
export async function readMoney(store: Store, zone: string, now: number): Promise<OverviewMoney> {
  const { since, yesterday } = daysOf(now, zone)
  const until = Math.max(since, now - (now % hourSeconds))
  const yesterdayUntil = yesterday + (until - since)
  const read = hoursAround({ start: yesterday, end: now })
  const [usage, costs, shares, topUps] = await Promise.all([
    readHourTotals(store, read, 'everyone'),
    readCosts(store, read, 'hour'),
    readShares(store, read),
    readTopUpSums(store, { since, until, yesterday, yesterdayUntil }),
  ])
  const within = ({ from, to }: HourRange, top_ups: number): OverviewFigures => {
    const isIn = (hour: number) => hour >= from && hour < to
    const hours = usage.filter(({ hour }) => isIn(hour))
    const known = costs.filter(({ key }) => isIn(Number(key)))
    return {
      requests: sum(hours, 'count'),
      failures: sum(hours, 'failures'),
      quota: sum(hours, 'quota') - sum(known, 'refunded'),
      known_quota: sum(known, 'quota'),
      cost: sum(known, 'cost'),
      shares: sum(
        shares.filter(({ hour }) => isIn(hour)),
        'shares',
      ),
      top_ups,
    }
  }
  return {
    since,
    today: within({ from: since, to: read.to }, topUps.today),
    until,
    today_until: within({ from: since, to: until }, topUps.today_until),
    yesterday_until: within({ from: yesterday, to: yesterdayUntil }, topUps.yesterday_until),
  }
}

/** When today and yesterday began. */
function daysOf(now: number, zone: string) {
  const days = calendarParts({ from: now - 25 * hourSeconds, to: now + 1 }, 'day', zone)
  const [before, today] = days.slice(-2)
  return { since: today?.from ?? now, yesterday: before?.from ?? now }
}

const sum = <Name extends string>(rows: readonly Record<Name, number>[], name: Name): number =>
  rows.reduce((all, row) => all + Number(row[name]), 0)
