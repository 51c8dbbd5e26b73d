import { useQuery } from '@tanstack/react-query'
import { durationUnits, resetPeriods } from '@turnpike/contract/money/plans/plan'
import { catalogueApi } from '@turnpike/contract/routing/catalogue'
import { virtualModelApi } from '@turnpike/contract/routing/virtual-models'
import { ChipsSelect } from '../../../components/fields/chips-select.tsx'
import { AutoCompleteField, SelectField } from '../../../components/fields/choice-field.tsx'
import { Field } from '../../../components/fields/field.tsx'
import { InputField } from '../../../components/fields/input-field.tsx'
import { QuotaField } from '../../../components/fields/quota-field.tsx'
import { SwitchRow } from '../../../components/fields/switch-row.tsx'
import { FieldPair, FormSection } from '../../../components/form/form-section.tsx'
import { Callout } from '../../../components/states/callout.tsx'
import { call } from '../../../lib/api/call.ts'
import styles from './plan-form.module.css'
import { planFormText } from './plan-form.text.ts'
import { resetsTotal } from './plan-values.ts'
import type { PlanFormState } from './use-plan-form.ts'
import { WindowFields } from './window-fields.tsx'

type SectionProps = { form: PlanFormState }

const currencies = ['USD', 'CNY', 'EUR', 'GBP', 'HKD', 'SGD']

/** All fields of a plan, by what they decide. */
export function PlanSections({ form }: SectionProps) {
  return (
    <div className={styles.fields}>
      <NamingSection form={form} />
      <DurationSection form={form} />
      <SpendingSection form={form} />
      <ScopeSection form={form} />
      <AfterSection form={form} />
      <SellingSection form={form} />
    </div>
  )
}

function NamingSection({ form: { values, problems, set } }: SectionProps) {
  const t = planFormText.use()
  return (
    <FormSection title={t('naming')} text={t('namingText')}>
      <InputField
        label={t('title')}
        problem={problems.title}
        placeholder={t('titlePlaceholder')}
        value={values.title}
        onChange={(title) => set({ title })}
      />
      <InputField
        label={t('subtitle')}
        optional
        problem={problems.subtitle}
        placeholder={t('subtitlePlaceholder')}
        value={values.subtitle}
        onChange={(subtitle) => set({ subtitle })}
      />
      <FieldPair>
        <InputField
          label={t('price')}
          problem={problems.price}
          inputMode="decimal"
          placeholder="20"
          value={values.price}
          onChange={(price) => set({ price })}
        />
        <AutoCompleteField
          label={t('currency')}
          help={t('currencyHelp')}
          problem={problems.currency}
          options={currencies.map((value) => ({ value }))}
          value={values.currency}
          onChange={(currency: string) => set({ currency: currency.toUpperCase() })}
        />
      </FieldPair>
    </FormSection>
  )
}

function DurationSection({ form: { values, problems, set } }: SectionProps) {
  const t = planFormText.use()
  const isCustom = values.duration_unit === 'custom'
  return (
    <FormSection title={t('duration')} text={t('durationText')}>
      <FieldPair>
        <InputField
          label={t('length')}
          problem={isCustom ? problems.custom_seconds : problems.duration_value}
          inputMode="numeric"
          value={isCustom ? values.custom_seconds : values.duration_value}
          onChange={(text) => set(isCustom ? { custom_seconds: text } : { duration_value: text })}
        />
        <SelectField
          label={t('unit')}
          value={values.duration_unit}
          options={durationUnits.map((unit) => ({ value: unit, label: t(unit) }))}
          onChange={(duration_unit) => set({ duration_unit })}
        />
      </FieldPair>
    </FormSection>
  )
}

function SpendingSection({ form }: SectionProps) {
  const t = planFormText.use()
  const { values, problems, set } = form
  const hasCalendar = resetsTotal(values) || values.windows.some(({ every }) => every !== 'hours')
  const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]
  const known = zones.includes(values.time_zone) ? zones : [values.time_zone, ...zones]
  return (
    <FormSection title={t('spending')} text={t('spendingText')}>
      <QuotaField
        label={t('total')}
        help={t('totalHelp')}
        problem={problems.total}
        value={values.total}
        onChange={(total) => set({ total })}
        onEmpty={() => set({ total: undefined })}
      />
      {values.total !== undefined && <ResetFields form={form} />}
      <WindowFields windows={values.windows} problems={problems} onChange={(windows) => set({ windows })} />
      {hasCalendar && (
        <SelectField
          label={t('zone')}
          help={t('zoneHelp')}
          showSearch
          value={values.time_zone}
          options={known.map((zone) => ({ value: zone, label: zone }))}
          onChange={(time_zone) => set({ time_zone })}
        />
      )}
      {values.total === undefined && values.windows.length === 0 && <Callout tone="warning" title={t('noLimit')} />}
    </FormSection>
  )
}

