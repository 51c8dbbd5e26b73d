import { logTotalMax, logType } from '@turnpike/contract/usage/log'
import type { Store } from '../../../store/store.ts'
import { hoursAround, splitSpan } from './log-span.ts'
import {
  countLogs,
  isCallType,
  isSparse,
  type RowFilters,
  readOldestTime,
  readRefundTimes,
  readRows,
  readRowsOfSpans,
  type Span,
  type StoredLog,
} from './logs.queries.ts'
import type { Sorting } from './scan/scan.queries.ts'
import { scanPage, sumScan } from './scan/scan-rows.ts'
import { scanSpans } from './scan/scan-spans.ts'
import { type CountedSpan, countByDay, countByHour, findUsersOfName } from './usage-hours.queries.ts'

/** The main database has the hours, the log database the rows; they may be the same. */
export type LogStores = { store: Store; logStore: Store }

type Page = { limit: number; offset: number }
type Listed = { rows: StoredLog[]; total: number; more: boolean; searchedFrom?: number | undefined }

/**
 * A page of rows, newest first, and their total number. A filter by model, token, channel or group may match few of
 * millions of rows: the hourly sums show in which hours they are, so that other rows are not read.
 */
export async function listRows(
  stores: LogStores,
  requested: RowFilters,
  { start, end }: Span,
  page: Page,
  now: number,
  sorting: Sorting = byTime,
): Promise<Listed> {
  const [oldest, filters] = await Promise.all([
    readOldestTime(stores.logStore),
    withUsers(stores, requested, { start, end }),
  ])
  const span = { start: Math.max(start, oldest), end }
  if (span.start > end) return { rows: [], total: 0, more: false }
  if (sorting.sort !== undefined || filters.quota_over !== undefined)
    return listByScan(stores, filters, span, page, now, sorting)
  if (page.offset >= logTotalMax) return { rows: [], ...(await countAll(stores, filters, span, now)) }
  return isSparse(filters)
    ? listByHours(stores, filters, span, page, now)
    : listInTurn(stores, filters, span, page, now)
}

/** Rows and hours have an index by user id, but none by name: so the ids of a name are read first. */
export async function withUsers({ store }: LogStores, filters: RowFilters, span: Span): Promise<RowFilters> {
  const { username, user_id } = filters
  if (!username || user_id !== undefined) return filters
  return { ...filters, user_ids: await findUsersOfName(store, username, hoursAround(span)) }
}

export const byTime: Sorting = { sort: undefined, order: 'desc' }

/** Reads every row that could match: in another order than by time, or by their cost. */
async function listByScan(
  stores: LogStores,
  filters: RowFilters,
  span: Span,
  page: Page,
  now: number,
  sorting: Sorting,
): Promise<Listed> {
  const scan = await scanSpans(stores.store, filters, span)
  const { searchedFrom } = scan
  const searched = { ...span, start: searchedFrom ?? span.start }
  const [rows, counted] = await Promise.all([
    scanPage(stores.logStore, filters, scan, sorting, page),
    filters.quota_over === undefined
      ? countMatching(stores, filters, searched, now)
      : sumScan(stores.logStore, filters, scan).then((sums) => countedOf(sums.reduce((all, one) => all + one.rows, 0))),
  ])
  return { rows, ...counted, searchedFrom }
}

const countedOf = (total: number) => ({ total: Math.min(total, logTotalMax), more: total > logTotalMax })

async function countMatching(stores: LogStores, filters: RowFilters, span: Span, now: number) {
  if (!isSparse(filters)) return countAll(stores, filters, span, now)
  const [parts, refunds] = await Promise.all([
    countParts(stores, filters, span, now),
    refundTimes(stores, filters, span),
  ])
  return countedOf(parts.reduce((sum, { count }) => sum + count, refunds.length))
}

async function listInTurn(
  stores: LogStores,
  filters: RowFilters,
  span: Span,
  page: Page,
  now: number,
): Promise<Listed> {
  const [rows, counted] = await Promise.all([
    readRows(stores.logStore, filters, span, page),
    countAll(stores, filters, span, now),
  ])
  return { rows, ...counted }
}

/** Counts calls by the hourly sums, and the few other rows by their own index. */
async function countAll(stores: LogStores, filters: RowFilters, span: Span, now: number) {
  const parts = await countParts(stores, filters, span, now)
  const calls = parts.reduce((sum, { count }) => sum + count, 0)
  const total = calls + (await countEvents(stores, filters, span))
  return countedOf(total)
}

/** Counts the rows of other kinds than calls, unless the filter matches only calls and their refunds. */
export async function countEvents({ logStore }: LogStores, filters: RowFilters, span: Span): Promise<number> {
  const { type, user_id, account_id, user_ids, username } = filters
  if (isSparse(filters) || type === logType.consumption) return 0
  const types = type ? [type] : [logType.topUp, logType.admin, logType.system]
  const owner = { user_id, account_id, username, ...(user_ids && { user_ids }) }
  const counts = types.map((each) => countLogs(logStore, { ...owner, type: each }, span, logTotalMax + 1))
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
}

/** A span of time and the number of its call rows. */
type Part = Span & { count: number }

