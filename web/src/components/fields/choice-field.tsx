import { AutoComplete, type AutoCompleteProps, Select, type SelectProps } from 'antd'
import layoutStyles from '../style/layout.module.css'
import { Field, type FieldProps, splitField } from './field.tsx'

/** A field for one of several values, or for some of them. */
export function SelectField<Value>(props: FieldProps & Omit<SelectProps<Value>, keyof FieldProps>) {
  const [field, input] = splitField(props)
  return (
    <Field {...field}>
      {(control) => <Select<Value> className={layoutStyles.wide ?? ''} {...control} {...input} />}
    </Field>
  )
}

/** A field for a text with suggestions. */
export function AutoCompleteField(props: FieldProps & Omit<AutoCompleteProps, keyof FieldProps>) {
  const [field, input] = splitField(props)
  return (
    <Field {...field}>
      {(control) => <AutoComplete className={layoutStyles.wide ?? ''} {...control} {...input} />}
    </Field>
  )
}
