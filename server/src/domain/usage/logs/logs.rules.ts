import { type LogFilters, type LogInOrder, type LogRow, logType } from '@turnpike/contract/usage/log'
import { AppError } from '../../../http/app-error.ts'
import type { CallScope } from '../../../http/caller.ts'
import { findSeat } from '../../identity/organisations/seats.queries.ts'
import { presentedKey } from '../../identity/tokens/presented-key.ts'
import { type PlanPart, readPaidByPlans } from '../../money/plans/paid-by-plans.queries.ts'
import { sumRefunds } from '../../money/refunds/call-refunds.queries.ts'
import { adminColumns, type ExportFormat, exportLogs, type FileShape, ownColumns } from './export-logs.ts'
import { byTime, type LogStores, listRows } from './list-logs.ts'
import { adminRow, ownRow } from './log-row.ts'
import { spanOf } from './log-span.ts'
import {
  findTokenByKeyHash,
  type RowFilters,
  readAccountNames,
  readRequest,
  readRows,
  type StoredLog,
  searchRows,
  sumRows,
} from './logs.queries.ts'
import type { Sorting } from './scan/scan.queries.ts'
import { sumLogs } from './sum-logs.ts'

/** The filters and the page. An absent filter, or 0 for a number, matches every row. */
export type LogQuery = Omit<LogFilters, 'username' | 'channel' | 'quota_over' | 'account_id'> &
  Partial<Pick<LogFilters, 'username' | 'channel' | 'quota_over'>> &
  LogInOrder &
  Partial<CallScope>

export type LogPage = {
  items: LogRow[]
  total: number
  more: boolean
  searched_from: number | null
  page: number
  page_size: number
}

const filtersOf = (query: LogQuery): RowFilters => {
  const { user_id, account_id, type, username, token_name, model_name, channel, group, quota_over } = query
  const numbers = { type: type || undefined, channel: channel || undefined, quota_over }
  return { user_id, account_id, username, token_name, model_name, group, ...numbers }
}
const sortingOf = ({ sort, order = 'desc' }: LogInOrder): Sorting => (sort === undefined ? byTime : { sort, order })

/** Who sees the calls of all members may read those of one, by name. */
const ownQuery = (query: LogQuery, { user_id, account_id }: CallScope): LogQuery => ({
  ...query,
  ...(user_id !== undefined && { user_id, username: undefined }),
  account_id,
  channel: undefined,
})

const allQuery = <Query extends LogQuery>({ account_id, ...query }: Query): LogQuery & Omit<Query, 'account_id'> => ({
  ...query,
  ...(account_id && { account_id }),
})

/** The log as administrators read it. */
export async function listLogs(stores: LogStores, query: LogQuery, now: number): Promise<LogPage> {
  const page = await list(stores, allQuery(query), now, adminRow)
  return { ...page, items: await withAccounts(stores, page.items) }
}

export const listOwnLogs = (stores: LogStores, scope: CallScope, query: LogQuery, now: number): Promise<LogPage> =>
  list(stores, ownQuery(query, scope), now, ownRow)

async function list(
  stores: LogStores,
  query: LogQuery,
  now: number,
  rowOf: (row: StoredLog) => LogRow,
): Promise<LogPage> {
  const { p, page_size, request_id } = query
  if (request_id) {
    const rows = await readRequest(stores.logStore, request_id, query)
    const items = await withMoney(stores, rows.map(rowOf))
    return { items, total: rows.length, more: false, searched_from: null, page: 1, page_size }
  }
  const span = spanOf(query.start_timestamp, query.end_timestamp, now)
  const page = { limit: page_size, offset: (p - 1) * page_size }
  const { rows, total, more, searchedFrom } = await listRows(
    stores,
    filtersOf(query),
    span,
    page,
    now,
    sortingOf(query),
  )
  const items = await withMoney(stores, rows.map(rowOf))
  return { items, total, more, searched_from: searchedFrom ?? null, page: p, page_size }
}

/** The rows of charged calls, with what plans paid of them, and what was given back. */
async function withMoney({ store }: LogStores, rows: LogRow[]): Promise<LogRow[]> {
  const charged = rows.filter(({ type, quota, request_id }) => type === logType.consumption && quota > 0 && request_id)
  const references = charged.map(({ request_id }) => request_id)
  const refunds = await sumRefunds(store, references)
  const paid = await readPaidByPlans(store, references)
  if (refunds.size + paid.size === 0) return rows
  return rows.map((row) => {
    const paid_by = row.type === logType.consumption ? paid.get(row.request_id) : undefined
    return { ...row, refunded: refundOf(row, refunds), ...(paid_by && { paid_by: paid_by.map(partOf) }) }
  })
}

