import { setImmediate } from 'node:timers/promises'
import { type LogRow, logTotalMax } from '@turnpike/contract/usage/log'
import { csvCell } from './csv-cell.ts'
import { type LogStores, withUsers } from './list-logs.ts'
import { type RowFilters, readRowsBefore, type Span, type StoredLog } from './logs.queries.ts'
import { readRowsOfKeys, type Sorting } from './scan/scan.queries.ts'
import { firstKeys } from './scan/scan-rows.ts'
import { rowLimits, scanSpans } from './scan/scan-spans.ts'

export type ExportFormat = 'csv' | 'jsonl'

const batchMax = 1000

/** The filtered rows as a file. Only one batch of rows is in memory at a time. */
export async function* exportLogs(
  stores: LogStores,
  requested: RowFilters,
  span: Span,
  sorting: Sorting,
  format: ExportFormat,
  { rowOf, columns }: FileShape,
): AsyncGenerator<string> {
  // Excel reads a file as UTF-8 only with this mark.
  if (format === 'csv') yield `\ufeff${columns.join(',')}\r\n`
  const filters = await withUsers(stores, requested, span)
  const batches = sorting.sort === undefined ? newestBatches : firstBatches
  for await (const rows of batches(stores, filters, span, sorting))
    yield rows.map((row) => lineOf(rowOf(row), format, columns)).join('')
}

type Batches = (stores: LogStores, filters: RowFilters, span: Span, sorting: Sorting) => AsyncGenerator<StoredLog[]>

/** Every row, newest first. */
const newestBatches: Batches = async function* ({ store, logStore }, filters, span) {
  const isScan = filters.quota_over !== undefined
  const { spans } = isScan
    ? await scanSpans(store, filters, span, { ...rowLimits, all: Number.POSITIVE_INFINITY })
    : { spans: [span] }
  for (const each of spans) {
    let last: StoredLog | undefined
    do {
      const rows = await readRowsBefore(logStore, filters, each, last, batchMax)
      yield rows
      last = rows.length < batchMax ? undefined : rows.at(-1)
    } while (last)
    await setImmediate() // calls must not wait for all spans
  }
}

/** The first rows in another order, as many as the list has. */
const firstBatches: Batches = async function* ({ store, logStore }, filters, span, sorting) {
  const keys = await firstKeys(logStore, filters, await scanSpans(store, filters, span), sorting, logTotalMax)
  for (let from = 0; from < keys.length; from += batchMax)
    yield await readRowsOfKeys(logStore, keys.slice(from, from + batchMax))
}

/** Only administrators see the cost at the upstream, and which organisation pays. */
export const ownColumns = [
  'time',
  'type',
  'username',
  'token_name',
  'model_name',
  'group',
  'channel',
  'prompt_tokens',
  'completion_tokens',
  'quota',
  'use_time',
  'first_word_ms',
  'is_stream',
  'request_id',
  'content',
] as const
export const adminColumns = [...ownColumns, 'cost', 'account_id'] as const
type Column = (typeof adminColumns)[number]
/** Which parts of a row its reader may see. */
export type FileShape = { rowOf: (row: StoredLog) => LogRow; columns: readonly Column[] }

function lineOf(row: LogRow, format: ExportFormat, columns: readonly Column[]): string {
  if (format === 'jsonl') return `${JSON.stringify(row)}\n`
  const time = new Date(row.created_at * 1000).toISOString()
  const cells = {
    ...row,
    time,
    first_word_ms: firstWord(row),
    cost: row.detail?.cost ?? '',
    account_id: row.account_id ?? 0,
  }
  return `${columns.map((column) => csvCell(cells[column])).join(',')}\r\n`
}

const firstWord = ({ detail }: LogRow): number | '' => detail?.timing?.first_word ?? ''
