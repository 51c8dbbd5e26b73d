import { QuotaField } from '../../../../components/fields/quota-field.tsx'
import type { OptionFieldProps } from './option-field.ts'

type QuotaOptionProps = OptionFieldProps & {
  /** Usual amounts, in dollars. */
  presets?: readonly number[]
}

const read = (text: string | undefined) => (text !== undefined && /^\d+$/.test(text) ? Number(text) : Number.NaN)

/** An option that is an amount of quota, typed in dollars. Its rule is `amount`. */
export function QuotaOption({ form, name, help, presets }: QuotaOptionProps) {
  return (
    <QuotaField
      {...form.field(name)}
      help={help}
      presets={presets}
      value={read(form.texts[name])}
      onChange={(quota) => form.edit({ [name]: String(quota) })}
    />
  )
}
