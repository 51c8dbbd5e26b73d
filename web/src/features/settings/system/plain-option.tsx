import type { OptionFieldProps } from '../form/fields/option-field.ts'
import { TextOption } from '../form/fields/text-option.tsx'
import type { OptionTexts } from '../form/option-texts.ts'

type PlainOptionProps = OptionFieldProps & { placeholder?: string; optional?: boolean }

/** An option that machines read: an address, an id, a name. Blanks around it come from copying and are dropped. */
export function PlainOption({ form, ...field }: PlainOptionProps) {
  const edit = (changes: OptionTexts) =>
    form.edit(Object.fromEntries(Object.entries(changes).map(([key, text]) => [key, text.trim()])))
  return <TextOption {...field} form={{ ...form, edit }} mono />
}
