import type { CalendarPeriod, LimitState } from '@turnpike/contract/routing/limits'
import { limitsText } from './limits.text.ts'

/** The budget of which the largest share is used. */
export const nearestBudget = (budgets: readonly LimitState[]): LimitState | undefined =>
  budgets.toSorted((one, other) => other.used / other.max - one.used / one.max)[0]

const calendar = { day: 'thisDay', week: 'thisWeek', month: 'thisMonth' } as const
const rolling = { day: 'lastDay', week: 'lastWeek', month: 'lastMonth' } as const

/** The span of a budget in words, to stand after an amount: "this month", "in 24 h". */
export function useBudgetSpan(): (state: LimitState) => string {
  const t = limitsText.use()
  return ({ measure, time_zone, hours = 0 }) => {
    if (measure === 'hours') return t('lastHours', { hours })
    return t((time_zone === undefined ? rolling : calendar)[measure as CalendarPeriod]) // rates are no budgets
  }
}