const partOf = ({ plan, amount }: PlanPart): PlanPart => ({ plan, amount })

/** Administrators also read the names of the organisations. */
async function withAccounts({ store }: Pick<LogStores, 'store'>, rows: LogRow[]): Promise<LogRow[]> {
  const names = await readAccountNames(store, rows)
  return names.size === 0 ? rows : rows.map((row) => ({ ...row, account: names.get(row.account_id ?? 0) ?? '' }))
}

const refundOf = ({ type, request_id }: LogRow, refunds: ReadonlyMap<string, number>): number =>
  type === logType.consumption ? (refunds.get(request_id) ?? 0) : 0

type LogFile = LogQuery & { format: ExportFormat }

/** The filtered rows as a file. The span is checked before the first byte is sent. */
export const exportAllLogs = (stores: LogStores, query: LogFile, now: number) =>
  exportFile(stores, { ...allQuery(query), format: query.format }, now, adminFile)

const adminFile: FileShape = { rowOf: adminRow, columns: adminColumns }
const ownFile: FileShape = { rowOf: ownRow, columns: ownColumns }

function exportFile(stores: LogStores, query: LogFile, now: number, shape: FileShape) {
  const span = spanOf(query.start_timestamp, query.end_timestamp, now)
  return exportLogs(stores, filtersOf(query), span, sortingOf(query), query.format, shape)
}

export const exportOwnLogs = (stores: LogStores, scope: CallScope, query: LogFile, now: number) =>
  exportFile(stores, { ...ownQuery(query, scope), format: query.format }, now, ownFile)

export const statOwnLogs = (stores: LogStores, scope: CallScope, query: LogQuery, now: number) =>
  sumsOf(stores, ownQuery(query, scope), now)

export const statLogs = (stores: LogStores, query: LogQuery, now: number) => sumsOf(stores, allQuery(query), now)

/** Sums of the filtered rows. Calls and tokens per minute are those of the last minute, of every type. */
async function sumsOf(stores: LogStores, query: LogQuery, now: number) {
  const filters = filtersOf(query)
  const span = spanOf(query.start_timestamp, query.end_timestamp, now)
  const lastMinute = { start: now - 59, end: now }
  const [{ searchedFrom, ...sums }, minute] = await Promise.all([
    sumLogs(stores, filters, span, now),
    sumRows(stores.logStore, { ...filters, type: undefined }, lastMinute),
  ])
  return {
    ...sums,
    searched_from: searchedFrom ?? null,
    rpm: minute.calls,
    tpm: minute.prompt_tokens + minute.completion_tokens,
  }
}

const searchMax = 100

/** A number selects a type. Administrators may also search for the start of a row's text. */
export async function searchLogs({ store, logStore }: LogStores, keyword: string | undefined, scope?: CallScope) {
  const text = keyword?.trim() ?? ''
  const type = /^\d{1,3}$/.test(text) ? Number(text) : undefined
  const beginning = scope === undefined && text !== '' ? text : undefined
  const rows = await searchRows(logStore, { type, beginning, owner: scope ?? {} }, searchMax)
  return scope ? rows.map(ownRow) : withAccounts({ store }, rows.map(adminRow))
}

/** The rows of one key, for its holder, also if the key is disabled or deleted, but not after leaving the organisation. */
export async function listTokenLogs(
  stores: LogStores,
  hashOf: (key: string) => string,
  { key, p, page_size }: { key?: string | undefined; p: number; page_size: number },
): Promise<LogRow[]> {
  const secret = presentedKey(key)
  const token = secret && (await findTokenByKeyHash(stores.store, hashOf(secret)))
  if (!token || (token.caller_id !== 0 && !(await findSeat(stores.store, token.user_id, token.caller_id))))
    throw new AppError('not_found')
  const filters = { user_id: token.caller_id || token.user_id, token_id: token.id }
  const all = { start: 1, end: Number.MAX_SAFE_INTEGER }
  const rows = await readRows(stores.logStore, filters, all, { limit: page_size, offset: (p - 1) * page_size })
  return rows.map(ownRow)
}
