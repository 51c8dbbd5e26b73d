import { type PriceSpan, priceSpansMax } from '@turnpike/contract/money/price-tiers'

/** The factor of each hour of the week: 24 hours of Sunday, then those of Monday, and so on. */
export type HourFactors = readonly number[]

const hours = Array.from({ length: 24 }, (_, hour) => hour)
const weekdays = [0, 1, 2, 3, 4, 5, 6]

export const hourFactors = (factorAt: (day: number, hour: number) => number): HourFactors =>
  weekdays.flatMap((day) => hours.map((hour) => factorAt(day, hour)))

type Run = { from: number; to: number; factor: number }

const runsOfDay = (factors: HourFactors, day: number): Run[] => {
  const runs: Run[] = []
  for (const hour of hours) {
    const factor = factors[day * 24 + hour] ?? 1
    const last = runs.at(-1)
    if (last?.factor === factor) last.to = hour + 1
    else runs.push({ from: hour, to: hour + 1, factor })
  }
  return runs.filter(({ factor }) => factor !== 1)
}

const timeOf = (hour: number) => `${String(hour % 24).padStart(2, '0')}:00`

/** The spans of the day with a factor other than 1, of which no two overlap; undefined for more than a price can have. */
export function spansOf(factors: HourFactors): PriceSpan[] | undefined {
  const daysOf = new Map<string, { run: Run; days: number[] }>()
  for (const day of weekdays)
    for (const run of runsOfDay(factors, day)) {
      // The end of a span differs from its start, so a whole day is two spans.
      const parts =
        run.to - run.from === 24
          ? [
              { ...run, to: 12 },
              { ...run, from: 12 },
            ]
          : [run]
      for (const part of parts) {
        const key = JSON.stringify(part)
        const known = daysOf.get(key)
        if (known) known.days.push(day)
        else daysOf.set(key, { run: part, days: [day] })
      }
    }
  const spans = joinedAtMidnight([...daysOf.values()]).map(({ run, days }) => ({
    from: timeOf(run.from),
    to: timeOf(run.to),
    ...(days.length < 7 && { days }),
    factor: run.factor,
  }))
  return spans.length <= priceSpansMax ? spans : undefined
}

/** A night is one span if it has the same factor every day. */
function joinedAtMidnight(found: { run: Run; days: number[] }[]) {
  const everyDay = found.filter(({ days }) => days.length === 7)
  const late = everyDay.find(({ run }) => run.to === 24)
  const early = everyDay.find(({ run }) => run.from === 0)
  if (!late || !early || late === early || late.run.factor !== early.run.factor || late.run.from === early.run.to)
    return found
  const night = { run: { ...late.run, to: early.run.to }, days: late.days }
  return found.flatMap((each) => (each === late ? [night] : each === early ? [] : [each]))
}

const hourOf = (time: string) => (time.endsWith(':00') ? Number(time.slice(0, 2)) : undefined)

/** Undefined for spans that begin or end within an hour. The first span that contains an hour decides. */
export function factorsOfSpans(spans: readonly PriceSpan[]): HourFactors | undefined {
  const found = spans.map(({ from, to, ...span }) => ({ ...span, from: hourOf(from), to: hourOf(to) }))
  if (found.some(({ from, to }) => from === undefined || to === undefined)) return undefined
  return hourFactors((day, hour) => {
    const span = found.find(({ from = 0, to = 0, days = weekdays }) => {
      if (from < to) return days.includes(day) && hour >= from && hour < to
      return (days.includes(day) && hour >= from) || (days.includes((day + 6) % 7) && hour < to)
    })
    return span?.factor ?? 1
  })
}
