import type { OptionBounds, OptionKind } from '@turnpike/contract/option-kinds'
import { options } from '@turnpike/contract/options'
import { Input, Segmented, Select } from 'antd'
import type { ComponentType } from 'react'
import { Field } from '../../../../components/fields/field.tsx'
import { JsonField } from '../../../../components/fields/json-field.tsx'
import { QuotaField } from '../../../../components/fields/quota-field.tsx'
import { SwitchRow } from '../../../../components/fields/switch-row.tsx'
import styles from './option-field.module.css'
import type { OptionFieldProps } from './option-field-props.ts'
import { SecretOption } from './secret-option.tsx'
import { TextOption } from './text-option.tsx'

/** The field of an option, by its kind in the contract. */
export function OptionField(props: OptionFieldProps) {
  const { kind, secret } = options[props.name]
  const Control = secret ? SecretOption : controls[kind]
  return <Control {...props} />
}

const controls: Record<OptionKind, ComponentType<OptionFieldProps>> = {
  switch: SwitchOption,
  number: NumberOption,
  quota: QuotaOption,
  choice: ChoiceOption,
  text: TextOption,
  line: TextOption,
  address: TextOption,
  picture: TextOption,
  list: TextOption,
  map: JsonOption,
  links: JsonOption,
}

function SwitchOption({ form, name, help, onSwitch }: OptionFieldProps) {
  const { label, isChanged } = form.field(name)
  return (
    <SwitchRow
      label={label}
      text={help}
      checked={form.texts[name] === 'true'}
      isChanged={isChanged}
      onChange={onSwitch ?? ((isOn) => form.edit({ [name]: String(isOn) }))}
    />
  )
}

/** Typed as it is stored: nothing is rounded. */
function NumberOption({ form, name, help, unit, prefix }: OptionFieldProps) {
  const bounds: OptionBounds = options[name]
  const isWhole = 'decimals' in bounds && bounds.decimals === 0
  return (
    <Field {...form.field(name)} help={help} width="number">
      {(control) => (
        <Input
          {...control}
          inputMode={isWhole ? 'numeric' : 'decimal'}
          autoComplete="off"
          value={form.texts[name] ?? ''}
          prefix={prefix && <span className={styles.unit}>{prefix}</span>}
          suffix={unit && <span className={styles.unit}>{unit}</span>}
          onChange={(event) => form.edit({ [name]: event.target.value.trim() })}
        />
      )}
    </Field>
  )
}

const readQuota = (text: string | undefined) => (text !== undefined && /^\d+$/.test(text) ? Number(text) : Number.NaN)

function QuotaOption({ form, name, help }: OptionFieldProps) {
  return (
    <QuotaField
      {...form.field(name)}
      help={help}
      value={readQuota(form.texts[name])}
      onChange={(quota) => form.edit({ [name]: String(quota) })}
    />
  )
}

/** More choices than this do not fit side by side on a phone. */
const sideBySideMax = 4

function ChoiceOption({ form, name, help, choiceLabels = {} }: OptionFieldProps) {
  const bounds: OptionBounds = options[name]
  const choices = bounds.kind === 'choice' ? bounds.choices : []
  const Control = choices.length > sideBySideMax ? Select<string> : Segmented<string>
  return (
    <Field {...form.field(name)} help={help}>
      {({ id, 'aria-describedby': describedBy }) => (
        <Control
          id={id}
          aria-describedby={describedBy}
          aria-label={form.field(name).label}
          value={form.texts[name] ?? ''}
          options={choices.map((value) => ({ value, label: choiceLabels[value] ?? value }))}
          onChange={(value: string) => form.edit({ [name]: value })}
        />
      )}
    </Field>
  )
}

function JsonOption({ form, name, help, template, rows = 6 }: OptionFieldProps) {
  return (
    <JsonField
      {...form.field(name)}
      help={help}
      template={template}
      rows={rows}
      value={form.texts[name] ?? ''}
      onChange={(text) => form.edit({ [name]: text })}
    />
  )
}
