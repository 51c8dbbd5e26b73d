import { Input, type InputProps } from 'antd'
import type { TextAreaProps } from 'antd/es/input'
import { Field, type FieldProps, splitField } from './field.tsx'

type OwnProps = FieldProps & { value: string; onChange: (text: string) => void }

/** A field for a line of text. Without `autoComplete`, the browser offers no values of other sites. */
export function InputField(props: OwnProps & Omit<InputProps, keyof OwnProps>) {
  const [field, { onChange, ...input }] = splitField(props)
  return (
    <Field {...field}>
      {(control) => (
        <Input autoComplete="off" {...control} {...input} onChange={(event) => onChange(event.target.value)} />
      )}
    </Field>
  )
}

/** A field for a secret, which can be shown. */
export function PasswordField(props: OwnProps & Omit<InputProps, keyof OwnProps> & { autoComplete: string }) {
  const [field, { onChange, ...input }] = splitField(props)
  return (
    <Field {...field}>
      {(control) => <Input.Password {...control} {...input} onChange={(event) => onChange(event.target.value)} />}
    </Field>
  )
}

/** A field for several lines of text. */
export function TextAreaField(props: OwnProps & Omit<TextAreaProps, keyof OwnProps>) {
  const [field, { onChange, ...input }] = splitField(props)
  return (
    <Field {...field}>
      {(control) => <Input.TextArea {...control} {...input} onChange={(event) => onChange(event.target.value)} />}
    </Field>
  )
}
