import { formatCount } from '@turnpike/contract/quota'
import { limitBounds } from '@turnpike/contract/routing/limits'
import { InputField } from '../fields/input-field.tsx'
import layoutStyles from '../style/layout.module.css'
import textStyles from '../style/text.module.css'
import { BudgetList } from './budget-list.tsx'
import type { LimitProblems, LimitValues, Rate } from './limit-values.ts'
import { limitsText } from './limits.text.ts'

const rates: readonly { rate: Rate; label: 'requests' | 'tokens' | 'calls' }[] = [
  { rate: 'requests_per_minute', label: 'requests' },
  { rate: 'tokens_per_minute', label: 'tokens' },
  { rate: 'calls_at_once', label: 'calls' },
]

type LimitFieldsProps = {
  values: LimitValues
  problems: LimitProblems
  onChange: (values: LimitValues) => void
}

/** The fields of a set of limits: rates, and any number of budgets. */
export function LimitFields({ values, problems, onChange }: LimitFieldsProps) {
  const t = limitsText.use()
  return (
    <div className={layoutStyles.stack16}>
      <div className={layoutStyles.numberColumns}>
        {rates.map(({ rate, label }) => {
          const { min, max } = limitBounds[rate]
          const problem = problems[rate] && t('notWhole', { min: formatCount(min), max: formatCount(max) })
          return (
            <InputField
              key={rate}
              label={t(label)}
              help={label === 'tokens' && t('tokensHelp')}
              problem={problem}
              inputMode="numeric"
              value={values[rate]}
              onChange={(text) => onChange({ ...values, [rate]: text })}
            />
          )
        })}
      </div>
      <BudgetList
        budgets={values.budgets}
        problems={problems}
        onChange={(budgets) => onChange({ ...values, budgets })}
      />
      <p className={textStyles.secondarySmall}>{t('budgetsHelp')}</p>
    </div>
  )
}
