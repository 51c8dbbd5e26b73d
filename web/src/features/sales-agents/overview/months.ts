import type { AgentMonth } from '@turnpike/contract/money/agents/agent-api'

/** The last so many calendar months in UTC as `2026-11`, newest first. */
export function lastMonths(count: number, now: Date): string[] {
  return Array.from({ length: count }, (_, back) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 7),
  )
}

/** `November 2026`, `2026年11月`; `Nov`, `11月` for an axis. */
export function monthName(month: string, language: string, { isShort = false } = {}): string {
  const format: Intl.DateTimeFormatOptions = isShort ? { month: 'short' } : { year: 'numeric', month: 'long' }
  return new Intl.DateTimeFormat(language, { ...format, timeZone: 'UTC' }).format(new Date(`${month}-01T00:00:00Z`))
}

const shownMonths = 12
const emptyMonth = (month: string): AgentMonth => ({ month, joined: 0, converted: 0, base: 0, shares: 0, reversed: 0 })
const hasActivity = ({ joined, base, shares }: AgentMonth) => joined > 0 || base > 0 || shares > 0

/** The last twelve months, newest first, also those of which the server says nothing. */
export const filledMonths = (months: readonly AgentMonth[], now: Date): AgentMonth[] =>
  lastMonths(shownMonths, now).map((month) => months.find((each) => each.month === month) ?? emptyMonth(month))

/** The months of the table: not those before anything happened. */
export function monthsOfTable(months: readonly AgentMonth[]): AgentMonth[] {
  const first = months.findLastIndex(hasActivity)
  return months.slice(0, Math.max(1, first + 1))
}

/** The sums of months. */
export const sumOfMonths = (months: readonly AgentMonth[]): Omit<AgentMonth, 'month'> => {
  const sum = (of: keyof Omit<AgentMonth, 'month'>) => months.reduce((total, month) => total + month[of], 0)
  return {
    joined: sum('joined'),
    converted: sum('converted'),
    base: sum('base'),
    shares: sum('shares'),
    reversed: sum('reversed'),
  }
}

/** Of those who joined, the part that has paid: `67%`; a dash where nobody joined. */
export const conversion = (converted: number, joined: number): string =>
  joined > 0 ? `${Math.round((converted / joined) * 100)}%` : '—'

/** A round amount above the highest bar: 1, 2 or 5 times a power of ten. Zero for no bars. */
export function roundTop(highest: number): number {
  if (highest <= 0) return 0
  const power = 10 ** Math.floor(Math.log10(highest))
  return [1, 2, 5, 10].map((step) => step * power).find((top) => top >= highest) ?? highest
}
