import { logType } from '@turnpike/contract/usage/log'
import { type ExpressionBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import { beginningWith } from '../../../store/like.ts'
import { countRows } from '../../../store/row-counts.ts'
import type { Database } from '../../../store/schema.ts'
import type { Store } from '../../../store/store.ts'
import { modelMatches } from './model-pattern.ts'
import { paidBy } from './paid-by.ts'
import { type CallFilters, someIds } from './usage-hours.queries.ts'

export type StoredLog = Selectable<Database['logs']>

/** Rows between two times, both included. */
export type RowFilters = CallFilters & {
  type?: number | undefined
  /** Rows that cost more. The hourly sums cannot say how many those are. */
  quota_over?: number | undefined
}
export type Span = { start: number; end: number }

/** Rows of relayed calls. The few others have an index of their own, which needs this condition. */
export const isCallType = (type: number) => type === logType.consumption || type === logType.failure

/** Whether the filters may match few of many rows: no index finds those, but the hourly sums do. */
export const isSparse = ({ type, token_name, token_id, model_name, channel, group }: RowFilters): boolean =>
  Boolean(token_name || token_id || model_name || channel || group || type === logType.failure)

export function matchesRow(eb: ExpressionBuilder<Database, 'logs'>, filters: RowFilters, { start, end }: Span) {
  const { user_id, account_id, user_ids, username, token_name, token_id, model_name } = filters
  const { channel, group, type, quota_over } = filters
  return eb.and([
    eb('created_at', '>=', start),
    eb('created_at', '<=', end),
    ...(user_id === undefined ? [] : [eb('user_id', '=', user_id)]),
    ...(account_id === undefined ? [] : [paidBy(account_id)]),
    ...(user_ids ? [eb('user_id', 'in', someIds(user_ids))] : []),
    ...(type ? [eb('type', '=', type)] : []),
    ...(type && !isCallType(type) ? [sql<boolean>`type NOT IN (2, 5)`] : []),
    ...(username ? [eb('username', '=', username)] : []),
    ...(token_name ? [eb('token_name', '=', token_name)] : []),
    ...(token_id ? [eb('token_id', '=', token_id)] : []),
    ...(model_name ? [modelMatches(model_name)] : []),
    ...(channel ? [eb('channel', '=', channel)] : []),
    ...(group ? [eb('group', '=', group)] : []),
    ...(quota_over === undefined ? [] : [eb('quota', '>', quota_over)]),
  ])
}

type Page = { limit: number; offset: number }

const newestRows = (store: Store, filters: RowFilters, span: Span, page: Page) =>
  store
    .selectFrom('logs')
    .selectAll()
    .where((eb) => matchesRow(eb, filters, span))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)

/** Newest first. */
export const readRows = (store: Store, filters: RowFilters, span: Span, page: Page): Promise<StoredLog[]> =>
  newestRows(store, filters, span, page).execute()

/**
 * Reads a page from several spans in one statement, newest first. Each span is limited to the rows of the page, and the
 * rows between the spans are not read. Only the first span has rows before the page.
 */
export async function readRowsOfSpans(
  store: Store,
  filters: RowFilters,
  spans: readonly Span[],
  { limit, offset }: Page,
): Promise<StoredLog[]> {
  const [query, ...others] = spans.map((span, index) =>
    // A part of a union has an order and a limit only inside a subquery.
    store
      .selectFrom(newestRows(store, filters, span, { limit, offset: index === 0 ? offset : 0 }).as('rows'))
      .selectAll(),
  )
  if (!query) return []
  const rows = await others.reduce((union, other) => union.unionAll(other), query).execute()
  return rows.sort((one, other) => other.created_at - one.created_at || other.id - one.id).slice(0, limit)
}

