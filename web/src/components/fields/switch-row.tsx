import { Switch } from 'antd'
import { type ReactNode, useId } from 'react'
import textStyles from '../style/text.module.css'
import { ChangedDot } from './changed-dot.tsx'
import styles from './fields.module.css'

type SwitchRowProps = {
  label: string
  /** One sentence: what the switch does when it is on. */
  text?: ReactNode
  checked: boolean
  /** Shows the amber dot of an unsaved change. */
  isChanged?: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
}

/** A switch at the right end of a row, with its label and a sentence. */
export function SwitchRow({ label, text, checked, isChanged = false, disabled, onChange }: SwitchRowProps) {
  const id = useId()
  return (
    <div className={styles.switchRow}>
      <div>
        <label htmlFor={id}>{label}</label>
        {isChanged && <ChangedDot />}
        {text && (
          <p id={`${id}-text`} className={`${textStyles.hint} ${styles.text}`}>
            {text}
          </p>
        )}
      </div>
      <Switch
        id={id}
        checked={checked}
        disabled={disabled}
        onChange={onChange}
        aria-describedby={text ? `${id}-text` : undefined}
      />
    </div>
  )
}
