import { formatCount } from '@turnpike/contract/quota'
import { budgetBounds, budgetPeriods, budgetsMax, type CalendarPeriod } from '@turnpike/contract/routing/limits'
import { Button, InputNumber, Select } from 'antd'
import { Plus, Trash2 } from 'lucide-react'
import { ownTimeZone } from '../../lib/format/own-time-zone.ts'
import { Field } from '../fields/field.tsx'
import { QuotaField } from '../fields/quota-field.tsx'
import layoutStyles from '../style/layout.module.css'
import { type BudgetProblem, type BudgetProblems, type BudgetValues, newBudget } from './limit-values.ts'
import styles from './limits.module.css'
import { limitsText } from './limits.text.ts'

const hoursBounds = budgetBounds.hours
const windowNames = {
  calendar: { day: 'calendarDay', week: 'calendarWeek', month: 'calendarMonth' },
  rolling: { day: 'rollingDay', week: 'rollingWeek', month: 'rollingMonth' },
} as const

type BudgetListProps = {
  budgets: readonly BudgetValues[]
  problems: BudgetProblems
  isDisabled?: boolean
  onChange: (budgets: BudgetValues[]) => void
}

/** Any number of budgets, up to the bound. */
export function BudgetList({ budgets, problems, isDisabled = false, onChange }: BudgetListProps) {
  const t = limitsText.use()
  return (
    <>
      {budgets.map((budget, index) => (
        <BudgetFields
          key={budget.id}
          budget={budget}
          number={index + 1}
          problem={problems[budget.id]}
          onChange={(changed) => onChange(budgets.map((each) => (each.id === changed.id ? changed : each)))}
          onRemove={() => onChange(budgets.filter(({ id }) => id !== budget.id))}
        />
      ))}
      <div>
        <Button
          icon={<Plus />}
          disabled={isDisabled || budgets.length >= budgetsMax}
          onClick={() => onChange([...budgets, newBudget(ownTimeZone())])}
        >
          {t('addBudget')}
        </Button>
      </div>
    </>
  )
}

type BudgetFieldsProps = {
  budget: BudgetValues
  number: number
  problem: BudgetProblem | undefined
  onChange: (budget: BudgetValues) => void
  onRemove: () => void
}

function BudgetFields({ budget, number, problem, onChange, onRemove }: BudgetFieldsProps) {
  const t = limitsText.use()
  const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]
  const bounds = { min: formatCount(hoursBounds.min), max: formatCount(hoursBounds.max) }
  const known = zones.includes(budget.time_zone) ? zones : [budget.time_zone, ...zones]
  return (
    <div className={styles.budget}>
      <QuotaField
        label={t('amount')}
        value={budget.amount}
        problem={problem === 'notHours' ? undefined : problem && t(problem)}
        onChange={(amount) => onChange({ ...budget, amount })}
        beside={
          <Button
            className={layoutStyles.atEnd}
            type="text"
            icon={<Trash2 />}
            aria-label={t('removeBudget', { number })}
            title={t('removeBudget', { number })}
            onClick={onRemove}
          />
        }
      />
      <div className={styles.choices}>
        <Field label={t('period')}>
          {({ id }) => (
            <Select
              id={id}
              className={layoutStyles.wide}
              value={budget.period}
              options={budgetPeriods.map((period) => ({ value: period, label: t(period) }))}
              onChange={(period) => onChange({ ...budget, period })}
            />
          )}
        </Field>
        {budget.period === 'hours' ? (
          <Field label={t('hoursCount')} problem={problem === 'notHours' ? t('notWhole', bounds) : undefined}>
            {(control) => (
              <InputNumber
                {...control}
                className={layoutStyles.wide}
                value={Number.isNaN(budget.hours) ? null : budget.hours}
                controls={false}
                onChange={(hours) => onChange({ ...budget, hours: hours ?? Number.NaN })}
              />
            )}
          </Field>
        ) : (
          <Field label={t('window')}>
            {({ id }) => (
              <Select
                id={id}
                className={layoutStyles.wide}
                value={budget.window}
                options={(['calendar', 'rolling'] as const).map((window) => ({
                  value: window,
                  label: t(windowNames[window][budget.period as CalendarPeriod]), // hours have no window
                }))}
                onChange={(window) => onChange({ ...budget, window })}
              />
            )}
          </Field>
        )}
      </div>
      {budget.period !== 'hours' && budget.window === 'calendar' && (
        <Field label={t('zone')}>
          {({ id }) => (
            <Select
              id={id}
              className={layoutStyles.wide}
              showSearch
              value={budget.time_zone}
              options={known.map((zone) => ({ value: zone, label: zone }))}
              onChange={(time_zone) => onChange({ ...budget, time_zone })}
            />
          )}
        </Field>
      )}
    </div>
  )
}
