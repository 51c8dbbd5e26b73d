import { Input } from 'antd'
import { Field } from '../../../../components/fields/field.tsx'
import styles from './option-field.module.css'
import type { OptionFieldProps } from './option-field.ts'

type NumberOptionProps = OptionFieldProps & {
  /** "seconds" */
  unit?: string
  prefix?: string
  /** Whole numbers only. */
  whole?: boolean
}

/** An option that is a number, typed as it is stored: nothing is rounded on the way. */
export function NumberOption({ form, name, help, unit, prefix, whole = false }: NumberOptionProps) {
  return (
    <Field {...form.field(name)} help={help} width="number">
      {(control) => (
        <Input
          {...control}
          inputMode={whole ? 'numeric' : 'decimal'}
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
