import { useQuery } from '@tanstack/react-query'
import { catalogueApi } from '@turnpike/contract/routing/catalogue'
import { type CalendarPeriod, calendarPeriods } from '@turnpike/contract/routing/limits'
import { Select, Switch } from 'antd'
import { type ReactNode, useId } from 'react'
import { ChipsSelect } from '../../../components/fields/chips-select.tsx'
import { ChoiceChips } from '../../../components/fields/choice-chips.tsx'
import { CountField } from '../../../components/fields/count-field.tsx'
import { Field } from '../../../components/fields/field.tsx'
import { TextAreaField } from '../../../components/fields/input-field.tsx'
import { QuotaField } from '../../../components/fields/quota-field.tsx'
import { SwitchRow } from '../../../components/fields/switch-row.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import { call } from '../../../lib/api/call.ts'
import { ownTimeZone } from '../../../lib/format/own-time-zone.ts'
import styles from '../tokens.module.css'
import type { TokenGroups } from '../use-token-groups.ts'
import { batchCounts } from './batch-names.ts'
import { ExpiryField } from './expiry-field.tsx'
import { GroupField } from './group-field.tsx'
import { NamesField } from './names-field.tsx'
import { PreferenceField } from './preference-field.tsx'
import { tokenFormText } from './token-form.text.ts'
import { quotaPresets, withBudget } from './token-values.ts'
import type { TokenForm } from './use-token-form.ts'

const periods = { day: 'perDay', week: 'perWeek', month: 'perMonth' } as const
const resets = { day: 'resetsDaily', week: 'resetsWeekly', month: 'resetsMonthly' } as const

type TokenFieldsProps = {
  form: TokenForm
  groups: TokenGroups
  isNew: boolean
  /** Below the name: the budgets of a token that is edited. */
  children: ReactNode
}

/** The fields of a token. */
export function TokenFields({ form, groups, isNew, children }: TokenFieldsProps) {
  const { values, problems, set } = form
  const t = tokenFormText.use()
  const id = useId()
  return (
    <div className={layoutStyles.fields}>
      <NamesField form={form} isNew={isNew} />
      {isNew ? <BudgetField form={form} /> : children}
      <QuotaField
        label={t(isNew ? 'total' : 'quotaLeft')}
        value={values.quota}
        onChange={(quota) => set({ quota, isTotalChosen: true })}
        presets={quotaPresets}
        disabled={values.isUnlimited}
        help={t(
          !values.isUnlimited ? 'quotaHelp' : values.budget === undefined ? 'quotaUnlimitedHelp' : 'quotaBudgetHelp',
        )}
        problem={problems.quota}
        beside={
          <span className={styles.unlimited}>
            <Switch
              id={id}
              checked={values.isUnlimited}
              onChange={(isUnlimited) => set({ isUnlimited, isTotalChosen: true })}
            />
            <label htmlFor={id}>{t('unlimited')}</label>
          </span>
        }
      />
      <ExpiryField value={values.expiry} problem={problems.expiry} onChange={(expiry) => set({ expiry })} />
      <GroupField value={values.group} groups={groups} problem={problems.group} onChange={(group) => set({ group })} />
      <PreferenceField value={values.preference} onChange={(preference) => set({ preference })} />
      <ModelsField
        group={values.group}
        isLimited={values.isLimited}
        models={values.models}
        problem={problems.models}
        onChange={set}
      />
      <TextAreaField
        label={t('addresses')}
        help={t('addressesHelp')}
        problem={problems.addresses}
        className={styles.addresses}
        autoSize={{ minRows: 2, maxRows: 8 }}
        spellCheck={false}
        value={values.addresses}
        onChange={(addresses) => set({ addresses })}
      />
      {isNew && !values.isList && (
        <CountField
          label={t('count')}
          value={values.count}
          onChange={(count) => set({ count })}
          help={t('countHelp')}
          problem={problems.count}
          beside={
            <ChoiceChips
              label={t('counts')}
              choices={batchCounts.map((count) => ({ value: count as number, label: String(count) }))}
              chosen={values.count}
              onChoose={(count) => set({ count })}
            />
          }
        />
      )}
    </div>
  )
}

/** What a new token may spend in each day, week or month. */
function BudgetField({ form: { values, problems, set } }: { form: TokenForm }) {
  const t = tokenFormText.use()
  const zone = ownTimeZone()
  const help = values.budget === undefined ? t('budgetHelp') : t(resets[values.period], { zone })
  return (
    <QuotaField
      label={t('budget')}
      value={values.budget}
      onChange={(budget) => set(withBudget(values, budget))}
      onEmpty={() => set(withBudget(values, undefined))}
      help={help}
      problem={problems.budget}
      beside={
        <Select<CalendarPeriod>
          aria-label={t('budgetPeriod')}
          className={styles.period ?? ''}
          value={values.period}
          options={calendarPeriods.map((period) => ({ value: period, label: t(periods[period]) }))}
          onChange={(period) => set({ period })}
        />
      }
    />
  )
}

/** The models that can be called in a group, or in all of the person's groups for an empty name. */
const useCallableModels = (group: string) =>
  useQuery({
    queryKey: ['callable models', group],
    queryFn: () => call(catalogueApi.ownModels, { query: { group } }),
    staleTime: 60_000,
  })

type ModelsFieldProps = {
  group: string
  isLimited: boolean
  models: string[]
  problem: string | undefined
  onChange: (change: { isLimited?: boolean; models?: string[] }) => void
}

/** Which models a token may call: all of its group, or a few by name. */
function ModelsField({ group, isLimited, models, problem, onChange }: ModelsFieldProps) {
  const t = tokenFormText.use()
  const callable = useCallableModels(group)
  return (
    <div className={layoutStyles.stack12}>
      <SwitchRow
        label={t('limit')}
        text={t('limitHelp')}
        checked={isLimited}
        onChange={(checked) => onChange({ isLimited: checked })}
      />
      {isLimited && (
        <Field label={t('models')} problem={problem} help={callable.error?.message}>
          {(control) => (
            <ChipsSelect
              {...control}
              values={models}
              options={(callable.data ?? []).map((name) => ({ value: name, label: name }))}
              placeholder={t('modelsPlaceholder')}
              loading={callable.isPending}
              onChange={(names) => onChange({ models: names })}
            />
          )}
        </Field>
      )}
    </div>
  )
}
