import { DatePicker, Input } from 'antd'
import dayjs from 'dayjs'
import type { ReactNode } from 'react'
import { useSmallScreen } from '../../lib/browser/use-small-screen.ts'
import { Field } from './field.tsx'
import styles from './fields.module.css'

type TimeFieldProps = {
  label: string
  optional?: boolean
  /** Right end of the label's row. */
  extra?: ReactNode
  help?: string
  problem?: string | undefined
  placeholder?: string
  /** Unix seconds; undefined for none. */
  value: number | undefined
  onChange: (seconds: number | undefined) => void
}

const shown = 'YYYY-MM-DD HH:mm'
/** As the field of the browser has it. */
const native = 'YYYY-MM-DDTHH:mm'

/** A time from now on, by the clock of the browser: picked or typed. */
export function TimeField({ value, placeholder, onChange, ...field }: TimeFieldProps) {
  const small = useSmallScreen()
  const moment = value === undefined ? null : dayjs.unix(value)
  return (
    <Field {...field}>
      {(control) =>
        small ? (
          // The picker's calendar does not fit on a phone, so the browser's own input is used.
          <Input
            {...control}
            type="datetime-local"
            value={moment?.format(native) ?? ''}
            onChange={({ target }) => onChange(target.value === '' ? undefined : dayjs(target.value).unix())}
          />
        ) : (
          <DatePicker
            {...control}
            className={styles.time ?? ''}
            showTime={{ format: 'HH:mm' }}
            showNow={false}
            needConfirm={false}
            disabledDate={(day) => day.isBefore(dayjs(), 'day')}
            format={shown}
            placeholder={placeholder ?? shown}
            value={moment}
            onChange={(next) => onChange(next?.startOf('minute').unix())}
            onKeyDown={(event) => {
              if (event.key === 'Enter') event.preventDefault() // takes the time and does not submit the form
            }}
          />
        )
      }
    </Field>
  )
}