/** How often the total begins again. */
function ResetFields({ form: { values, problems, set } }: SectionProps) {
  const t = planFormText.use()
  return (
    <FieldPair>
      <SelectField
        label={t('resets')}
        value={values.quota_reset_period}
        options={resetPeriods.map((period) => ({
          value: period,
          label: t(period === 'custom' ? 'customReset' : period),
        }))}
        onChange={(quota_reset_period) => set({ quota_reset_period })}
      />
      {values.quota_reset_period === 'custom' && (
        <InputField
          label={t('seconds')}
          problem={problems.reset_seconds}
          inputMode="numeric"
          value={values.reset_seconds}
          onChange={(reset_seconds) => set({ reset_seconds })}
        />
      )}
    </FieldPair>
  )
}

const useGroupNames = () =>
  useQuery({ queryKey: ['catalogue', 'groups'], queryFn: () => call(catalogueApi.groups), staleTime: 60_000 })

function ScopeSection({ form: { values, set } }: SectionProps) {
  const t = planFormText.use()
  const groups = useGroupNames()
  const models = useQuery({
    queryKey: ['virtual models', 'choices'],
    queryFn: () => call(virtualModelApi.choices),
    staleTime: 30_000,
  })
  return (
    <FormSection title={t('scope')} text={t('scopeText')}>
      <Field label={t('models')} optional count={values.models.length} help={t('modelsHelp')}>
        {(control) => (
          <ChipsSelect
            {...control}
            values={values.models}
            loading={models.isPending}
            placeholder={t('allModels')}
            options={(models.data ?? []).map(({ model }) => ({ value: model, label: model }))}
            onChange={(chosen) => set({ models: chosen })}
          />
        )}
      </Field>
      <Field label={t('groups')} optional help={t('groupsHelp')}>
        {(control) => (
          <ChipsSelect
            {...control}
            values={values.groups}
            loading={groups.isPending}
            placeholder={t('allGroups')}
            options={(groups.data ?? []).map((group) => ({ value: group, label: group }))}
            onChange={(chosen) => set({ groups: chosen })}
          />
        )}
      </Field>
    </FormSection>
  )
}

/** Who pays when the plan is used up, and which group its buyers have. */
function AfterSection({ form: { values, problems, set } }: SectionProps) {
  const t = planFormText.use()
  const groups = useGroupNames()
  const choices = (none: string, chosen: string) => [
    { value: '', label: none },
    ...[...new Set([...(groups.data ?? []), chosen])].filter(Boolean).map((name) => ({ value: name, label: name })),
  ]
  return (
    <>
      <FormSection title={t('after')} text={t('afterText')}>
        <SwitchRow
          label={t('overflow')}
          text={t('overflowText')}
          checked={values.allow_wallet_overflow}
          onChange={(allow_wallet_overflow) => set({ allow_wallet_overflow })}
        />
      </FormSection>
      <FormSection title={t('given')} text={t('givenText')}>
        <FieldPair>
          <SelectField
            label={t('upgrade')}
            problem={problems.upgrade_group}
            showSearch
            loading={groups.isPending}
            value={values.upgrade_group}
            options={choices(t('unchanged'), values.upgrade_group)}
            onChange={(upgrade_group: string) => set({ upgrade_group })}
          />
          <SelectField
            label={t('downgrade')}
            problem={problems.downgrade_group}
            showSearch
            loading={groups.isPending}
            value={values.downgrade_group}
            options={choices(t('before'), values.downgrade_group)}
            onChange={(downgrade_group: string) => set({ downgrade_group })}
          />
        </FieldPair>
      </FormSection>
    </>
  )
}

function SellingSection({ form: { values, problems, set } }: SectionProps) {
  const t = planFormText.use()
  return (
    <FormSection title={t('selling')} text={t('sellingText')}>
      <SwitchRow
        label={t('onSale')}
        text={t('onSaleText')}
        checked={values.enabled}
        onChange={(enabled) => set({ enabled })}
      />
      <SwitchRow
        label={t('balancePay')}
        text={t('balancePayText')}
        disabled={values.currency.trim().toUpperCase() !== 'USD'}
        checked={values.allow_balance_pay}
        onChange={(allow_balance_pay) => set({ allow_balance_pay })}
      />
      <FieldPair>
        <InputField
          label={t('purchases')}
          optional
          help={t('purchasesHelp')}
          problem={problems.max_purchase_per_user}
          inputMode="numeric"
          value={values.max_purchase_per_user}
          onChange={(max_purchase_per_user) => set({ max_purchase_per_user })}
        />
        <InputField
          label={t('order')}
          help={t('orderHelp')}
          problem={problems.sort_order}
          value={values.sort_order}
          onChange={(sort_order) => set({ sort_order })}
        />
      </FieldPair>
      <InputField
        label={t('stripe')}
        optional
        help={t('stripeHelp')}
        problem={problems.stripe_price_id}
        spellCheck={false}
        placeholder="price_1Nv0FGQ9RKHgCVdK"
        value={values.stripe_price_id}
        onChange={(stripe_price_id) => set({ stripe_price_id })}
      />
    </FormSection>
  )
}
