import { Segmented } from 'antd'
import { Field } from '../../../../components/fields/field.tsx'
import type { OptionFieldProps } from './option-field.ts'

type ChoiceOptionProps = OptionFieldProps & { choices: readonly { value: string; label: string }[] }

/** An option that is one of a few words. */
export function ChoiceOption({ form, name, help, choices }: ChoiceOptionProps) {
  return (
    <Field {...form.field(name)} help={help}>
      {({ id, 'aria-describedby': describedBy }) => (
        <Segmented<string>
          id={id}
          aria-describedby={describedBy}
          aria-label={form.field(name).label}
          value={form.texts[name] ?? ''}
          options={[...choices]}
          onChange={(value) => form.edit({ [name]: value })}
        />
      )}
    </Field>
  )
}
