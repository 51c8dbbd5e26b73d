import { DatePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { periodText } from './period.text.ts'

export type DayRangeProps = {
  /** Seconds; empty while no day is chosen. */
  start: string
  end: string
  onChange: (first: Dayjs, last: Dayjs) => void
}

const dayOf = (seconds: string) => (seconds ? dayjs.unix(Number(seconds)) : null)

/** The first and the last day of the shown rows. */
export function DayRange({ start, end, onChange }: DayRangeProps) {
  const t = periodText.use()
  return (
    <DatePicker.RangePicker
      autoFocus={start === ''}
      defaultOpen={start === ''}
      allowClear={false}
      aria-label={t('ownDays')}
      placeholder={[t('firstDay'), t('lastDay')]}
      value={[dayOf(start), dayOf(end)]}
      onChange={(range) => range?.[0] && range[1] && onChange(range[0], range[1])}
    />
  )
}
