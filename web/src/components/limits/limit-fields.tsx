import { formatCount } from '@turnpike/contract/quota'
import { budgetPeriods, budgetsMax, limitBounds } from '@turnpike/contract/routing/limits'
import { Button } from 'antd'
import { Plus, Trash2 } from 'lucide-react'
import { IconButton } from '../buttons/quiet-button.tsx'
import { SelectField } from '../fields/choice-field.tsx'
import { InputField } from '../fields/input-field.tsx'
import { QuotaField } from '../fields/quota-field.tsx'
import layoutStyles from '../style/layout.module.css'
import textStyles from '../style/text.module.css'
import { type BudgetValues, type LimitProblems, type LimitValues, newBudget, type Rate } from './limit-values.ts'
import styles from './limits.module.css'
import { limitsText } from './limits.text.ts'

export const ownTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'

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
  const setBudget = (changed: BudgetValues) =>
    onChange({ ...values, budgets: values.budgets.map((each) => (each.id === changed.id ? changed : each)) })
  const remove = ({ id }: BudgetValues) =>
    onChange({ ...values, budgets: values.budgets.filter((each) => each.id !== id) })
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
              problem={problem}
              inputMode="numeric"
              value={values[rate]}
              onChange={(text) => onChange({ ...values, [rate]: text })}
            />
          )
        })}
      </div>
      {values.budgets.map((budget, index) => (
        <BudgetFields
          key={budget.id}
          budget={budget}
          number={index + 1}
          problem={
            problems[budget.id] === 'notAmount' || problems[budget.id] === 'repeated' ? problems[budget.id] : undefined
          }
          onChange={setBudget}
          onRemove={() => remove(budget)}
        />
      ))}
      <div>
        <Button
          icon={<Plus />}
          disabled={values.budgets.length >= budgetsMax}
          onClick={() => onChange({ ...values, budgets: [...values.budgets, newBudget(ownTimeZone())] })}
        >
          {t('addBudget')}
        </Button>
      </div>
      <p className={textStyles.secondarySmall}>{t('budgetsHelp')}</p>
    </div>
  )
}

type BudgetFieldsProps = {
  budget: BudgetValues
  number: number
  problem: LimitProblems[number]
  onChange: (budget: BudgetValues) => void
  onRemove: () => void
}

function BudgetFields({ budget, number, problem, onChange, onRemove }: BudgetFieldsProps) {
  const t = limitsText.use()
  const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]
  const known = zones.includes(budget.time_zone) ? zones : [budget.time_zone, ...zones]
  return (
    <div className={styles.budget}>
      <QuotaField
        label={t('amount')}
        value={budget.amount}
        problem={problem && problem !== 'notWhole' ? t(problem) : undefined}
        onChange={(amount) => onChange({ ...budget, amount })}
        beside={<IconButton size="middle" icon={<Trash2 />} label={t('removeBudget', { number })} onClick={onRemove} />}
      />
      <div className={styles.choices}>
        <SelectField
          label={t('period')}
          value={budget.period}
          options={budgetPeriods.map((period) => ({ value: period, label: t(period) }))}
          onChange={(period) => onChange({ ...budget, period })}
        />
        <SelectField
          label={t('window')}
          value={budget.window}
          options={(['calendar', 'rolling'] as const).map((window) => ({ value: window, label: t(window) }))}
          onChange={(window) => onChange({ ...budget, window })}
        />
      </div>
      {budget.window === 'calendar' && (
        <SelectField
          label={t('zone')}
          showSearch
          value={budget.time_zone}
          options={known.map((zone) => ({ value: zone, label: zone }))}
          onChange={(time_zone) => onChange({ ...budget, time_zone })}
        />
      )}
    </div>
  )
}
