import { type ComponentType, Suspense } from 'react'
import { Link } from 'react-router'
import { FieldPair, FormSection } from '../../../components/form/form-section.tsx'
import { useWords, type Words } from '../../../lib/text/words.ts'
import styles from './form.module.css'
import { useWantedOption } from './option-anchor.tsx'
import { OptionField } from './option-field.tsx'
import type { FieldRow, LazyPart, OptionForm, SectionPart } from './section-table.ts'

/** `help` is that of the option, if the field edits one. */
export type CustomFieldProps = { form: OptionForm; help?: Words | undefined }
type CustomField = ComponentType<CustomFieldProps>
/** The components of the fields and parts that a table only names. */
export type CustomFields<Custom extends string = string> = Readonly<Record<Custom, CustomField>>

type OptionSectionProps<Custom extends string> = {
  parts: readonly (LazyPart<Custom> | Custom)[]
  form: OptionForm
  custom: CustomFields<Custom>
}

/** The fields of a section, as its row in the table lists them. */
export function OptionSection<Custom extends string>({ parts, form, custom }: OptionSectionProps<Custom>) {
  const say = useWords()
  return parts.map((part, index) => {
    if (typeof part !== 'string')
      return (
        <FormSection key={part.title[0]} title={say(part.title)} text={part.text && <PartText {...part} />}>
          <PartFields fields={part.fields} form={form} custom={custom} />
        </FormSection>
      )
    const Part: CustomField = custom[part]
    // The form shows that it is loading; a later part must not hide the parts before it meanwhile.
    if (index === 0) return <Part key={part} form={form} />
    return (
      <Suspense key={part}>
        <Part form={form} />
      </Suspense>
    )
  })
}

type PartFieldsProps<Custom extends string> = Omit<OptionSectionProps<Custom>, 'parts'> &
  Pick<LazyPart<Custom>, 'fields'>

function PartFields<Custom extends string>({ fields, form, custom }: PartFieldsProps<Custom>) {
  const wanted = useWantedOption()
  const fieldOf = (row: FieldRow<Custom>) => {
    const { name, help, isShown, control } = row
    if (isShown && !isShown(form.texts) && name !== wanted) return null
    if (control === undefined) return <OptionField key={name} form={form} {...row} />
    const Control: CustomField = custom[control]
    return <Control key={name} form={form} help={help} />
  }
  return fields.map((field) => {
    if (typeof field === 'string') {
      const Custom: CustomField = custom[field]
      return (
        <Suspense key={field}>
          <Custom form={form} />
        </Suspense>
      )
    }
    if ('name' in field) return fieldOf(field)
    return <FieldPair key={field[0]?.name}>{field.map(fieldOf)}</FieldPair>
  })
}

function PartText({ text = ['', ''], links = [] }: Pick<SectionPart, 'text' | 'links'>) {
  const say = useWords()
  return (
    <>
      {say(text)}
      {links.map(({ before, text: words, to }) => (
        <span key={to} className={styles.textLine}>
          {before && `${say(before)} `}
          {to.startsWith('https:') ? (
            // In a new window: the form stays open.
            <a href={to} target="_blank" rel="noopener noreferrer">
              {say(words)}
            </a>
          ) : (
            <Link to={to}>{say(words)}</Link>
          )}
        </span>
      ))}
    </>
  )
}
