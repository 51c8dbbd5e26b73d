import { type ComponentType, Fragment, Suspense } from 'react'
import { Link } from 'react-router'
import { FieldPair, FormSection } from '../../../components/form/form-section.tsx'
import styles from './form.module.css'
import { OptionField } from './option-field.tsx'
import { type FieldRow, type LazyPart, type SectionPart, useWords, type Words } from './section-table.ts'
import type { OptionForm } from './use-option-form.ts'

/** The help is that of the option which the code edits. */
export type OwnFieldProps = { form: OptionForm; help?: Words | undefined }
type OwnField = ComponentType<OwnFieldProps>
/** Fields and parts of sections that are code. */
export type OwnFields<Own extends string = string> = Readonly<Record<Own, OwnField>>

type OptionSectionProps<Own extends string> = {
  parts: readonly (LazyPart<Own> | Own)[]
  form: OptionForm
  own: OwnFields<Own>
}

/** The fields of a section, as its row in the table lists them. */
export function OptionSection<Own extends string>({ parts, form, own }: OptionSectionProps<Own>) {
  const say = useWords()
  return parts.map((part, index) => {
    if (typeof part !== 'string')
      return (
        <FormSection key={part.title[0]} title={say(part.title)} text={part.text && <PartText {...part} />}>
          <PartFields fields={part.fields} form={form} own={own} />
        </FormSection>
      )
    const Part: OwnField = own[part]
    if (index === 0) return <Part key={part} form={form} />
    return (
      <Suspense key={part}>
        <Part form={form} />
      </Suspense>
    )
  })
}

type PartFieldsProps<Own extends string> = Omit<OptionSectionProps<Own>, 'parts'> & Pick<LazyPart<Own>, 'fields'>

function PartFields<Own extends string>({ fields, form, own }: PartFieldsProps<Own>) {
  const fieldOf = (row: FieldRow<Own>) => {
    const { name, help, isShown, control } = row
    if (isShown && !isShown(form.texts)) return null
    if (control === undefined) return <OptionField key={name} form={form} {...row} />
    const Control: OwnField = own[control]
    return <Control key={name} form={form} help={help} />
  }
  return fields.map((field) => {
    if (typeof field === 'string') {
      const Own: OwnField = own[field]
      return (
        <Suspense key={field}>
          <Own form={form} />
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
        <Fragment key={to}>
          <span className={styles.textLine}>
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
        </Fragment>
      ))}
    </>
  )
}
