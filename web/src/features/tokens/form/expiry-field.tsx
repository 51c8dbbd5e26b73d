import { neverExpires } from '@turnpike/contract/identity/token'
import { DatePicker, Input } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import { ChoiceChips } from '../../../components/fields/choice-chips.tsx'
import { Field } from '../../../components/fields/field.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import { useSmallScreen } from '../../../lib/browser/use-small-screen.ts'
import { formatTime } from '../../../lib/format/format-time.ts'
import styles from '../tokens.module.css'
import { type ExpiryShortcut, expiryAfter, expiryFormats, expiryShortcuts, readExpiry } from './expiry.ts'
import { tokenFormText } from './token-form.text.ts'

type ExpiryFieldProps = {
  /** Unix seconds, never, or NaN for a text that is no time. */
  value: number
  problem: string | undefined
  onChange: (expiry: number) => void
}

const shortcuts = Object.keys(expiryShortcuts) as ExpiryShortcut[]

/** When a token stops working: picked, typed, or one of the usual times from now. */
export function ExpiryField({ value, problem, onChange }: ExpiryFieldProps) {
  const t = tokenFormText.use()
  const small = useSmallScreen()
  const [chosen, setChosen] = useState<{ shortcut: ExpiryShortcut; expiry: number; turn: number }>()
  // A text that is no time stays in the field to be corrected, while the picker keeps the last time.
  const [lastTime, setLastTime] = useState(value)
  const shown = Number.isNaN(value) ? lastTime : value
  const shortcut = value === neverExpires ? 'never' : chosen?.expiry === value ? chosen.shortcut : undefined

  function change(expiry: number) {
    if (Object.is(expiry, value)) return
    if (!Number.isNaN(expiry)) setLastTime(expiry)
    onChange(expiry)
  }
  function choose(next: ExpiryShortcut) {
    const expiry = expiryAfter(next, Math.floor(Date.now() / 1000))
    setChosen({ shortcut: next, expiry, turn: (chosen?.turn ?? 0) + 1 })
    change(expiry)
  }
  return (
    <Field label={t('expiry')} problem={problem}>
      {(control) => (
        <div className={layoutStyles.wrappingRow}>
          {small ? (
            // The picker's calendar does not fit on a phone, so the browser's own input is used.
            <Input
              {...control}
              className={styles.time}
              type="datetime-local"
              step={1}
              value={shown === neverExpires ? '' : formatTime(shown)}
              onChange={(event) => change(readExpiry(event.target.value.replace('T', ' ')))}
            />
          ) : (
            <DatePicker
              {...control}
              key={chosen?.turn} // a shortcut replaces any text, also one that is no time
              className={styles.time}
              showTime
              showNow={false}
              needConfirm={false}
              disabledDate={(day) => day.isBefore(dayjs(), 'day')}
              preserveInvalidOnBlur
              format={expiryFormats}
              placeholder={t('expiryNever')}
              value={shown === neverExpires ? null : dayjs.unix(shown)}
              onChange={(moment) => change(moment ? moment.unix() : neverExpires)}
              onKeyDown={(event) => {
                if (event.key === 'Enter') event.preventDefault() // takes the time and does not submit the form
              }}
              onBlur={({ target }) => {
                if (target instanceof HTMLInputElement) change(readExpiry(target.value)) // not for a button of the panel
              }}
            />
          )}
          <ChoiceChips
            label={t('expiryShortcuts')}
            choices={shortcuts.map((each) => ({ value: each, label: t(each) }))}
            chosen={shortcut}
            onChoose={choose}
          />
        </div>
      )}
    </Field>
  )
}
