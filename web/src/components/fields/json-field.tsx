import type { ReactNode } from 'react'
import { dictionary } from '../../lib/text/text.ts'
import { QuietButton } from '../buttons/quiet-button.tsx'
import type { FieldProps } from './field.tsx'
import styles from './fields.module.css'
import { TextAreaField } from './input-field.tsx'
import { parseJson } from './json-problem.ts'

const jsonText = dictionary({ template: ['Fill template', '填入模板'], format: ['Format', '格式化'] })

type JsonFieldProps = Omit<FieldProps, 'extra' | 'width'> & {
  value: string
  onChange: (text: string) => void
  /** An example to start from, offered while the field is empty. */
  template?: object
  rows?: number | undefined
  /** After the field's own button. */
  beside?: ReactNode
}

const print = (value: unknown) => JSON.stringify(value, null, 2)

/** A field for JSON: in mono, with an example to start from and a button that formats the text. */
export function JsonField({ value, onChange, template, rows = 3, beside, ...field }: JsonFieldProps) {
  const t = jsonText.use()

  function format() {
    const parsed = parseJson(value)
    if ('value' in parsed) onChange(print(parsed.value))
    else field.onBlur?.()
  }

  const isEmpty = value.trim() === ''
  return (
    <TextAreaField
      {...field}
      extra={
        <>
          {!isEmpty && <QuietButton onClick={format}>{t('format')}</QuietButton>}
          {isEmpty && template && <QuietButton onClick={() => onChange(print(template))}>{t('template')}</QuietButton>}
          {beside}
        </>
      }
      className={styles.json}
      value={value}
      placeholder={template && print(template)}
      autoSize={{ minRows: rows, maxRows: 16 }}
      spellCheck={false}
      onChange={onChange}
    />
  )
}
