import type { Granularity } from '@turnpike/contract/usage/dashboard'
import { AppError } from '../../../http/app-error.ts'
import type { HourRange } from '../logs/usage-hours.queries.ts'

/** The days, or the weeks from Monday on, that a range has a part of, oldest first: midnight to midnight in a time zone. */
export function calendarParts({ from, to }: HourRange, granularity: Exclude<Granularity, 'hour'>, zone: string) {
  const parts: HourRange[] = []
  let day = dayOf(from, zone)
  if (granularity === 'week') day = day.subtract({ days: day.dayOfWeek - 1 }).startOfDay()
  while (secondsOf(day) < to) {
    const next = day.add(granularity === 'week' ? { weeks: 1 } : { days: 1 }).startOfDay()
    parts.push({ from: secondsOf(day), to: secondsOf(next) })
    day = next
  }
  return parts
}

function dayOf(seconds: number, zone: string): Temporal.ZonedDateTime {
  try {
    return Temporal.Instant.fromEpochMilliseconds(seconds * 1000)
      .toZonedDateTimeISO(zone)
      .startOfDay()
  } catch {
    throw new AppError('invalid_field', { params: { field: 'time_zone' } })
  }
}

const secondsOf = (time: Temporal.ZonedDateTime): number => time.epochMilliseconds / 1000
