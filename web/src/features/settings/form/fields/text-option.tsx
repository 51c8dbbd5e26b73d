import { Input } from 'antd'
import { Field } from '../../../../components/fields/field.tsx'
import styles from './option-field.module.css'
import type { OptionFieldProps } from './option-field-props.ts'

/** An option that is a text, of one line or of several. Blanks around what programs read come from copying. */
export function TextOption(props: OptionFieldProps) {
  const { form, name, help, placeholder, optional, rows, isProse = rows !== undefined } = props
  const shared = {
    className: isProse ? '' : styles.mono,
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
