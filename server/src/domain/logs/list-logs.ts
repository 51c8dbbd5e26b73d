import { logTotalMax, logType } from '@turnpike/contract/usage/log'
import type { Store } from '../../store/store.ts'
import { hoursAround, splitSpan } from './log-span.ts'
import {
  countRows,
  isCallType,
  type RowFilters,
  readOldestTime,
  readRows,
  type Span,
  type StoredLog,
  sumRows,
} from './logs.queries.ts'
import { type CountedSpan, countByDay, countByHour, findUsersOfName, sumHours } from './usage-hours.queries.ts'

/** The main database has the hours, the log database the rows; they may be the same. */
export type LogStores = { store: Store; logStore: Store }

type Page = { limit: number; offset: number }
type Listed = { rows: StoredLog[]; total: number; more: boolean }

/**
 * A page of rows, newest first, and how many there are. A filter by model, token, channel or group may match few of
 * millions of rows: the hours say where those are, so that the rows between them are not read.
 */
export async function listRows(
  stores: LogStores,
  asked: RowFilters,
  { start, end }: Span,
  page: Page,
  now: number,
): Promise<Listed> {
  const span = { start: Math.max(start, await readOldestTime(stores.logStore)), end }
  if (span.start > end) return { rows: [], total: 0, more: false }
  if (page.offset >= logTotalMax) return { rows: [], ...(await countAll(stores, asked, span, now)) }
  const filters = await byUser(stores, asked, span)
  return isSparse(filters)
    ? listByHours(stores, filters, span, page, now)
    : listInTurn(stores, filters, span, page, now)
}

const isSparse = ({ type, token_name, token_id, model_name, channel, group }: RowFilters): boolean =>
  Boolean(token_name || token_id || model_name || channel || group || type === logType.failure)

/** Rows have an index by user, none by name: the users of a name are looked up first. */
async function byUser({ store }: LogStores, filters: RowFilters, span: Span): Promise<RowFilters> {
  const { username, user_id } = filters
  if (!username || user_id !== undefined) return filters
  return { ...filters, user_ids: await findUsersOfName(store, username, hoursAround(span)) }
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

/** Sums of the hours and, for the few rows that are no calls, of their own index. */
async function countAll(stores: LogStores, filters: RowFilters, span: Span, now: number) {
  const parts = await countParts(stores, filters, span, now)
  const calls = parts.reduce((sum, { count }) => sum + count, 0)
  const total = calls + (await countEvents(stores, filters, span))
  return { total: Math.min(total, logTotalMax), more: total > logTotalMax }
}

/** Rows that are neither consumption nor failures have no model, token, channel and group. */
async function countEvents({ logStore }: LogStores, filters: RowFilters, span: Span): Promise<number> {
  const { type, user_id, user_ids, username } = filters
  if (isSparse(filters) || type === logType.consumption) return 0
  const types = type ? [type] : [logType.topUp, logType.admin, logType.system]
  const owner = { user_id, username, ...(user_ids && { user_ids }) }
  const counts = types.map((each) => countRows(logStore, { ...owner, type: each }, span, logTotalMax + 1))
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
}

/** A span and the number of call rows in it. */
type Part = Span & { count: number }

/** Days, hours and what is left of an hour, newest first; those without such rows are left out. */
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

/** A day as its hours. */
async function hoursIn({ store }: LogStores, filters: RowFilters, { start, end, count }: Part): Promise<Part[]> {
  if (end - start < 3600) return [{ start, end, count }]
  const hours = await countByHour(store, filters, { from: start, to: end + 1 })
  return hours.map((counted) => partOf(counted, filters)).filter((part) => part.count > 0)
}

async function countCalls(logStore: Store, filters: RowFilters, span: Span): Promise<number> {
  const types = filters.type ? [filters.type] : [logType.consumption, logType.failure]
  const counts = types.map((type) => countRows(logStore, { ...filters, type }, span, logTotalMax + 1))
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
}

/** Reads only the hours that have such rows, beginning where the page begins. */
async function listByHours(
  stores: LogStores,
  filters: RowFilters,
  span: Span,
  page: Page,
  now: number,
): Promise<Listed> {
  const parts = await countParts(stores, filters, span, now)
  const total = parts.reduce((sum, { count }) => sum + count, 0)
  const rows: StoredLog[] = []
  let skipped = 0
  for (const part of parts) {
    if (rows.length >= page.limit) break
    const isBefore = rows.length === 0 && skipped + part.count <= page.offset
    for (const hour of isBefore ? [] : await hoursIn(stores, filters, part)) {
      const left = page.limit - rows.length
      const offset = Math.max(0, page.offset - skipped)
      if (left > 0 && offset < hour.count)
        rows.push(...(await readRows(stores.logStore, filters, hour, { limit: left, offset })))
      skipped += hour.count
    }
    if (isBefore) skipped += part.count
  }
  return { rows, total: Math.min(total, logTotalMax), more: total > logTotalMax }
}

/** The sums of all calls that match. */
export async function sumCalls({ store, logStore }: LogStores, filters: RowFilters, span: Span, now: number) {
  const { hours, rests } = splitSpan(span, now)
  const [ofHours, ...ofRests] = await Promise.all([
    sumHours(store, filters, hours),
    ...rests.map((rest) => sumRows(logStore, filters, rest)),
  ])
  return [...ofHours, ...ofRests].reduce((one, other) => ({
    calls: one.calls + other.calls,
    failures: one.failures + other.failures,
    quota: one.quota + other.quota,
    prompt_tokens: one.prompt_tokens + other.prompt_tokens,
    completion_tokens: one.completion_tokens + other.completion_tokens,
  }))
}
