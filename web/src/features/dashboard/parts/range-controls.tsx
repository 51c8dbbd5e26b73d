import { DatePicker, Input, Segmented, Select } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { SearchField } from '../../../components/fields/search-field.tsx'
import { useSmallScreen } from '../../../lib/browser/use-small-screen.ts'
import { useText } from '../../../lib/text/text.ts'
import { dashboardText } from '../dashboard.text.ts'
import { granularities, type QuickRange, quickRanges, type Range, spanOf } from '../dashboard-range.ts'
import { type DashboardView, nowSeconds } from '../use-dashboard-view.ts'
import styles from './range-controls.module.css'

/** Whole days, from the first second of one to the last of another. */
const ownRange = (first: Dayjs, last: Dayjs): Range => ({
  kind: 'own',
  start: first.startOf('day').unix(),
  end: last.endOf('day').unix(),
})

/** The user, the range and the bars. */
export function RangeControls({ view }: { view: DashboardView }) {
  const t = useText(dashboardText)
  const { range, granularity } = view
  const span = spanOf(range, nowSeconds())
  return (
    <div className={styles.controls}>
      {view.isAdmin && (
        <SearchField
          main
          className={styles.username}
          label={t('username')}
          value={view.username}
          onSearch={(text) => view.setUsername(text.trim())}
        />
      )}
      <Segmented<QuickRange | 'own'>
        aria-label={t('range')}
        value={range.kind === 'own' ? 'own' : range.name}
        options={[...quickRanges, 'own' as const].map((name) => ({ value: name, label: t(name) }))}
        onChange={(name) =>
          view.setRange(
            name === 'own' ? ownRange(dayjs.unix(span.start), dayjs.unix(span.end)) : { kind: 'quick', name },
          )
        }
      />
      {range.kind === 'own' && <OwnRange view={view} />}
      <Select
        className={styles.granularity ?? ''}
        aria-label={t('granularity')}
        value={granularity}
        options={granularities.map((each) => ({ value: each, label: t(each) }))}
        onChange={view.setGranularity}
      />
    </div>
  )
}

const monthDays = 31

function OwnRange({ view }: { view: DashboardView }) {
  const t = useText(dashboardText)
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
