import type { OptionBounds, OptionKind } from '@turnpike/contract/option-kinds'
import { type OptionKey, options } from '@turnpike/contract/options'
import { Input, Segmented, Select } from 'antd'
import type { ComponentType, ReactNode } from 'react'
import { Link } from 'react-router'
import { QuietButton } from '../../../components/buttons/quiet-button.tsx'
import { Field } from '../../../components/fields/field.tsx'
import { InputField, PasswordField } from '../../../components/fields/input-field.tsx'
import { JsonField } from '../../../components/fields/json-field.tsx'
import { PairField } from '../../../components/fields/pairs/pair-field.tsx'
import type { PairFieldProps } from '../../../components/fields/pairs/pair-field-props.ts'
import { QuotaField } from '../../../components/fields/quota-field.tsx'
import { SwitchRow } from '../../../components/fields/switch-row.tsx'
import monoFieldStyles from '../../../components/style/mono-field.module.css'
import textStyles from '../../../components/style/text.module.css'
import { useWords } from '../../../lib/text/words.ts'
import { formText } from './form.text.ts'
import { OptionAnchor } from './option-anchor.tsx'
import type { FieldRow, OptionForm } from './section-table.ts'

type OptionFieldProps = Omit<FieldRow, 'rule' | 'isShown' | 'control'> & {
  form: OptionForm
  /** Of a switch: called instead of editing the option, so that the caller can ask for a confirmation first. */
  onSwitch?: (isOn: boolean) => void
}
type ControlProps = Omit<OptionFieldProps, 'help' | 'setUp'> & { help: ReactNode }

/** The field of an option, by its kind in the contract. */
export function OptionField({ help, setUp, ...props }: OptionFieldProps) {
  const say = useWords()
  const t = formText.use()
  const { kind, secret } = options[props.name]
  const Control = secret ? SecretOption : controls[kind]
  const words = help && say(help)
  const below = setUp ? (
    <>
      {words} <Link to={setUp}>{t('setUp')}</Link>
    </>
  ) : (
    words
  )
  return (
    <OptionAnchor name={props.name}>
      <Control {...props} help={below} />
    </OptionAnchor>
  )
}

const controls: Record<OptionKind, ComponentType<ControlProps>> = {
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
  objects: JsonOption,
  links: JsonOption,
}

function SwitchOption({ form, name, help, onSwitch }: ControlProps) {
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
function NumberOption({ form, name, help, unit, prefix }: ControlProps) {
  const say = useWords()
  const bounds: OptionBounds = options[name]
  const isWhole = 'decimals' in bounds && bounds.decimals === 0
  return (
    <InputField
      {...form.field(name)}
      help={help}
      width="number"
      inputMode={isWhole ? 'numeric' : 'decimal'}
      value={form.texts[name] ?? ''}
      prefix={prefix && <span className={textStyles.quiet}>{prefix}</span>}
      suffix={unit && <span className={textStyles.quiet}>{say(unit)}</span>}
      onChange={(text) => form.edit({ [name]: text.trim() })}
    />
  )
}

const readQuota = (text: string | undefined) => (text !== undefined && /^\d+$/.test(text) ? Number(text) : Number.NaN)

function QuotaOption({ form, name, help }: ControlProps) {
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

function ChoiceOption({ form, name, help, choices = {} }: ControlProps) {
  const say = useWords()
  const bounds: OptionBounds = options[name]
  const values = bounds.kind === 'choice' ? bounds.choices : []
  const Control = values.length > sideBySideMax ? Select<string> : Segmented<string>
  const labelOf = (value: string) => say(choices[value] ?? [value, value])
  return (
    <Field {...form.field(name)} help={help}>
      {({ id, 'aria-describedby': describedBy }) => (
        <Control
          id={id}
          aria-describedby={describedBy}
          aria-label={form.field(name).label}
          value={form.texts[name] ?? ''}
          options={values.map((value) => ({ value, label: labelOf(value) }))}
          onChange={(value: string) => form.edit({ [name]: value })}
        />
      )}
    </Field>
  )
}

/** A text of one line or of several. Blanks around a text that programs read come from copying. */
function TextOption({ form, name, help, placeholder, optional, rows, isProse = rows !== undefined }: ControlProps) {
  const shared = {
    className: isProse ? '' : monoFieldStyles.mono,
    value: form.texts[name] ?? '',
    placeholder,
    autoComplete: 'off',
    spellCheck: isProse ? undefined : false,
  }
  const edit = (text: string) => form.edit({ [name]: isProse ? text : text.trim() })
  return (
    <Field {...form.field(name)} help={help} optional={optional}>
      {(control) =>
        rows === undefined ? (
          <Input {...control} {...shared} onChange={(event) => edit(event.target.value)} />
        ) : (
          <Input.TextArea
            {...control}
            {...shared}
            autoSize={{ minRows: rows, maxRows: Math.max(rows, 16) }}
            onChange={(event) => edit(event.target.value)}
          />
        )
      }
    </Field>
  )
}

/** A write-only option: says whether one is stored, and an empty field keeps it. */
function SecretOption({ form, name, help, placeholder }: ControlProps) {
  const t = formText.use()
  const isSet = form.isSet(name)
  const typed = form.texts[name]
  const isRemoved = isSet && typed === ''
  return (
    <PasswordField
      {...form.field(name)}
      help={isRemoved ? t('secretRemoved') : isSet ? t('secretKept') : help}
      extra={
        isSet && (
          <>
            <span className={textStyles.small}>{t('secretSet')}</span>
            <QuietButton onClick={() => (isRemoved ? form.revert(name) : form.edit({ [name]: '' }))}>
              {t(isRemoved ? 'secretUndo' : 'secretRemove')}
            </QuietButton>
          </>
        )
      }
      className={monoFieldStyles.mono}
      autoComplete="new-password"
      value={typed ?? ''}
      placeholder={isSet ? '••••••••' : placeholder}
      onChange={(value) => (value === '' ? form.revert(name) : form.edit({ [name]: value }))}
    />
  )
}

/** The text of an option, for a field that edits it as JSON. */
const jsonOf = (form: OptionForm, name: OptionKey) => ({
  ...form.field(name),
  value: form.texts[name] ?? '',
  onChange: (text: string) => form.edit({ [name]: text }),
})

function JsonOption({ form, name, help, template, rows = 6 }: ControlProps) {
  return <JsonField {...jsonOf(form, name)} help={help} template={template} rows={rows} />
}

type PairOptionProps = Pick<OptionFieldProps, 'form' | 'name' | 'help'> &
  Pick<PairFieldProps, 'shape' | 'columns' | 'add' | 'template' | 'rows' | 'wrongCell'>

/** An option that is a list of pairs. */
export function PairOption({ form, name, help, ...pairs }: PairOptionProps) {
  const say = useWords()
  return (
    <OptionAnchor name={name}>
      <PairField {...jsonOf(form, name)} {...pairs} help={help && say(help)} />
    </OptionAnchor>
  )
}
