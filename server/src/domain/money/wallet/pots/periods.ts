import type { DurationUnit } from '@turnpike/contract/money/plans/plan'

/** Seconds; `to` is excluded. */
export type Span = { from: number; to: number }

const hour = 60 * 60
const day = 24 * hour
const week = 7 * day

type Calendar = { every: 'day' | 'week' | 'month'; anchor: number; time_zone: string }
/** A period that repeats: from midnight to midnight, or from the purchase on in weeks, months or seconds. */
export type Period = Calendar | { every: 'custom'; anchor: number; seconds: number }

/** The repetition of a period in which a time lies. */
export function spanAt(period: Period, at: number): Span {
  switch (period.every) {
    case 'day': {
      const midnight = local(at, period.time_zone).startOfDay()
      return { from: seconds(midnight), to: seconds(midnight.add({ days: 1 }).startOfDay()) }
    }
    case 'week':
      return repetition(period.anchor, week, at)
    case 'month':
      return monthAt(period, at)
    case 'custom':
      return repetition(period.anchor, period.seconds, at)
  }
}

function repetition(anchor: number, length: number, at: number): Span {
  const from = anchor + Math.floor((at - anchor) / length) * length
  return { from, to: from + length }
}

/** Each month begins at the time of the purchase, or on the last day of a shorter month. */
function monthAt({ anchor, time_zone }: Calendar, at: number): Span {
  const first = local(anchor, time_zone)
  const begin = (months: number) => seconds(first.add({ months }))
  let months = first.until(local(at, time_zone), { largestUnit: 'months' }).months
  while (begin(months + 1) <= at) months += 1
  while (begin(months) > at) months -= 1
  return { from: begin(months), to: begin(months + 1) }
}

export type Duration = {
  duration_unit: DurationUnit
  duration_value: number
  custom_seconds: number
  time_zone: string
}

/** When a subscription ends that begins at a time. */
export function endOf(start: number, { duration_unit, duration_value, custom_seconds, time_zone }: Duration): number {
  switch (duration_unit) {
    case 'year':
      return seconds(local(start, time_zone).add({ years: duration_value }))
    case 'month':
      return seconds(local(start, time_zone).add({ months: duration_value }))
    case 'day':
      return start + duration_value * day
    case 'hour':
      return start + duration_value * hour
    case 'custom':
      return start + custom_seconds
  }
}

/**
 * The period of a subscription that begins at a time, and from where its months are counted. They are counted from the
 * purchase, so that what began on the 31st ends on the 31st again, unless an extension has moved the periods.
 */
export function periodFrom(from: number, start: number, duration: Duration): { anchor: number; end: number } {
  const months = { year: 12, month: 1, day: 0, hour: 0, custom: 0 }[duration.duration_unit] * duration.duration_value
  const first = local(start, duration.time_zone)
  const begin = (count: number) => seconds(first.add({ months: count * months }))
  let count = 0
  while (months > 0 && begin(count) < from) count += 1
  return months > 0 && begin(count) === from
    ? { anchor: start, end: begin(count + 1) }
    : { anchor: from, end: endOf(from, duration) }
}

const local = (at: number, time_zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(at * 1000).toZonedDateTimeISO(time_zone)
const seconds = ({ epochMilliseconds }: Temporal.ZonedDateTime) => Math.floor(epochMilliseconds / 1000)
