import { type PlanForm, planApi, planBounds, type ResetPeriod, resetPeriods } from '@turnpike/contract/money/plans/plan'
import { countIn, flagIn, type Row, shortened, textIn, wholeIn } from '../../row.ts'

export type ReadPlan = { plan: PlanForm; isShortened: boolean } | { problem: string }

/** A plan of new-api as an administrator would enter it here. */
export function planOf(row: Row, time_zone: string): ReadPlan {
  const duration_unit = textIn(row, 'duration_unit') || 'month'
  const isCustom = duration_unit === 'custom'
  const quota_reset_period = resetOf(row)
  const title = lineIn(row, 'title', planBounds.title.charactersMax)
  const subtitle = lineIn(row, 'subtitle', planBounds.subtitle.charactersMax)
  const given = {
    title,
    subtitle,
    price_amount: Number(textIn(row, 'price_amount')),
    currency: textIn(row, 'currency') || 'USD',
    duration_unit,
    duration_value: isCustom ? 1 : Number(wholeIn(row, 'duration_value')),
    custom_seconds: isCustom ? countIn(row, 'custom_seconds') : 0,
    total_amount: countIn(row, 'total_amount'),
    quota_reset_period,
    quota_reset_custom_seconds: quota_reset_period === 'custom' ? countIn(row, 'quota_reset_custom_seconds') : 0,
    time_zone,
    enabled: flagIn(row, 'enabled', true),
    sort_order: Number(wholeIn(row, 'sort_order')),
    max_purchase_per_user: countIn(row, 'max_purchase_per_user'),
    allow_balance_pay: flagIn(row, 'allow_balance_pay', true),
    allow_wallet_overflow: flagIn(row, 'allow_wallet_overflow', true),
    stripe_price_id: textIn(row, 'stripe_price_id').trim(),
    upgrade_group: textIn(row, 'upgrade_group').trim(),
    downgrade_group: textIn(row, 'downgrade_group').trim(),
  }
  const { data, error } = planApi.create.body.safeParse({ plan: given })
  if (!data) return { problem: `${String(error.issues[0]?.path[1] ?? 'a value')} cannot be that of a plan here` }
  const isShortened = title !== textIn(row, 'title').trim() || subtitle !== textIn(row, 'subtitle').trim()
  return { plan: data.plan as PlanForm, isShortened }
}

/** A custom period without a length resets nothing there. */
function resetOf(row: Row): ResetPeriod {
  const period = resetPeriods.find((known) => known === textIn(row, 'quota_reset_period').trim()) ?? 'never'
  return period === 'custom' && countIn(row, 'quota_reset_custom_seconds') === 0 ? 'never' : period
}

/** One line without invisible characters. */
const lineIn = (row: Row, column: string, charactersMax: number): string =>
  shortened(textIn(row, column).replace(/\s+/g, ' ').replace(/\p{C}/gu, '').trim(), charactersMax)
