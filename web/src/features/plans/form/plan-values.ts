import { isNumberText, isNumberWithin, isTextWithin, type NumberBounds } from '@turnpike/contract/bounds'
import {
  type DurationUnit,
  type ListedPlan,
  type Plan,
  type PlanForm,
  type PlanWindow,
  planBounds,
  type ResetPeriod,
  spanOfWindow,
} from '@turnpike/contract/money/plans/plan'
import { budgetBounds } from '@turnpike/contract/routing/limits'

/** A window of the form as it is typed; `id` tells the rows apart. The amount is NaN while its text is none. */
export type WindowValues = { id: number; every: PlanWindow['every']; hours: string; amount: number }

/** The values of the form. Numbers are texts as they are typed; the total is undefined where there is no limit. */
export type PlanValues = {
  title: string
  subtitle: string
  price: string
  currency: string
  duration_unit: DurationUnit
  duration_value: string
  custom_seconds: string
  total: number | undefined
  quota_reset_period: ResetPeriod
  reset_seconds: string
  windows: WindowValues[]
  time_zone: string
  models: string[]
  groups: string[]
  allow_wallet_overflow: boolean
  upgrade_group: string
  downgrade_group: string
  enabled: boolean
  sort_order: string
  max_purchase_per_user: string
  allow_balance_pay: boolean
  stripe_price_id: string
}
export type PlanField = keyof PlanValues

export type PlanProblem =
  | 'titleProblem'
  | 'subtitleProblem'
  | 'priceProblem'
  | 'currencyProblem'
  | 'durationProblem'
  | 'secondsProblem'
  | 'amountProblem'
  | 'hoursProblem'
  | 'repeatedProblem'
  | 'orderProblem'
  | 'purchasesProblem'
  | 'stripeProblem'
/** By field; those of a window by `amount 3` and `hours 3`, where 3 is its id. */
export type PlanProblems = Partial<Record<string, PlanProblem>>

let lastId = 0
export const newWindow = (every: PlanWindow['every'] = 'hours'): WindowValues => ({
  id: ++lastId,
  every,
  hours: '5',
  amount: Number.NaN,
})

export const newPlanValues = (time_zone: string): PlanValues => ({
  title: '',
  subtitle: '',
  price: '',
  currency: 'USD',
  duration_unit: 'month',
  duration_value: '1',
  custom_seconds: '',
  total: undefined,
  quota_reset_period: 'never',
  reset_seconds: '',
  windows: [],
  time_zone,
  models: [],
  groups: [],
  allow_wallet_overflow: true,
  upgrade_group: '',
  downgrade_group: '',
  enabled: true,
  sort_order: '0',
  max_purchase_per_user: '',
  allow_balance_pay: true,
  stripe_price_id: '',
})

/** 0 stands for "none" in the stored plan, and an empty field for "none" in the form. */
const textOf = (value: number) => (value === 0 ? '' : String(value))

export const valuesOf = (plan: Plan): PlanValues => ({
  title: plan.title,
  subtitle: plan.subtitle,
  price: String(plan.price_amount),
  currency: plan.currency,
  duration_unit: plan.duration_unit,
  duration_value: String(plan.duration_value),
  custom_seconds: textOf(plan.custom_seconds),
  total: plan.total_amount === 0 ? undefined : plan.total_amount,
  quota_reset_period: plan.quota_reset_period,
  reset_seconds: textOf(plan.quota_reset_custom_seconds),
  windows: plan.windows.map((window) => ({
    ...newWindow(window.every),
    amount: window.amount,
    ...(window.every === 'hours' && { hours: String(window.hours) }),
  })),
  time_zone: plan.time_zone,
  models: plan.models,
  groups: plan.groups,
  allow_wallet_overflow: plan.allow_wallet_overflow,
  upgrade_group: plan.upgrade_group,
  downgrade_group: plan.downgrade_group,
  enabled: plan.enabled,
  sort_order: String(plan.sort_order),
  max_purchase_per_user: textOf(plan.max_purchase_per_user),
  allow_balance_pay: plan.allow_balance_pay,
  stripe_price_id: plan.stripe_price_id,
})

const windowOf = ({ every, hours, amount }: WindowValues): PlanWindow =>
  every === 'hours' ? { every, hours: Number(hours.trim()), amount } : { every, amount }

/** Whether the total begins again: without a total, nothing does. */
export const resetsTotal = ({ total, quota_reset_period }: PlanValues) =>
  total !== undefined && quota_reset_period !== 'never'

