import { Input } from 'antd'
import { type ReactNode, useState } from 'react'
import layoutStyles from '../style/layout.module.css'
import { Field } from './field.tsx'
import styles from './fields.module.css'

type CountFieldProps = {
  label: string
  /** NaN while the text is no whole number. */
  value: number
  onChange: (count: number) => void
  help?: ReactNode
  problem?: string | undefined
  /** Beside the field, such as the usual numbers. */
  beside?: ReactNode
}

const readCount = (text: string) => (/^\d{1,9}$/.test(text.trim()) ? Number(text) : Number.NaN)

/** A count: whole numbers only, and no arrows that change it by accident. */
export function CountField({ label, value, onChange, help, problem, beside }: CountFieldProps) {
  const [typed, setTyped] = useState('')
  // The typed text stays unchanged as long as it reads as the value.
  const text = Object.is(readCount(typed), value) ? typed : String(value)
  return (
    <Field label={label} problem={problem} help={help}>
      {(control) => (
        <div className={layoutStyles.wrappingRow}>
          <Input
            {...control}
            className={styles.count}
            inputMode="numeric"
            autoComplete="off"
            value={text}
            onChange={(event) => {
              setTyped(event.target.value)
              onChange(readCount(event.target.value))
            }}
          />
          {beside}
        </div>
      )}
    </Field>
  )
}
