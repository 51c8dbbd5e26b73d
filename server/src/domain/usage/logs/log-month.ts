/** A month in UTC whose log rows have a table of their own. `end` is the first second after the month. */
export type LogMonth = { name: string; start: number; end: number }

/** The month of a time and the months after it. */
export function logMonthsFrom(at: number, count: number): LogMonth[] {
  const date = new Date(at * 1000)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  return Array.from({ length: count }, (_, index) => {
    const first = new Date(Date.UTC(year, month + index))
    return {
      name: `logs_${first.toISOString().slice(0, 7).replace('-', '_')}`,
      start: first.getTime() / 1000,
      end: Date.UTC(year, month + index + 1) / 1000,
    }
  })
}
