import { PairField } from '../../../../components/fields/pairs/pair-field.tsx'
import type { PairFieldProps } from '../../../../components/fields/pairs/pair-field-props.ts'
import type { OptionFieldProps } from './option-field-props.ts'

type PairOptionProps = Pick<OptionFieldProps, 'form' | 'name' | 'help' | 'rows'> &
  Pick<PairFieldProps, 'shape' | 'columns' | 'add' | 'template' | 'wrongCell'>

/** An option that is a list of pairs. */
export const PairOption = ({ form, name, ...pairs }: PairOptionProps) => (
  <PairField
    {...form.field(name)}
    {...pairs}
    value={form.texts[name] ?? ''}
    onChange={(text) => form.edit({ [name]: text })}
  />
)
