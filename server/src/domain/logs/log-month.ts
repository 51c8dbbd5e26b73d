/** A stretch of time whose log rows have a table of their own: a month in UTC. `end` is the first second after it. */
export type LogMonth = { name: string; start: number; end: number }

/** The month of a moment and those that follow it. */
export function logMonthsFrom(at: number, count: number): LogMonth[] {
  const moment = new Date(at * 1000)
  const [year, month] = [moment.getUTCFullYear(), moment.getUTCMonth()]
  return Array.from({ length: count }, (_, index) => {
    const first = new Date(Date.UTC(year, month + index))
    return {
      name: `logs_${first.toISOString().slice(0, 7).replace('-', '_')}`,
      start: first.getTime() / 1000,
      end: Date.UTC(year, month + index + 1) / 1000,
    }
  })
}
