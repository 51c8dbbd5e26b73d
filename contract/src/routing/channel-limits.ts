import { isNumberWithin, type NumberBounds } from '../bounds.ts'
import { isTimeZone } from '../time-zone.ts'
import { type Budget, budgetBounds, budgetsMax, calendarPeriods, type Limits, limitBounds, spanOf } from './limits.ts'

/** How much a channel, or each of its keys, may be used at most. Budgets count what calls cost at the upstream. */
export type ChannelLimits = Limits

export const limitedRates = Object.keys(limitBounds) as (keyof typeof limitBounds)[]

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isWithin = (bounds: NumberBounds, value: unknown) => typeof value === 'number' && isNumberWithin(bounds, value)

/** The schema `limits` without zod, which the browser does not load. */
export function isChannelLimits(value: unknown): value is ChannelLimits {
  if (!isObject(value)) return false
  const { budgets, ...rates } = value
  const areRates = Object.entries(rates).every(
    ([rate, limit]) =>
      Object.hasOwn(limitBounds, rate) && isWithin(limitBounds[rate as keyof typeof limitBounds], limit),
  )
  return areRates && (budgets === undefined || isBudgets(budgets))
}

const isBudgets = (value: unknown): value is Budget[] =>
  Array.isArray(value) &&
  value.length <= budgetsMax &&
  value.every(isBudget) &&
  new Set(value.map(spanOf)).size === value.length

function isBudget(value: unknown): value is Budget {
  if (!isObject(value)) return false
  const { window, period, amount, ...rest } = value
  const hasOnly = (member: string) => Object.keys(rest).length === 1 && member in rest
  if (!isWithin(budgetBounds.amount, amount)) return false
  if (period === 'hours') return window === 'rolling' && hasOnly('hours') && isWithin(budgetBounds.hours, rest.hours)
  if (!(calendarPeriods as readonly unknown[]).includes(period)) return false
  if (window === 'rolling') return Object.keys(rest).length === 0
  const { time_zone } = rest
  return window === 'calendar' && hasOnly('time_zone') && isTimeZone(time_zone)
}
