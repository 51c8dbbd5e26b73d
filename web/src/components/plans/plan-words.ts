import type { WindowState } from '@turnpike/contract/money/plans/billing'
import type { PlanTerms, PlanWindow } from '@turnpike/contract/money/plans/plan'
import type { plansText } from './plans.text.ts'
import { shortPrice } from './short-money.ts'

type Texts = ReturnType<typeof plansText.get>
type Priced = { price_amount: number; currency: string }

const hourSeconds = 3600
const daySeconds = 24 * hourSeconds

/** A span in the largest unit that it is a whole number of. */
function unitOf(seconds: number): { unit: 'Days' | 'Hours' | 'Minutes'; count: number } {
  if (seconds % daySeconds === 0) return { unit: 'Days', count: seconds / daySeconds }
  if (seconds % hourSeconds === 0) return { unit: 'Hours', count: seconds / hourSeconds }
  return { unit: 'Minutes', count: Math.round(seconds / 60) }
}

const single = { year: 'forYear', month: 'forMonth', day: 'forDay', hour: 'forHour' } as const
const several = { year: 'forYears', month: 'forMonths', day: 'forDays', hour: 'forHours' } as const

type Duration = Pick<PlanTerms, 'duration_unit' | 'duration_value' | 'custom_seconds'>

function durationOf(t: Texts, { duration_unit, duration_value: count, custom_seconds }: Duration): string {
  if (duration_unit !== 'custom') return count === 1 ? t(single[duration_unit]) : t(several[duration_unit], { count })
  const custom = unitOf(custom_seconds)
  return t(`for${custom.unit}`, { count: custom.count })
}

type Allowance = { seconds: number; words: string }

const calendar = {
  day: { seconds: daySeconds, key: 'inDay' },
  week: { seconds: 7 * daySeconds, key: 'inWeek' },
  month: { seconds: 30 * daySeconds, key: 'inMonth' },
} as const
const everyOf = { daily: 'day', weekly: 'week', monthly: 'month' } as const

function windowOf(t: Texts, window: PlanWindow, amount: string): Allowance {
  if (window.every !== 'hours') {
    const { seconds, key } = calendar[window.every]
    return { seconds, words: t(key, { amount }) }
  }
  const words = window.hours === 1 ? t('inHour', { amount }) : t('inHours', { amount, count: window.hours })
  return { seconds: window.hours * hourSeconds, words }
}

function totalOf(
  t: Texts,
  { quota_reset_period, quota_reset_custom_seconds: seconds }: PlanTerms,
  amount: string,
): Allowance {
  if (quota_reset_period === 'never') return { seconds: Number.POSITIVE_INFINITY, words: t('inTotal', { amount }) }
  if (quota_reset_period === 'custom') {
    const { unit, count } = unitOf(seconds)
    return { seconds, words: t(`in${unit}`, { amount, count }) }
  }
  const { seconds: length, key } = calendar[everyOf[quota_reset_period]]
  return { seconds: length, words: t(key, { amount }) }
}

const windowNames = {
  total: 'windowTotal',
  day: 'windowDay',
  week: 'windowWeek',
  month: 'windowMonth',
  custom: 'windowCustom',
} as const

/** A plan in words. `amountOf` writes amounts of quota. */
export function planWords(t: Texts, amountOf: (quota: number) => string) {
  const price = ({ price_amount, currency }: Priced): string =>
    price_amount === 0 ? t('free') : shortPrice(price_amount, currency)
  const duration = (terms: Duration) => durationOf(t, terms)

  /** What one may spend, the longest span first: "$20 in total", "$5 in 5 hours". */
  function amounts(terms: PlanTerms): string[] {
    const all = terms.windows.map((window) => windowOf(t, window, amountOf(window.amount)))
    if (terms.total_amount > 0) all.push(totalOf(t, terms, amountOf(terms.total_amount)))
    return all.sort((one, other) => other.seconds - one.seconds).map(({ words }) => words)
  }

  return {
    amount: amountOf,
    price,
    duration,
    amounts,
    priced: (plan: Priced & Duration): string => t('priced', { price: price(plan), duration: duration(plan) }),
    /** "$20 a month, at most $5 in 5 hours; then the balance pays." */
    sentence(plan: PlanTerms & Priced): string {
      const priced = t('priced', { price: price(plan), duration: duration(plan) })
      const limits = amounts(plan)
      if (limits.length === 0) return t('sentenceUnlimited', { price: priced })
      const after = t(plan.allow_wallet_overflow ? 'thenBalance' : 'thenRefused')
      return t('sentence', { price: priced, amounts: limits.join(t('and')), after })
    },
    models({ models }: Pick<PlanTerms, 'models'>): string {
      if (models.length === 0) return t('allModels')
      const names = models.slice(0, namedMax).join(t('comma'))
      const more = models.length - namedMax
      if (more <= 0) return t('someModels', { names })
      return t('moreModels', { names, count: more })
    },
    windowName({ every, hours = 0 }: Pick<WindowState, 'every' | 'hours'>): string {
      if (every !== 'hours') return t(windowNames[every])
      return hours === 1 ? t('hour') : t('windowHours', { count: hours })
    },
  }
}
export type PlanWords = ReturnType<typeof planWords>

const namedMax = 3
