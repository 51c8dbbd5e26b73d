import { abbreviate, dollars, formatCount, formatMoney, quotaOfDollars } from '@turnpike/contract/quota'
import { ChoiceChips } from '../../../components/fields/choice-chips.tsx'
import { QuotaField } from '../../../components/fields/quota-field.tsx'
import { useQuotaRate } from '../../../lib/format/use-quota-rate.ts'
import { useText } from '../../../lib/text/text.ts'
import type { UserForm } from './use-user-form.ts'
import { userFormText } from './user-form.text.ts'
import { stepQuota } from './user-values.ts'

const steps = [-10, -1, 1, 10, 100]

/** The balance of a user: typed, or changed by a usual amount. The help says what saving adds or takes away. */
export function BalanceField({ form: { values, edit, field } }: { form: UserForm }) {
  const t = useText(userFormText)
  const { perUnit, inQuota } = useQuotaRate()
  const { quota, quota_base } = values
  const difference = quota - quota_base
  const amount = inQuota
    ? formatCount(Math.abs(difference || 0))
    : formatMoney(dollars(Math.abs(difference || 0), perUnit))
  const sizeOf = (step: number) => quotaOfDollars(Math.abs(step), perUnit)
  const labelOf = (step: number) =>
    (step < 0 ? '−' : '+') + (inQuota ? abbreviate(sizeOf(step)) : formatMoney(String(Math.abs(step))))

  return (
    <QuotaField
      {...field('quota')}
      value={quota}
      onChange={(next) => edit({ quota: next })}
      help={difference > 0 ? t('adds', { amount }) : difference < 0 ? t('takes', { amount }) : undefined}
      beside={
        <ChoiceChips
          label={t('adjust')}
          choices={steps.map((step) => ({ value: step, label: labelOf(step) }))}
          onChoose={(step) =>
            edit({ quota: stepQuota(Number.isNaN(quota) ? quota_base : quota, Math.sign(step) * sizeOf(step)) })
          }
        />
      }
    />
  )
}
