import { SwitchRow } from '../../../../components/fields/switch-row.tsx'
import type { OptionFieldProps } from './option-field.ts'

type SwitchOptionProps = OptionFieldProps & {
  disabled?: boolean
  /** May ask first: the switch moves when the option is edited. */
  onSwitch?: (isOn: boolean) => void
}

/** An option that is on or off. */
export function SwitchOption({ form, name, help, disabled, onSwitch }: SwitchOptionProps) {
  const { label, isChanged } = form.field(name)
  return (
    <SwitchRow
      label={label}
      text={help}
      checked={form.texts[name] === 'true'}
      isChanged={isChanged}
      disabled={disabled}
      onChange={onSwitch ?? ((isOn) => form.edit({ [name]: String(isOn) }))}
    />
  )
}
