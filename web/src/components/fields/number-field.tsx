import { InputNumber, type InputNumberProps } from 'antd'
import layoutStyles from '../style/layout.module.css'
import { Field, type FieldProps, splitField } from './field.tsx'

/** A field for a number, with arrows that change it. */
export function NumberField(props: FieldProps & Omit<InputNumberProps<number>, keyof FieldProps>) {
  const [field, input] = splitField(props)
  return <Field {...field}>{(control) => <InputNumber className={layoutStyles.wide} {...control} {...input} />}</Field>
}
