import { isNumberWithin } from '@turnpike/contract/bounds'
import {
  type Budget,
  type BudgetPeriod,
  budgetBounds,
  budgetPeriods,
  type Limits,
  limitBounds,
  spanOf,
} from '@turnpike/contract/routing/limits'

const rates = ['requests_per_minute', 'tokens_per_minute', 'calls_at_once'] as const
export type Rate = (typeof rates)[number]

export type BudgetValues = {
  id: number
  /** Quota; NaN while the text is no amount. */
  amount: number
  period: BudgetPeriod
  /** Of a period of hours, which is always rolling; NaN while there is no number. */
  hours: number
  window: 'calendar' | 'rolling'
  time_zone: string
}

/** The form's values: rates as they are typed, empty for no limit. */
export type LimitValues = Record<Rate, string> & { budgets: BudgetValues[] }

export type BudgetProblem = 'notAmount' | 'notHours' | 'repeated'
/** By field: the name of a rate, or the id of a budget. */
export type LimitProblems = { [rate in Rate]?: 'notWhole' } & BudgetProblems
export type BudgetProblems = { [id: number]: BudgetProblem }

let lastId = 0
const usualBudget = { amount: Number.NaN, period: 'month', hours: 5, window: 'calendar' } as const
export const newBudget = (time_zone: string): BudgetValues => ({ id: ++lastId, ...usualBudget, time_zone })

export const valuesOf = ({ budgets = [], ...limits }: Limits, time_zone: string): LimitValues => ({
  requests_per_minute: textOf(limits.requests_per_minute),
  tokens_per_minute: textOf(limits.tokens_per_minute),
  calls_at_once: textOf(limits.calls_at_once),
  budgets: budgets.map((budget) => ({ ...valuesOfBudget(budget, time_zone), id: ++lastId })),
})

/** A budget in the extra settings of a channel may be unfinished. */
export function valuesOfBudget(
  { amount, period, hours, window, time_zone: zone }: { readonly [member: string]: unknown },
  time_zone: string,
): Omit<BudgetValues, 'id'> {
  const numberOf = (value: unknown) => (typeof value === 'number' ? value : Number.NaN)
  return {
    amount: numberOf(amount),
    period: budgetPeriods.find((each) => each === period) ?? usualBudget.period,
    hours: hours === undefined ? usualBudget.hours : numberOf(hours),
    window: window === 'rolling' ? 'rolling' : 'calendar',
    time_zone: typeof zone === 'string' ? zone : time_zone,
  }
}

const textOf = (value: number | undefined) => (value === undefined ? '' : String(value))

/** The limits of the form, or its problems. */
export function limitsIn(values: LimitValues): { limits: Limits } | { problems: LimitProblems } {
  const problems: LimitProblems = {}
  const limits: Limits = {}
  for (const rate of rates) {
    const text = values[rate].trim()
    if (text === '') continue
    const { min, max } = limitBounds[rate]
    if (/^\d{1,15}$/.test(text) && Number(text) >= min && Number(text) <= max) limits[rate] = Number(text)
    else problems[rate] = 'notWhole'
  }
  Object.assign(problems, problemsOf(values.budgets))
  if (values.budgets.length > 0) limits.budgets = values.budgets.map(budgetOf)
  return Object.keys(problems).length > 0 ? { problems } : { limits }
}

/** What is wrong with budgets, by their ids. */
export function problemsOf(budgets: readonly BudgetValues[]): BudgetProblems {
  const problems: BudgetProblems = {}
  const spans = new Set<string>()
  for (const values of budgets) {
    const span = spanOf(budgetOf(values))
    if (!(values.amount >= budgetBounds.amount.min)) problems[values.id] = 'notAmount'
    else if (values.period === 'hours' && !isNumberWithin(budgetBounds.hours, values.hours))
      problems[values.id] = 'notHours'
    else if (spans.has(span)) problems[values.id] = 'repeated'
    spans.add(span)
  }
  return problems
}

export function budgetOf({ period, hours, window, time_zone, amount }: BudgetValues): Budget {
  if (period === 'hours') return { window: 'rolling', period, hours, amount }
  return window === 'calendar' ? { window, period, time_zone, amount } : { window, period, amount }
}
