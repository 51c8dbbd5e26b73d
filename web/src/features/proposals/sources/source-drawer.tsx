import { priceListFormats } from '@turnpike/contract/money/price-book'
import { type PriceSource, priceSourceBounds, sourceModels } from '@turnpike/contract/money/price-sources'
import { Segmented } from 'antd'
import { useRef, useState } from 'react'
import { ChoiceChips } from '../../../components/fields/choice-chips.tsx'
import { SelectField } from '../../../components/fields/choice-field.tsx'
import { CountField } from '../../../components/fields/count-field.tsx'
import { Field } from '../../../components/fields/field.tsx'
import { InputField, TextAreaField } from '../../../components/fields/input-field.tsx'
import { SwitchRow } from '../../../components/fields/switch-row.tsx'
import { FormDrawer } from '../../../components/overlay/form-drawer.tsx'
import {
  isGateway,
  newValues,
  problemsOf,
  type SourceField,
  type SourceValues,
  sourceOf,
  valuesOf,
  withKind,
} from './source-values.ts'
import { sourcesText } from './sources.text.ts'
import { useSaveSource } from './use-sources.ts'

type SourceDrawerProps = {
  /** Absent for a new source. */
  source?: PriceSource
  onClosed: () => void
}

/** The settings of a price source. */
export function SourceDrawer({ source, onClosed }: SourceDrawerProps) {
  const t = sourcesText.use()
  const closing = useRef(() => {})
  const [values, setValues] = useState<SourceValues>(() => (source ? valuesOf(source) : newValues))
  const [isEdited, setIsEdited] = useState(false)
  const [wrong, setWrong] = useState<readonly SourceField[]>([])
  const save = useSaveSource(source?.id, () => closing.current())
  const set = (change: Partial<SourceValues>) => {
    setIsEdited(true)
    setValues((now) => ({ ...now, ...change }))
  }
  function submit() {
    const found = problemsOf(values)
    setWrong(found)
    if (found.length === 0 && !save.isPending) save.mutate(sourceOf(values))
  }
  const problem = (field: SourceField) => (wrong.includes(field) ? t(`${field}Problem`) : undefined)
  const names = Object.fromEntries(priceListFormats.map((kind) => [kind, t(kind)])) as Record<
    SourceValues['kind'],
    string
  > // one for each
  return (
    <FormDrawer
      title={source ? t('editTitle', { name: source.name }) : t('add')}
      holdsInput={isEdited && !save.isSuccess}
      onClosed={onClosed}
      onSubmit={submit}
      closing={closing}
      verb={t(source ? 'save' : 'create')}
      isSending={save.isPending}
    >
      <SelectField
        label={t('kind')}
        value={values.kind}
        options={priceListFormats.map((value) => ({ value, label: t(value) }))}
        onChange={(kind) => set(withKind(values, kind, { ...names, litellm: 'LiteLLM' }))}
      />
      <InputField
        label={t('name')}
        help={t('nameHelp')}
        problem={problem('name')}
        maxLength={priceSourceBounds.name.charactersMax * 2}
        value={values.name}
        onChange={(name) => set({ name })}
      />
      <InputField
        label={t('address')}
        help={t('addressHelp')}
        problem={problem('address')}
        inputMode="url"
        spellCheck={false}
        maxLength={2048}
        placeholder={values.kind === 'ratio-config' ? 'https://…/api/ratio_config' : 'https://…/api/pricing'}
        value={values.address}
        onChange={(address) => set({ address })}
      />
      {isGateway(values.kind) && (
        <>
          {values.kind === 'one-api' && (
            <InputField
              label={t('gatewayGroup')}
              optional
              help={t('gatewayGroupHelp')}
              problem={problem('gatewayGroup')}
              value={values.group}
              onChange={(group) => set({ group })}
            />
          )}
          <InputField
            label={t('recharge')}
            width="number"
            inputMode="decimal"
            help={t('rechargeHelp')}
            problem={problem('recharge')}
            value={values.recharge_factor}
            onChange={(recharge_factor) => set({ recharge_factor })}
          />
        </>
      )}
      <SwitchRow
        label={t('enabled')}
        text={t('enabledText')}
        checked={values.is_enabled}
        onChange={(is_enabled) => set({ is_enabled })}
      />
      <CountField
        label={t('interval')}
        problem={problem('interval')}
        value={values.interval_hours}
        onChange={(interval_hours) => set({ interval_hours })}
        beside={
          <ChoiceChips
            label={t('interval')}
            choices={[
              { value: 6, label: t('hours6') },
              { value: 24, label: t('day') },
              { value: 168, label: t('week') },
            ]}
            chosen={values.interval_hours}
            onChoose={(interval_hours) => set({ interval_hours })}
          />
        }
      />
      <Field label={t('which')} help={t(`${values.models}Help`)}>
        {(control) => (
          <Segmented
            id={control.id}
            aria-label={t('which')}
            value={values.models}
            options={sourceModels.map((value) => ({ value, label: t(value) }))}
            onChange={(models) => set({ models })}
          />
        )}
      </Field>
      {values.models === 'patterns' && (
        <TextAreaField
          label={t('patternList')}
          help={t('patternListHelp')}
          problem={problem('patterns')}
          rows={3}
          spellCheck={false}
          value={values.patterns}
          onChange={(patterns) => set({ patterns })}
        />
      )}
      <InputField
        label={t('factor')}
        width="number"
        inputMode="decimal"
        prefix="×"
        help={t('factorHelp')}
        problem={problem('factor')}
        value={values.factor}
        onChange={(factor) => set({ factor })}
      />
      <InputField
        label={t('apply')}
        width="number"
        inputMode="decimal"
        suffix="%"
        help={t('applyHelp')}
        problem={problem('apply')}
        value={values.apply_percent}
        onChange={(apply_percent) => set({ apply_percent })}
      />
    </FormDrawer>
  )
}
