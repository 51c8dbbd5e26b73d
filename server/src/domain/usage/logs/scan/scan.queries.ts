import type { LogOrder, LogSort } from '@turnpike/contract/usage/log'
import { type RawBuilder, sql } from 'kysely'
import { isPostgres } from '../../../../store/is-postgres.ts'
import type { Store } from '../../../../store/store.ts'
import { isRefusal, matchesRow, type RowFilters, type Span, type StoredLog } from '../logs.queries.ts'

/** The place of a row in a sorted list. */
export type RowKey = { id: number; created_at: number; value: number }

export type Sorting = { sort: LogSort | undefined; order: LogOrder }

/** Milliseconds are in the text of the row; rows of failed calls have seconds alone. */
const milliseconds = (store: Store): RawBuilder<number> =>
  isPostgres(store)
    ? sql`coalesce((nullif(facts, '')::json #>> '{ms,2}')::bigint, use_time * 1000)`
    : sql`coalesce(json_extract(nullif(facts, ''), '$.ms[2]'), use_time * 1000)`

const columns = { cost: 'quota', input: 'prompt_tokens', output: 'completion_tokens' } as const

function figureOf(store: Store, sort: LogSort | undefined): RawBuilder<number> {
  if (sort === undefined) return sql.ref('created_at')
  return sort === 'time' ? milliseconds(store) : sql.ref(columns[sort])
}

/** Compares a column first: the text is parsed only of rows that this lets through. */
function isBeyond(store: Store, { sort, order }: Sorting, bound: number): RawBuilder<boolean> {
  const value = figureOf(store, sort)
  if (order === 'desc')
    return sort === 'time'
      ? sql`use_time >= ${Math.floor(bound / 1000)} AND ${value} > ${bound}`
      : sql`${value} > ${bound}`
  return sort === 'time'
    ? sql`use_time <= ${Math.ceil(bound / 1000)} AND ${value} < ${bound}`
    : sql`${value} < ${bound}`
}

/** The first rows of a span in an order, of those beyond a bound if there is one. Among equals the newest is first. */
export const readRowKeys = (
  store: Store,
  filters: RowFilters,
  span: Span,
  sorting: Sorting,
  { limit, bound }: { limit: number; bound: number | undefined },
): Promise<RowKey[]> =>
  store
    .selectFrom('logs')
    .select(['id', 'created_at', figureOf(store, sorting.sort).as('value')])
    .where((eb) => matchesRow(eb, filters, span))
    .$if(bound !== undefined, (query) => query.where(isBeyond(store, sorting, bound ?? 0)))
    .orderBy('value', sorting.order)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** Whole rows, in the order of their keys. */
export async function readRowsOfKeys(store: Store, keys: readonly RowKey[]): Promise<StoredLog[]> {
  if (keys.length === 0) return []
  const times = keys.map(({ created_at }) => created_at)
  const rows = await store
    .selectFrom('logs')
    .selectAll()
    .where('id', 'in', [...new Set(keys.map(({ id }) => id))])
    .where('created_at', '>=', Math.min(...times))
    .where('created_at', '<=', Math.max(...times))
    .execute()
  const rowOf = new Map(rows.map((row) => [row.id, row]))
  return keys.flatMap(({ id }) => rowOf.get(id) ?? [])
}

export type TypeSums = {
  type: number
  rows: number
  refusals: number
  quota: number
  prompt_tokens: number
  completion_tokens: number
}

/** Rows, charges and tokens of a span, by the type of row. */
export async function sumSpan(store: Store, filters: RowFilters, span: Span): Promise<TypeSums[]> {
  const sum = (column: 'quota' | 'prompt_tokens' | 'completion_tokens') =>
    sql<number>`sum(${sql.ref(column)})`.as(column)
  return store
    .selectFrom('logs')
    .select(['type', sql<number>`count(*)`.as('rows'), sum('quota'), sum('prompt_tokens'), sum('completion_tokens')])
    .select(sql<number>`sum(${isRefusal})`.as('refusals'))
    .where((eb) => matchesRow(eb, filters, span))
    .groupBy('type')
    .execute()
}
