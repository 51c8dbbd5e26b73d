import { type BudgetPeriod, budgetBounds, type Limits, limitBounds } from '@turnpike/contract/routing/limits'

const rates = ['requests_per_minute', 'tokens_per_minute', 'calls_at_once'] as const
export type Rate = (typeof rates)[number]

export type BudgetValues = {
  id: number
  /** Quota; NaN while the text is no amount. */
  amount: number
  period: BudgetPeriod
  window: 'calendar' | 'rolling'
  time_zone: string
}

/** The form's values: rates as they are typed, empty for no limit. */
export type LimitValues = Record<Rate, string> & { budgets: BudgetValues[] }

export type LimitProblem = 'notWhole' | 'notAmount' | 'repeated'
/** By field: the name of a rate, or the id of a budget. */
export type LimitProblems = Partial<Record<Rate | number, LimitProblem>>

let lastId = 0
export const newBudget = (time_zone: string): BudgetValues => ({
  id: ++lastId,
  amount: Number.NaN,
  period: 'month',
  window: 'calendar',
  time_zone,
})

export const valuesOf = ({ budgets = [], ...limits }: Limits, time_zone: string): LimitValues => ({
  requests_per_minute: textOf(limits.requests_per_minute),
  tokens_per_minute: textOf(limits.tokens_per_minute),
  calls_at_once: textOf(limits.calls_at_once),
  budgets: budgets.map((budget) => ({ ...newBudget(time_zone), ...budget })),
})

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
  const spans = new Set<string>()
  for (const budget of values.budgets) {
    const span = spanOf(budget)
    if (!(budget.amount >= budgetBounds.amount.min)) problems[budget.id] = 'notAmount'
    else if (spans.has(span)) problems[budget.id] = 'repeated'
    spans.add(span)
  }
  if (values.budgets.length > 0) limits.budgets = values.budgets.map(budgetOf)
  return Object.keys(problems).length > 0 ? { problems } : { limits }
}

const spanOf = ({ period, window, time_zone }: BudgetValues) =>
  `${period} ${window === 'calendar' ? time_zone : 'rolling'}`

const budgetOf = ({ period, window, time_zone, amount }: BudgetValues) =>
  window === 'calendar'
    ? { window: 'calendar' as const, period, time_zone, amount }
    : { window: 'rolling' as const, period, amount }
