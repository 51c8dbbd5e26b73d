import { AppError } from '../../../http/app-error.ts'
import type { Span } from './logs.queries.ts'
import type { HourRange } from './usage-hours.queries.ts'

const hourSeconds = 3600
const spanMaxSeconds = 31 * 86_400 + hourSeconds // a month, and the hour that clients add to "now"

/** A query reads at most one month. A missing limit is one month from the other; without both it is the last month. */
export function spanOf(start: number | undefined, end: number | undefined, now: number): Span {
  if (start && end && end - start > spanMaxSeconds) throw new AppError('log_span_long')
  if (start) return { start, end: end || start + spanMaxSeconds }
  const last = end || now + hourSeconds
  return { start: Math.max(1, last - spanMaxSeconds), end: last }
}

/**
 * Splits a span into whole hours, which have sums, and parts of an hour at both ends, which are read row by row. The
 * current hour counts as whole, because it has no rows later than now.
 */
export function splitSpan({ start, end }: Span, now: number): { hours: HourRange; rests: Span[] } {
  const from = Math.ceil(start / hourSeconds) * hourSeconds
  const to = end >= now ? hourAfter(end) : Math.floor((end + 1) / hourSeconds) * hourSeconds
  if (from >= to) return { hours: { from: 0, to: 0 }, rests: [{ start, end }] }
  const rests = [
    { start: to, end },
    { start, end: from - 1 },
  ]
  return { hours: { from, to }, rests: rests.filter((rest) => rest.start <= rest.end) }
}

/** Every hour that overlaps the span. */
export const hoursAround = ({ start, end }: Span): HourRange => ({ from: hourOf(start), to: hourAfter(end) })

const hourAfter = (at: number): number => (Math.floor(at / hourSeconds) + 1) * hourSeconds
const hourOf = (at: number): number => at - (at % hourSeconds)
