import { logType } from '@turnpike/contract/usage/log'
import { countEvents, type LogStores, refundTimes, withUsers } from './list-logs.ts'
import { splitSpan } from './log-span.ts'
import { isCallType, isSparse, type RowFilters, type Span, sumRefunds, sumRows } from './logs.queries.ts'
import { sumScan } from './scan/scan-rows.ts'
import { scanSpans } from './scan/scan-spans.ts'
import { sumHours } from './usage-hours.queries.ts'

export type LogSums = {
  calls: number
  failures: number
  refusals: number
  /** Rows that are no requests. */
  events: number
  quota: number
  prompt_tokens: number
  completion_tokens: number
}
const nothing: LogSums = {
  calls: 0,
  failures: 0,
  refusals: 0,
  events: 0,
  quota: 0,
  prompt_tokens: 0,
  completion_tokens: 0,
}

/** The sums of all rows that match, of every type. */
export async function sumLogs(
  stores: LogStores,
  requested: RowFilters,
  span: Span,
  now: number,
): Promise<LogSums & { searchedFrom?: number | undefined }> {
  const filters = await withUsers(stores, requested, span)
  const { type, quota_over } = filters
  if (quota_over !== undefined) return sumByScan(stores, filters, span)
  if (type && !isCallType(type))
    return {
      ...nothing,
      events: await eventsOf(stores, filters, span),
      quota: type === logType.system ? await sumRefunds(stores.logStore, filters, span) : 0,
    }
  const sums = await sumCalls(stores, { ...filters, type: undefined }, span, now)
  if (type === logType.failure) return { ...nothing, failures: sums.failures, refusals: sums.refusals }
  // The hours add charges and refunds up.
  if (type === logType.consumption)
    return { ...sums, failures: 0, refusals: 0, quota: sums.quota - (await sumRefunds(stores.logStore, filters, span)) }
  return { ...sums, events: await eventsOf(stores, filters, span) }
}

const eventsOf = async (stores: LogStores, filters: RowFilters, span: Span): Promise<number> =>
  isSparse(filters) ? (await refundTimes(stores, filters, span)).length : countEvents(stores, filters, span)

/** Calls and their refunds: whole hours by their sums, and the parts of an hour row by row. */
async function sumCalls({ store, logStore }: LogStores, filters: RowFilters, span: Span, now: number) {
  const { hours, rests } = splitSpan(span, now)
  const [ofHours, ...ofRests] = await Promise.all([
    sumHours(store, filters, hours),
    ...rests.map((rest) => sumRows(logStore, filters, rest)),
  ])
  return [...ofHours, ...ofRests].reduce<LogSums>(
    (one, other) => ({
      ...nothing,
      calls: one.calls + other.calls,
      failures: one.failures + other.failures,
      refusals: one.refusals + other.refusals,
      quota: one.quota + other.quota,
      prompt_tokens: one.prompt_tokens + other.prompt_tokens,
      completion_tokens: one.completion_tokens + other.completion_tokens,
    }),
    nothing,
  )
}

async function sumByScan({ store, logStore }: LogStores, filters: RowFilters, span: Span) {
  const scan = await scanSpans(store, filters, span)
  const sums = { ...nothing, searchedFrom: scan.searchedFrom }
  for (const { type, rows, refusals, quota, prompt_tokens, completion_tokens } of await sumScan(
    logStore,
    filters,
    scan,
  )) {
    sums[type === logType.consumption ? 'calls' : type === logType.failure ? 'failures' : 'events'] += rows
    sums.refusals += refusals
    sums.quota += quota
    sums.prompt_tokens += prompt_tokens
    sums.completion_tokens += completion_tokens
  }
  return sums
}
