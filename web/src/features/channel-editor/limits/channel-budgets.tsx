import { isObject } from '../../../components/fields/json-problem.ts'
import { BudgetList } from '../../../components/limits/budget-list.tsx'
import { budgetOf, problemsOf, valuesOfBudget } from '../../../components/limits/limit-values.ts'
import textStyles from '../../../components/style/text.module.css'
import { language } from '../../../lib/browser/preferences.ts'
import { ownTimeZone } from '../../../lib/format/own-time-zone.ts'
import { channelRefusalText } from '../../../lib/text/channel-refusal-text.ts'
import { channelLimitsText } from './limits-section.text.ts'

type ChannelBudgetsProps = {
  /** The member of the extra settings, whatever its JSON holds. */
  limits: Record<string, unknown>
  /** From the first attempt to save. */
  showsProblems: boolean
  lacksCost: boolean
  isDisabled: boolean
  onChange: (limits: Record<string, unknown>) => void
}

/** The budgets among the limits of a channel. A budget without an amount is stored as it is, so that it cannot be saved. */
export function ChannelBudgets({ limits, showsProblems, lacksCost, isDisabled, onChange }: ChannelBudgetsProps) {
  const t = channelLimitsText.use()
  const spoken = language.use()
  const { budgets, ...others } = limits
  const stored = Array.isArray(budgets) ? budgets.filter(isObject) : []
  const values = stored.map((budget, index) => ({ ...valuesOfBudget(budget, ownTimeZone()), id: index + 1 }))
  return (
    <>
      <BudgetList
        budgets={values}
        problems={showsProblems ? problemsOf(values) : {}}
        isDisabled={isDisabled}
        onChange={(next) => onChange(next.length === 0 ? others : { ...others, budgets: next.map(budgetOf) })}
      />
      {values.length > 0 && <p className={textStyles.secondarySmall}>{t('budgetsHelp')}</p>}
      {lacksCost && (
        <p role="alert" className={textStyles.problem}>
          {channelRefusalText('channel_budget_without_cost', spoken)}
        </p>
      )}
    </>
  )
}
