import type { Rhythm } from '../cast/people.ts'
import type { Random } from '../random.ts'

export const monthDays = 30
const hourSeconds = 3600
const daySeconds = 24 * hourSeconds

/** The share of a day's calls in each hour, from midnight on. */
const hourWeights: Record<Rhythm, readonly number[]> = {
  office: [0.2, 0.1, 0, 0, 0, 0, 0.2, 1, 4, 8, 10, 9, 5, 7, 10, 10, 9, 7, 4, 2, 2, 2, 1, 0.5],
  service: [2, 1.5, 1.2, 1, 1, 1.4, 2, 3, 4.5, 6, 6.5, 6.5, 5.5, 6, 6.5, 6.5, 6, 5.5, 5, 5, 5, 4.5, 3.5, 2.5],
  night: [0, 0, 12, 8, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
}
const weekend: Record<Rhythm, number> = { office: 0.12, service: 0.6, night: 0.35 }

/** The month grows: a month ago there was half the traffic of today. */
const growthOn = (day: number): number => 0.5 + (0.5 * day) / monthDays

/**
 * Unix seconds of one token's calls between two times, in order. Hours and weekdays are those of this machine's zone. The
 * month began `monthDays` before `now`.
 */
export function callTimes(
  { rhythm, callsPerDay }: { rhythm: Rhythm; callsPerDay: number },
  { from, until, now }: { from: number; until: number; now: number },
  random: Random,
): number[] {
  const weights = hourWeights[rhythm]
  const sum = weights.reduce((total, weight) => total + weight, 0)
  const times: number[] = []
  for (let hour = from - (from % hourSeconds); hour < until; hour += hourSeconds) {
    const date = new Date(hour * 1000)
    const isWeekend = date.getDay() === 0 || date.getDay() === 6
    const day = monthDays - (now - hour) / daySeconds
    const share = (weights[date.getHours()] ?? 0) / sum
    const mean = callsPerDay * share * growthOn(day) * (isWeekend ? weekend[rhythm] : 1) * random.between(0.7, 1.3)
    const inHour = Array.from({ length: random.count(mean) }, () => hour + random.whole(0, hourSeconds - 1))
    times.push(...inHour.filter((at) => at >= from && at < until))
  }
  return times.sort((one, other) => one - other)
}