/** The rows older than a given one, newest first, for reading many rows in batches. */
export const readRowsBefore = (
  store: Store,
  filters: RowFilters,
  span: Span,
  before: { created_at: number; id: number } | undefined,
  limit: number,
): Promise<StoredLog[]> =>
  store
    .selectFrom('logs')
    .selectAll()
    .where((eb) => matchesRow(eb, filters, { ...span, end: before ? Math.min(before.created_at, span.end) : span.end }))
    .$if(before !== undefined, (query) =>
      query.where(({ eb, or, and }) =>
        or([
          eb('created_at', '<', before?.created_at ?? 0),
          and([eb('created_at', '=', before?.created_at ?? 0), eb('id', '<', before?.id ?? 0)]),
        ]),
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** The time of the oldest row. Older rows may have been deleted; their hours are kept. */
export async function readOldestTime(store: Store): Promise<number> {
  const row = await store.selectFrom('logs').select('created_at').orderBy('created_at').limit(1).executeTakeFirst()
  return row?.created_at ?? Number.MAX_SAFE_INTEGER
}

/** The times of refunds of calls, newest first. Rows of other events have no model, token, channel or group. */
export async function readRefundTimes(store: Store, filters: RowFilters, span: Span, limit: number): Promise<number[]> {
  const rows = await store
    .selectFrom('logs')
    .select('created_at')
    .where((eb) => matchesRow(eb, { ...filters, type: logType.system }, span))
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ created_at }) => created_at)
}

/** Counts rows up to a maximum. */
export const countLogs = (store: Store, filters: RowFilters, span: Span, max: number): Promise<number> =>
  countRows(
    store.selectFrom(
      store
        .selectFrom('logs')
        .select('id')
        .where((eb) => matchesRow(eb, filters, span))
        .limit(max)
        .as('counted'),
    ),
  )

/** 1 for a failed call that was the fault of its request, else 0. */
export const isRefusal = sql<number>`CASE WHEN type = 5 AND other LIKE '%"refused":true%' THEN 1 ELSE 0 END`

const sum = (column: 'quota' | 'prompt_tokens' | 'completion_tokens') =>
  sql<number>`coalesce(sum(${sql.ref(column)}), 0)`.as(column)

/** Sums calls and their refunds in a short span, from the rows. */
export const sumRows = (store: Store, filters: RowFilters, span: Span) =>
  store
    .selectFrom('logs')
    .select([
      sql<number>`coalesce(sum(CASE WHEN type = 2 THEN 1 ELSE 0 END), 0)`.as('calls'),
      sql<number>`coalesce(sum(CASE WHEN type = 5 THEN 1 ELSE 0 END), 0)`.as('failures'),
      sql<number>`coalesce(sum(${isRefusal}), 0)`.as('refusals'),
      sum('quota'),
      sum('prompt_tokens'),
      sum('completion_tokens'),
    ])
    .where(({ eb, or, and }) =>
      or([
        eb('type', 'in', [logType.consumption, logType.failure]),
        and([eb('type', '=', logType.system), eb('quota', '<', 0)]), // a refund
      ]),
    )
    .where((eb) => matchesRow(eb, filters, span))
    .executeTakeFirstOrThrow()

/** The charges that were given back in a span, as a negative sum. */
export async function sumRefunds(store: Store, filters: RowFilters, span: Span): Promise<number> {
  const { quota } = await store
    .selectFrom('logs')
    .select(sum('quota'))
    .where((eb) => matchesRow(eb, { ...filters, type: logType.system }, span))
    .executeTakeFirstOrThrow()
  return quota
}

/** A task ends within this time, and is refunded by then if it fails. */
const refundedWithinSeconds = 7 * 86_400

/** The names of the organisations of these rows. */
export async function readAccountNames(
  store: Store,
  rows: readonly { account_id?: number | undefined }[],
): Promise<ReadonlyMap<number, string>> {
  const ids = [...new Set(rows.map(({ account_id = 0 }) => account_id))].filter((id) => id !== 0)
  if (ids.length === 0) return new Map()
  const found = await store.selectFrom('users').select(['id', 'display_name']).where('id', 'in', ids).execute()
  return new Map(found.map(({ id, display_name }) => [id, display_name]))
}

