import { DatePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { type RangeProps, rangeFormat } from './range.ts'
import { windowText } from './window.text.ts'
import styles from './window-field.module.css'

/** Two calendars with times of the day. Open and focused from the start, because a click on the field draws it. */
export function RangePicker({ start, end, daysMax, hasProblem, onChange }: RangeProps) {
  const t = windowText.use()
  return (
    <DatePicker.RangePicker
      className={styles.range ?? ''}
      autoFocus
      defaultOpen
      showTime
      allowClear={false}
      needConfirm={false}
      format={rangeFormat}
      aria-label={t('windows')}
      placeholder={[t('start'), t('end')]}
      status={hasProblem ? 'error' : ''}
      value={[dayjs.unix(start), dayjs.unix(end)]}
      // After one end was chosen, days that are too far from it cannot be.
      disabledDate={(day: Dayjs, { from }: { from?: Dayjs }) =>
        daysMax !== undefined && from !== undefined && Math.abs(day.diff(from, 'day')) > daysMax
      }
      onChange={(range) => {
        if (range?.[0] && range[1]) onChange(range[0].unix(), range[1].unix())
      }}
    />
  )
}