/** The values without those that count for nothing, such as the seconds of a plan that is sold by the month. */
export function formOf(values: PlanValues): PlanForm {
  const { duration_unit, quota_reset_period, total } = values
  const isCustom = duration_unit === 'custom'
  const resets = resetsTotal(values)
  return {
    title: values.title.trim(),
    subtitle: values.subtitle.trim(),
    price_amount: Number(values.price.trim()),
    currency: values.currency.trim().toUpperCase(),
    duration_unit,
    duration_value: isCustom ? 1 : Number(values.duration_value.trim()),
    custom_seconds: isCustom ? Number(values.custom_seconds.trim()) : 0,
    total_amount: total ?? 0,
    quota_reset_period: resets ? quota_reset_period : 'never',
    quota_reset_custom_seconds: resets && quota_reset_period === 'custom' ? Number(values.reset_seconds.trim()) : 0,
    windows: values.windows.map(windowOf),
    models: values.models,
    groups: values.groups,
    time_zone: values.time_zone,
    allow_wallet_overflow: values.allow_wallet_overflow,
    upgrade_group: values.upgrade_group,
    downgrade_group: values.downgrade_group,
    enabled: values.enabled,
    sort_order: Number(values.sort_order.trim()),
    max_purchase_per_user: Number(values.max_purchase_per_user.trim()),
    allow_balance_pay: values.allow_balance_pay,
    stripe_price_id: values.stripe_price_id.trim(),
  }
}

/** The values as far as they can be read, for the preview while they are typed. */
export function previewOf(values: PlanValues): PlanForm {
  const form = formOf(values)
  const known = (value: number) => (Number.isNaN(value) ? 0 : value)
  return {
    ...form,
    price_amount: known(form.price_amount),
    duration_value: known(form.duration_value),
    custom_seconds: known(form.custom_seconds),
    total_amount: known(form.total_amount),
    quota_reset_custom_seconds: known(form.quota_reset_custom_seconds),
    windows: form.windows.filter((window) => window.amount > 0 && (window.every !== 'hours' || window.hours > 0)),
  }
}

/** A listed plan as it is sent back with a change. */
export function changedForm({ plan }: ListedPlan, change: Partial<PlanForm>): PlanForm {
  const { id: _, created_at: __, updated_at: ___, ...form } = plan
  return { ...form, ...change }
}

const isWhole = (bounds: NumberBounds, text: string) =>
  /^-?\d{1,15}$/.test(text.trim()) && isNumberWithin(bounds, Number(text))

export function problemsOf(values: PlanValues): PlanProblems {
  const problems: PlanProblems = problemsOfWindows(values.windows)
  const check = (field: PlanField, isRight: boolean, problem: PlanProblem) => {
    if (!isRight) problems[field] = problem
  }
  check('title', isTextWithin(planBounds.title, values.title.trim()), 'titleProblem')
  check('subtitle', isTextWithin(planBounds.subtitle, values.subtitle.trim()), 'subtitleProblem')
  check('price', isNumberText(planBounds.price_amount, values.price.trim()), 'priceProblem')
  check('currency', isTextWithin(planBounds.currency, values.currency.trim().toUpperCase()), 'currencyProblem')
  if (values.duration_unit === 'custom')
    check('custom_seconds', isWhole(planBounds.seconds, values.custom_seconds), 'secondsProblem')
  else check('duration_value', isWhole(planBounds.duration_value, values.duration_value), 'durationProblem')
  check('total', values.total === undefined || values.total > 0, 'amountProblem')
  if (resetsTotal(values) && values.quota_reset_period === 'custom')
    check('reset_seconds', isWhole(planBounds.seconds, values.reset_seconds), 'secondsProblem')
  check('sort_order', isWhole(planBounds.sort_order, values.sort_order), 'orderProblem')
  const purchases = values.max_purchase_per_user.trim() || '0'
  check('max_purchase_per_user', isWhole(planBounds.max_purchase_per_user, purchases), 'purchasesProblem')
  check('stripe_price_id', isTextWithin(planBounds.stripe_price_id, values.stripe_price_id.trim()), 'stripeProblem')
  return problems
}

function problemsOfWindows(windows: readonly WindowValues[]): PlanProblems {
  const problems: PlanProblems = {}
  const spans = new Set<string>()
  for (const window of windows) {
    if (!(window.amount >= budgetBounds.amount.min)) problems[`amount ${window.id}`] = 'amountProblem'
    const isSpan = window.every !== 'hours' || isWhole(budgetBounds.hours, window.hours)
    const span = spanOfWindow(windowOf(window))
    if (!isSpan) problems[`hours ${window.id}`] = 'hoursProblem'
    else if (spans.has(span)) problems[`hours ${window.id}`] = 'repeatedProblem'
    spans.add(span)
  }
  return problems
}
