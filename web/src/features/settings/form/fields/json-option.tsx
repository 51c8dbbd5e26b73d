import { JsonField } from '../../../../components/fields/json-field.tsx'
import type { OptionFieldProps } from './option-field.ts'

type JsonOptionProps = OptionFieldProps & {
  /** An example to start from, offered while the field is empty. */
  template?: object
  rows?: number
}

/** An option that is JSON. Its rule is `json`. */
export function JsonOption({ form, name, help, template, rows = 6 }: JsonOptionProps) {
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
