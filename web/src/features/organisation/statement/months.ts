/** Calendar months as `2026-11`, newest first, from the month of a time to the present one, in the reader's zone. */
export function monthsSince(seconds: number, now: Date): string[] {
  const first = monthOf(new Date(seconds * 1000))
  const months: string[] = []
  for (let at = new Date(now.getFullYear(), now.getMonth(), 1); monthOf(at) >= first; at.setMonth(at.getMonth() - 1))
    months.push(monthOf(at))
  return months.length > 0 ? months : [monthOf(now)]
}

const monthOf = (date: Date): string => `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}`

/** `November 2026`, `2026年11月`. */
export function monthName(month: string, language: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Intl.DateTimeFormat(language, { year: 'numeric', month: 'long' }).format(new Date(year, number - 1, 1))
}