/** Whose rows are read; all where it is empty. */
export type Owner = Pick<RowFilters, 'user_id' | 'account_id'>

const isOf =
  ({ user_id, account_id }: Owner) =>
  (eb: ExpressionBuilder<Database, 'logs'>) =>
    eb.and([
      ...(user_id === undefined ? [] : [eb('user_id', '=', user_id)]),
      ...(account_id === undefined ? [] : [paidBy(account_id)]),
    ])

/** The rows of one request: its consumption, the failures of its attempts, and the refund of its charge. */
export async function readRequest(store: Store, request_id: string, owner: Owner): Promise<StoredLog[]> {
  const rows = await readCallRows(store, request_id, owner)
  const charge = rows.find(({ type }) => type === logType.consumption)
  if (!charge) return rows
  const span = { start: charge.created_at, end: charge.created_at + refundedWithinSeconds }
  const refunds = await store
    .selectFrom('logs')
    .selectAll()
    .where((eb) => matchesRow(eb, { user_id: charge.user_id, type: logType.system }, span))
    .where('request_id', '=', request_id)
    .execute()
  return [...refunds, ...rows]
}

const readCallRows = (store: Store, request_id: string, owner: Owner): Promise<StoredLog[]> =>
  store
    .selectFrom('logs')
    .selectAll()
    .where(({ eb, or, and }) =>
      or([
        and([eb('type', '=', logType.consumption), eb('request_id', '<>', ''), eb('request_id', '=', request_id)]),
        and([eb('type', '=', logType.failure), eb('request_id', '=', request_id)]),
      ]),
    )
    .where(isOf(owner))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(100)
    .execute()

type Search = { type: number | undefined; beginning: string | undefined; owner: Owner }

/** The newest rows of a type or with the start of a text, or the newest rows of all. Rows of calls have no text. */
export function searchRows(store: Store, { type, beginning, owner }: Search, limit: number): Promise<StoredLog[]> {
  // The few rows of other kinds than calls have an index of their own, which needs this condition.
  const isOfEvents = type === undefined ? beginning !== undefined : !isCallType(type)
  return store
    .selectFrom('logs')
    .selectAll()
    .where(isOf(owner))
    .$if(isOfEvents, (query) => query.where(sql<SqlBool>`type NOT IN (2, 5)`))
    .where(({ eb, or }) => {
      const wanted = [
        ...(type === undefined ? [] : [eb('type', '=', type)]),
        ...(beginning === undefined
          ? []
          : [sql<SqlBool>`content like ${beginningWith(beginning)} escape '\\' AND type NOT IN (2, 5)`]),
      ]
      return wanted.length > 0 ? or(wanted) : sql<SqlBool>`1 = 1`
    })
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export const findTokenByKeyHash = (store: Store, key_hash: string) =>
  store.selectFrom('tokens').select(['id', 'user_id', 'caller_id']).where('key_hash', '=', key_hash).executeTakeFirst()

/** Charged calls of some models since a time, newest first, after a given row. */
export const readCallsBefore = (
  logStore: Store,
  models: readonly string[],
  since: number,
  last: { id: number; created_at: number },
  limit: number,
) =>
  logStore
    .selectFrom('logs')
    .select(['id', 'created_at', 'user_id', 'username', 'model_name', 'quota', 'facts'])
    .select(['prompt_tokens', 'completion_tokens'])
    .where('created_at', '>=', since)
    .where('type', '=', logType.consumption)
    .where('model_name', 'in', [...models])
    .where(({ eb, and, or }) =>
      or([
        eb('created_at', '<', last.created_at),
        and([eb('created_at', '=', last.created_at), eb('id', '<', last.id)]),
      ]),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
