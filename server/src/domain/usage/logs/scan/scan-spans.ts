import { scannedRowsMax } from '@turnpike/contract/usage/log'
import type { Store } from '../../../../store/store.ts'
import { hoursAround } from '../log-span.ts'
import { isCallType, isSparse, type RowFilters, type Span } from '../logs.queries.ts'
import { type CountedSpan, countByDay, countByHour } from '../usage-hours.queries.ts'

/** On SQLite, calls wait while a statement runs: so each reads about `statement` rows. */
export const rowLimits = { statement: 20_000, all: scannedRowsMax }

/**
 * The spans of time to read for a filter, newest first, each a short statement. `searchedFrom` is their oldest time if
 * the limit cut the range.
 */
export type Scan = { spans: Span[]; searchedFrom: number | undefined }

/** A span of whole hours, and the number of rows that reading it takes. */
type Part = { from: number; to: number; rows: number }

/**
 * Splits a span for reading every row that could match. The hourly sums say how many rows an hour has, and in which hours
 * a filter without an index has rows at all.
 */
export async function scanSpans(store: Store, filters: RowFilters, span: Span, limits = rowLimits): Promise<Scan> {
  // The few rows of other kinds than calls have an index of their own.
  if (filters.type && !isCallType(filters.type)) return { spans: [span], searchedFrom: undefined }
  const spans: Span[] = []
  let rows = 0
  for await (const part of partsToRead(store, filters, span, limits.statement)) {
    rows += part.rows
    const { start, end } = { start: Math.max(part.from, span.start), end: Math.min(part.to - 1, span.end) }
    if (start > end) continue
    if (rows > limits.all && spans.length > 0)
      return { spans: cover(spans, filters, span), searchedFrom: spans.at(-1)?.start }
    spans.push({ start, end })
  }
  return { spans: cover(spans, filters, span, true), searchedFrom: undefined }
}

/** Rows of other kinds than calls are in no hour: without a filter by what only calls have, the spans leave no gaps. */
function cover(spans: Span[], filters: RowFilters, span: Span, isWhole = false): Span[] {
  if (isSparse(filters)) return spans
  if (spans.length === 0) return [span]
  return spans.map(({ start }, index) => ({
    start: isWhole && index === spans.length - 1 ? span.start : start,
    end: (spans[index - 1]?.start ?? span.end + 1) - 1,
  }))
}

/** Days, hours and parts of an hour, newest first, none with many more rows than a statement should read. */
async function* partsToRead(store: Store, filters: RowFilters, span: Span, rowsMax: number): AsyncGenerator<Part> {
  const { user_id, user_ids, token_id } = filters
  // What an index finds is read, and every other filter is compared row by row.
  const indexed = { user_id, token_id, ...(user_ids && { user_ids }) }
  const range = hoursAround(span)
  const partsOf = async (count: (filters: RowFilters) => Promise<CountedSpan[]>): Promise<Part[]> => {
    const [read, matching] = await Promise.all([count(indexed), isSparse(filters) ? count(filters) : undefined])
    const rowsAt = new Map(read.map(({ from, calls, failures }) => [from, calls + failures]))
    return (matching ?? read).map(({ from, to }) => ({ from, to, rows: rowsAt.get(from) ?? 0 })).sort(newestFirst)
  }
  for (const part of await partsOf((some) => countByDay(store, some, range))) {
    const hours =
      part.rows > rowsMax && part.to - part.from > hourSeconds
        ? await partsOf((some) => countByHour(store, some, part))
        : [part]
    for (const hour of hours) yield* piecesOf(hour, rowsMax)
  }
}

const hourSeconds = 3600
const newestFirst = (one: Part, other: Part): number => other.from - one.from

/** Pieces of equal length, newest first. */
function* piecesOf({ from, to, rows }: Part, rowsMax: number): Generator<Part> {
  const count = Math.min(to - from, Math.max(1, Math.ceil(rows / rowsMax)))
  const startOf = (piece: number) => from + Math.floor(((to - from) * piece) / count)
  for (let piece = count - 1; piece >= 0; piece--)
    yield { from: startOf(piece), to: startOf(piece + 1), rows: Math.ceil(rows / count) }
}