/** Days, hours and parts of an hour with matching rows, newest first. */
async function countParts(stores: LogStores, filters: RowFilters, span: Span, now: number): Promise<Part[]> {
  if (filters.type && !isCallType(filters.type)) return []
  const { hours, rests } = splitSpan(span, now)
  const [byDay, ...counts] = await Promise.all([
    countByDay(stores.store, filters, hours),
    ...rests.map((rest) => countCalls(stores.logStore, filters, rest)),
  ])
  const parts = byDay.map((counted) => partOf(counted, filters))
  const restParts = rests.map((rest, index) => ({ ...rest, count: counts[index] ?? 0 }))
  return [...parts, ...restParts].filter(({ count }) => count > 0).sort((one, other) => other.start - one.start)
}

const partOf = ({ from, to, calls, failures }: CountedSpan, { type }: RowFilters): Part => ({
  start: from,
  end: to - 1,
  count: type === logType.consumption ? calls : type === logType.failure ? failures : calls + failures,
})

/** Replaces days by their hours. Consecutive days are read at once. */
async function hoursIn(
  { store }: LogStores,
  filters: RowFilters,
  parts: readonly Part[],
  refunds: readonly number[],
): Promise<Part[]> {
  const read = joinParts(parts, isDay).map(async (part) => {
    if (!isDay(part)) return [part]
    const counted = await countByHour(store, filters, { from: part.start, to: part.end + 1 })
    const hours = counted.map((hour) => partOf(hour, filters)).filter(({ count }) => count > 0)
    return withRefunds(hours, refunds.filter(isWithin(part)), part)
  })
  return (await Promise.all(read)).flat()
}

const isWithin =
  ({ start, end }: Span) =>
  (time: number) =>
    time >= start && time <= end

/** The few refunds of calls, which the hours do not count as rows. */
export const refundTimes = ({ logStore }: LogStores, filters: RowFilters, span: Span): Promise<number[]> | number[] =>
  filters.type && filters.type !== logType.system ? [] : readRefundTimes(logStore, filters, span, logTotalMax + 1)

/** The parts with refunds added, newest first. A refund outside of all parts gets a part of an hour. */
function withRefunds(parts: readonly Part[], refunds: readonly number[], span: Span): Part[] {
  if (refunds.length === 0) return [...parts]
  const all = parts.map((part) => ({ ...part }))
  for (const time of refunds) {
    const found = all.find(({ start, end }) => time >= start && time <= end)
    if (found) found.count++
    else all.push({ ...partAround(time, all, span), count: 1 })
  }
  return all.sort((one, other) => other.start - one.start)
}

/** The hour of a time, without the parts outside the span or in another part. */
function partAround(time: number, parts: readonly Part[], span: Span): Span {
  const hour = time - (time % 3600)
  const before = parts.map(({ end }) => end + 1).filter((after) => after <= time)
  const behind = parts.map(({ start }) => start - 1).filter((last) => last >= time)
  return { start: Math.max(hour, span.start, ...before), end: Math.min(hour + 3599, span.end, ...behind) }
}

const isDay = ({ start, end }: Span): boolean => end - start > 3600

async function countCalls(logStore: Store, filters: RowFilters, span: Span): Promise<number> {
  const types = filters.type ? [filters.type] : [logType.consumption, logType.failure]
  const counts = types.map((type) => countLogs(logStore, { ...filters, type }, span, logTotalMax + 1))
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
}

/** Reads only the hours with matching rows, from the start of the page. */
async function listByHours(
  stores: LogStores,
  filters: RowFilters,
  span: Span,
  page: Page,
  now: number,
): Promise<Listed> {
  const refunds = await refundTimes(stores, filters, span)
  const parts = withRefunds(await countParts(stores, filters, span, now), refunds, span)
  const total = parts.reduce((sum, { count }) => sum + count, 0)
  const counted = countedOf(total)
  const days = partsOfPage(parts, page)
  const listed = await hoursIn(stores, filters, days.parts, refunds)
  const hours = partsOfPage(listed, { ...page, offset: days.offset })
  if (hours.parts.length === 0) return { rows: [], ...counted }
  const spans = joinParts(hours.parts)
  return { rows: await readRowsOfSpans(stores.logStore, filters, spans, { ...page, offset: hours.offset }), ...counted }
}

/** The parts of a page, and the number of rows of the first part that come before the page. */
function partsOfPage(parts: readonly Part[], { limit, offset }: Page): { parts: Part[]; offset: number } {
  const within: Part[] = []
  let [seen, before] = [0, 0]
  for (const part of parts) {
    if (seen + part.count <= offset) before += part.count
    else if (seen < offset + limit) within.push(part)
    seen += part.count
  }
  return { parts: within, offset: offset - before }
}

/** Joins consecutive parts, newest first. */
function joinParts(parts: readonly Part[], isJoined: (part: Part) => boolean = () => true): Part[] {
  const joined: Part[] = []
  for (const part of parts) {
    const last = joined.at(-1)
    if (last && last.start === part.end + 1 && isJoined(last) && isJoined(part))
      joined[joined.length - 1] = { start: part.start, end: last.end, count: last.count + part.count }
    else joined.push(part)
  }
  return joined
}
