import { setImmediate } from 'node:timers/promises'
import { logTotalMax } from '@turnpike/contract/usage/log'
import type { Store } from '../../../../store/store.ts'
import type { RowFilters, StoredLog } from '../logs.queries.ts'
import { type RowKey, readRowKeys, readRowsOfKeys, type Sorting, sumSpan, type TypeSums } from './scan.queries.ts'
import type { Scan } from './scan-spans.ts'

/** The first rows in an order, span by span. A later span is read only for rows that come before the last one so far. */
export async function firstKeys(
  logStore: Store,
  filters: RowFilters,
  { spans }: Scan,
  sorting: Sorting,
  limit: number,
): Promise<RowKey[]> {
  let first: RowKey[] = []
  for (const span of spans) {
    const last = first.length === limit ? first.at(-1) : undefined
    if (last && sorting.sort === undefined) break // the spans are in the order of time
    const found = await readRowKeys(logStore, filters, span, sorting, { limit, bound: last?.value })
    first = [...first, ...found].sort(orderOf(sorting)).slice(0, limit)
    await setImmediate() // SQLite answers at once, and calls must not wait for all spans
  }
  return first
}

const orderOf =
  ({ order }: Sorting) =>
  (one: RowKey, other: RowKey): number =>
    (order === 'desc' ? other.value - one.value : one.value - other.value) ||
    other.created_at - one.created_at ||
    other.id - one.id

/** A page of rows in an order. */
export async function scanPage(
  logStore: Store,
  filters: RowFilters,
  scan: Scan,
  sorting: Sorting,
  { limit, offset }: { limit: number; offset: number },
): Promise<StoredLog[]> {
  if (offset >= logTotalMax) return []
  const keys = await firstKeys(logStore, filters, scan, sorting, offset + limit)
  return readRowsOfKeys(logStore, keys.slice(offset))
}

/** The sums by type of every row that matches. */
export async function sumScan(logStore: Store, filters: RowFilters, { spans }: Scan): Promise<TypeSums[]> {
  const sums = new Map<number, TypeSums>()
  for (const span of spans) {
    for (const found of await sumSpan(logStore, filters, span)) {
      const same = sums.get(found.type)
      if (!same) sums.set(found.type, found)
      else {
        same.rows += found.rows
        same.refusals += found.refusals
        same.quota += found.quota
        same.prompt_tokens += found.prompt_tokens
        same.completion_tokens += found.completion_tokens
      }
    }
    await setImmediate()
  }
  return [...sums.values()]
}
