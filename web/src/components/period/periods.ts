import dayjs, { type Dayjs } from 'dayjs'

/** The spans that orders and dividends are filtered by. */
export const periods = ['today', 'yesterday', '7d', '30d', 'month', 'lastMonth'] as const
export type Period = (typeof periods)[number]

export const periodNames = ['period', 'start_timestamp', 'end_timestamp'] as const
export type PeriodFilters = Record<(typeof periodNames)[number], string>

const days: Record<Period, (today: Dayjs) => [first: Dayjs, last: Dayjs]> = {
  today: (today) => [today, today],
  yesterday: (today) => [today.subtract(1, 'day'), today.subtract(1, 'day')],
  '7d': (today) => [today.subtract(6, 'day'), today],
  '30d': (today) => [today.subtract(29, 'day'), today],
  month: (today) => [today.startOf('month'), today],
  lastMonth: (today) => {
    const month = today.subtract(1, 'month')
    return [month.startOf('month'), month.endOf('month')]
  },
}

export const isPeriod = (name: string): name is Period => periods.some((period) => period === name)

/** The seconds of a filter, in the reader's time zone, both included; none for all time. */
export function spanOfFilters(
  filters: PeriodFilters,
  now: number,
): { start_timestamp?: string; end_timestamp?: string } {
  const { period, start_timestamp, end_timestamp } = filters
  if (isPeriod(period)) {
    const [first, last] = days[period](dayjs.unix(now))
    return spanOfDays(first, last)
  }
  return { ...(start_timestamp && { start_timestamp }), ...(end_timestamp && { end_timestamp }) }
}

/** From the first second of a day to the last second of another. */
export const spanOfDays = (first: Dayjs, last: Dayjs) => ({
  start_timestamp: String(first.startOf('day').unix()),
  end_timestamp: String(last.endOf('day').unix()),
})
