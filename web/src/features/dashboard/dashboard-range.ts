import { type Granularity, granularities } from '@turnpike/contract/usage/dashboard'
import dayjs, { type Dayjs } from 'dayjs'

/** The ranges of one click. */
export const quickRanges = ['24h', '7d', '30d'] as const
export type QuickRange = (typeof quickRanges)[number]

/** Unix seconds; the end is the last second that counts. */
export type Span = { start: number; end: number }
export type Range = { kind: 'quick'; name: QuickRange } | ({ kind: 'own' } & Span)

/** A month and a day, as far as the server reads for one user. */
const ownSpanMax = 32 * 86_400
export const isTooLong = ({ start, end }: Span) => end - start > ownSpanMax

const rangeOfGranularity = { hour: '24h', day: '7d', week: '30d' } as const
const granularityOfRange = { '24h': 'hour', '7d': 'day', '30d': 'day' } as const

const isGranularity = (text: string): text is Granularity => granularities.some((each) => each === text)
const isQuick = (text: string): text is QuickRange => quickRanges.some((each) => each === text)
const readSeconds = (text: string): number | undefined => (/^\d{1,12}$/.test(text) ? Number(text) : undefined)

export type RangeParams = { range: string; granularity: string; start_timestamp: string; end_timestamp: string }

/** The range and the granularity that an address names; the administrator's choice decides where it names neither. */
export function readRange(
  { range, granularity, start_timestamp, end_timestamp }: RangeParams,
  usual: string,
): { range: Range; granularity: Granularity } {
  const start = readSeconds(start_timestamp)
  const end = readSeconds(end_timestamp)
  const chosen = isGranularity(granularity) ? granularity : undefined
  if (start !== undefined && end !== undefined && start < end)
    return { range: { kind: 'own', start, end }, granularity: chosen ?? granularityOfSpan(end - start) }
  const preset = isGranularity(usual) ? usual : 'hour'
  const name = isQuick(range) ? range : rangeOfGranularity[chosen ?? preset]
  return {
    range: { kind: 'quick', name },
    granularity: chosen ?? (isQuick(range) ? granularityOfRange[range] : preset),
  }
}

function granularityOfSpan(seconds: number): Granularity {
  const days = seconds / 86_400
  return days <= 2 ? 'hour' : days <= 62 ? 'day' : 'week'
}

export const writeRange = (range: Range): Omit<RangeParams, 'granularity'> =>
  range.kind === 'own'
    ? { range: '', start_timestamp: String(range.start), end_timestamp: String(range.end) }
    : { range: range.name, start_timestamp: '', end_timestamp: '' }

/** Whole days, from the first second of one to the last of another. */
export const ownRange = (first: Dayjs, last: Dayjs): Range => ({
  kind: 'own',
  start: first.startOf('day').unix(),
  end: last.endOf('day').unix(),
})

const hourStart = (seconds: number) => seconds - (seconds % 3600)

/** 24 hours end with the running one, 7 and 30 days with today. */
export function spanOf(range: Range, now: number): Span {
  if (range.kind === 'own') return { start: range.start, end: range.end }
  if (range.name === '24h') return { start: hourStart(now) - 23 * 3600, end: now }
  const days = range.name === '7d' ? 6 : 29
  return { start: dayjs.unix(now).startOf('day').subtract(days, 'day').unix(), end: now }
}

/**
 * The range before, to compare with: as long as what has passed of the range, so that a day which has just begun is not
 * compared with a whole one.
 */
export function spanBefore(range: Range, now: number): Span {
  const { start, end } = spanOf(range, now)
  const passed = Math.min(end, now) - start
  if (range.kind === 'own') return { start: start - (end - start) - 1, end: start - (end - start) - 1 + passed }
  const days = { '24h': 1, '7d': 7, '30d': 30 }[range.name]
  const before = dayjs.unix(start).subtract(days, 'day').unix()
  return { start: before, end: before + passed }
}

/** The bucket that a moment belongs to, by its first second in the reader's zone. Weeks begin on Monday. */
export function bucketOf(seconds: number, granularity: Granularity): number {
  if (granularity === 'hour') return hourStart(seconds)
  const day = dayjs.unix(seconds).startOf('day')
  return (granularity === 'day' ? day : day.subtract((day.day() + 6) % 7, 'day')).unix()
}

/** Every bucket of a span, also those without calls. */
export function bucketsOf({ start, end }: Span, granularity: Granularity): number[] {
  const buckets: number[] = []
  let bucket = bucketOf(start, granularity)
  while (bucket <= end) {
    buckets.push(bucket)
    bucket = granularity === 'hour' ? bucket + 3600 : dayjs.unix(bucket).add(1, granularity).unix()
  }
  return buckets
}

/** A bucket on an axis: its hour, or its day; a day begins with its date. */
export function bucketLabel(bucket: number, granularity: Granularity): string {
  const at = dayjs.unix(bucket)
  if (granularity !== 'hour') return at.format('MM-DD')
  return at.hour() === 0 ? at.format('MM-DD') : at.format('HH:mm')
}

/** A bucket in full: `06-17 22:00 – 23:00`, `05-22`, `05-18 – 05-24`. */
export function bucketName(bucket: number, granularity: Granularity): string {
  const at = dayjs.unix(bucket)
  if (granularity === 'hour') return `${at.format('MM-DD HH:mm')} – ${at.add(1, 'hour').format('HH:mm')}`
  if (granularity === 'day') return at.format('MM-DD')
  return `${at.format('MM-DD')} – ${at.add(6, 'day').format('MM-DD')}`
}
