import { Switch } from 'antd'
import { type ReactNode, useId } from 'react'
import { ChangedDot } from './changed-dot.tsx'
import styles from './switch-row.module.css'

type SwitchRowProps = {
  label: string
  /** One sentence: what being on means. */
  text?: ReactNode
  checked: boolean
  /** Carries the amber dot until it is saved. */
  isChanged?: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
}

/** Something that is on or off: its name and a sentence, the switch at the right end. */
export function SwitchRow({ label, text, checked, isChanged = false, disabled, onChange }: SwitchRowProps) {
  const id = useId()
  return (
    <div className={styles.row}>
      <div>
        <label htmlFor={id}>{label}</label>
        {isChanged && <ChangedDot />}
        {text && (
          <p id={`${id}-text`} className={styles.text}>
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
