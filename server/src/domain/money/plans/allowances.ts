import type { PlanTerms } from '@turnpike/contract/money/plans/plan'
import type { Period, Span } from '../wallet/pots/periods.ts'
import { periodFrom, spanAt } from '../wallet/pots/periods.ts'
import type { PotWindow } from '../wallet/pots/pot.ts'
import { readTerms } from './ordered-plan.ts'
import type { SubscriptionRow } from './subscriptions.queries.ts'

/** Pots open ahead of their time. A period shorter than this is counted in a window instead. */
export const openAheadSeconds = 26 * 3600
const shortestPotSeconds = 24 * 3600

type Anchored = Pick<
  PlanTerms,
  'total_amount' | 'quota_reset_period' | 'quota_reset_custom_seconds' | 'windows' | 'time_zone'
>

/** The pot of a plan: its period, undefined for one pot from begin to end; its amount, 0 without a limit of its own. */
export type PotTerms = { period: Period | undefined; amount: number; windows: PotWindow[] }

/** How long a period is, to find the longest one. */
const lengthOf = (period: Period): number =>
  period.every === 'custom' ? period.seconds : { day: 1, week: 7, month: 30 }[period.every] * 24 * 3600

const resetEvery = { daily: 'day', weekly: 'week', monthly: 'month' } as const

/**
 * The largest amount of a plan is its pot: the total, or else the longest window. All others are windows of the pot. A
 * plan that has only windows of hours has a pot without a limit of its own.
 */
export function potTermsOf(terms: Anchored, anchor: number): PotTerms {
  const { total_amount, quota_reset_period, quota_reset_custom_seconds: seconds, time_zone } = terms
  const calendar = (every: 'day' | 'week' | 'month') => ({ every, anchor, time_zone })
  const unused = { used: 0, from: 0, to: 0 }
  const periods: { period: Period; amount: number }[] = []
  const windows: PotWindow[] = []
  for (const window of terms.windows) {
    const { every, amount } = window
    if (every === 'hours') windows.push({ every, hours: window.hours, amount, ...unused })
    else periods.push({ period: calendar(every), amount })
  }
  if (total_amount > 0 && quota_reset_period !== 'never') {
    const period: Period =
      quota_reset_period === 'custom' ? { every: 'custom', anchor, seconds } : calendar(resetEvery[quota_reset_period])
    periods.push({ period, amount: total_amount })
  }
  const hasTotal = total_amount > 0 && quota_reset_period === 'never'
  const longest = hasTotal
    ? undefined
    : periods
        .filter(({ period }) => lengthOf(period) >= shortestPotSeconds)
        .sort((one, other) => lengthOf(other.period) - lengthOf(one.period))[0]
  for (const other of periods) if (other !== longest) windows.push({ ...other.period, amount: other.amount, ...unused })
  return { period: longest?.period, amount: hasTotal ? total_amount : (longest?.amount ?? 0), windows }
}

/** The pot of a subscription in the period that was paid last. */
export function currentPotTerms({
  terms: text,
  start_time,
  period_start,
}: Pick<SubscriptionRow, 'terms' | 'start_time' | 'period_start'>): PotTerms {
  const terms = readTerms(text)
  return potTermsOf(terms, periodFrom(period_start, start_time, terms).anchor)
}

/** The span of the pot that is open at a time, within that of the subscription. */
export function potSpanAt({ period }: PotTerms, { from, to }: Span, at: number): Span {
  if (!period) return { from, to }
  const span = spanAt(period, at)
  return { from: Math.max(span.from, from), to: Math.min(span.to, to) }
}
