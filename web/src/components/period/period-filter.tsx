import { lazyPart } from '../../lib/browser/lazy-part.ts'
import { FilterSelect } from '../fields/filter-row.tsx'
import { periodText } from './period.text.ts'
import { isPeriod, type PeriodFilters, periods, spanOfDays } from './periods.ts'

// Lazy: the calendars are 30 kB, and most people choose a usual period.
const DayRange = lazyPart(async () => (await import('./day-range.tsx')).DayRange)

type PeriodFilterProps = { filters: PeriodFilters; onChange: (change: Partial<PeriodFilters>) => void }

/** The days of the shown rows: a usual period, or chosen ones. */
export function PeriodFilter({ filters, onChange }: PeriodFilterProps) {
  const t = periodText.use()
  return (
    <>
      <FilterSelect
        label={t('period')}
        all={t('allTime')}
        width={144}
        value={filters.period}
        options={[...periods, 'own' as const].map((name) => ({ value: name, label: t(name) }))}
        onChange={(period) => onChange({ period, start_timestamp: '', end_timestamp: '' })}
      />
      {filters.period === 'own' && (
        <DayRange
          start={filters.start_timestamp}
          end={filters.end_timestamp}
          onChange={(first, last) => onChange(spanOfDays(first, last))}
        />
      )}
    </>
  )
}

/** The chosen period in words; empty where there is none. */
export function usePeriodWords({ period, start_timestamp, end_timestamp }: PeriodFilters): string {
  const t = periodText.use()
  if (isPeriod(period)) return t(period)
  return period || start_timestamp || end_timestamp ? t('ownDays') : ''
}
