import { Input } from 'antd'
import { Field } from '../../../../components/fields/field.tsx'
import styles from './option-field.module.css'
import type { OptionFieldProps } from './option-field.ts'

type TextOptionProps = OptionFieldProps & {
  placeholder?: string
  optional?: boolean
  /** Addresses, ids and names that machines read. */
  mono?: boolean
  /** Several lines, this many at first. */
  rows?: number
}

/** An option that is a text, of one line or of several. */
export function TextOption({ form, name, help, placeholder, optional, mono = false, rows }: TextOptionProps) {
  const shared = {
    className: mono ? styles.mono : '',
    value: form.texts[name] ?? '',
    placeholder,
    autoComplete: 'off',
    spellCheck: mono ? false : undefined,
  }
  const edit = (text: string) => form.edit({ [name]: text })
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
