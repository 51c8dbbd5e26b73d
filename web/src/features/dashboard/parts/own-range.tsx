import { DatePicker, Input } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useSmallScreen } from '../../../lib/browser/use-small-screen.ts'
import { dashboardText } from '../dashboard.text.ts'
import { ownRange, spanOf } from '../dashboard-range.ts'
import { type DashboardView, nowSeconds } from '../use-dashboard-view.ts'
import styles from './parts.module.css'

const monthDays = 31

/** The first and the last day of an own range. */
export function OwnRange({ view }: { view: DashboardView }) {
  const t = dashboardText.use()
  const { start, end } = spanOf(view.range, nowSeconds())
  const [first, last] = [dayjs.unix(start), dayjs.unix(end)]
  // The picker's two calendars do not fit on a phone, so the browser's own inputs are used.
  if (useSmallScreen()) {
    const day = (label: string, value: Dayjs, onChange: (day: Dayjs) => void) => (
      <Input
        type="date"
        aria-label={label}
        value={value.format('YYYY-MM-DD')}
        onChange={({ target }) => {
          const chosen = dayjs(target.value)
          if (chosen.isValid()) onChange(chosen)
        }}
      />
    )
    return (
      <div className={styles.days}>
        {day(t('start'), first, (chosen) => view.setRange(ownRange(chosen, chosen.isAfter(last) ? chosen : last)))}
        {day(t('end'), last, (chosen) => view.setRange(ownRange(chosen.isBefore(first) ? chosen : first, chosen)))}
      </div>
    )
  }
  return (
    <DatePicker.RangePicker
      className={styles.days ?? ''}
      allowClear={false}
      aria-label={t('range')}
      placeholder={[t('start'), t('end')]}
      status={view.isTooLong ? 'error' : ''}
      value={[first, last]}
      disabledDate={(day, { from }) =>
        day.isAfter(dayjs(), 'day') ||
        (!view.isAdmin && from !== undefined && Math.abs(day.diff(from, 'day')) >= monthDays)
      }
      onChange={(chosen) => {
        if (chosen?.[0] && chosen[1]) view.setRange(ownRange(chosen[0], chosen[1]))
      }}
    />
  )
}
