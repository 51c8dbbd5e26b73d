import type { LogRow } from '@turnpike/contract/usage/log'
import { csvCell } from './csv-cell.ts'
import { type LogStores, withUsers } from './list-logs.ts'
import { type RowFilters, readRowsBefore, type Span, type StoredLog } from './logs.queries.ts'

export type ExportFormat = 'csv' | 'jsonl'

const batchMax = 1000

/** The filtered rows as a file, newest first. Only one batch of rows is in memory at a time. */
export async function* exportLogs(
  stores: LogStores,
  requested: RowFilters,
  span: Span,
  format: ExportFormat,
  rowOf: (row: StoredLog) => LogRow,
  columns: readonly Column[],
): AsyncGenerator<string> {
  // Excel reads a file as UTF-8 only with this mark.
  if (format === 'csv') yield `\ufeff${columns.join(',')}\r\n`
  const filters = await withUsers(stores, requested, span)
  let last: StoredLog | undefined
  do {
    const rows = await readRowsBefore(stores.logStore, filters, span, last, batchMax)
    yield rows.map((row) => lineOf(rowOf(row), format, columns)).join('')
    last = rows.length < batchMax ? undefined : rows.at(-1)
  } while (last)
}

/** Only administrators see the cost at the upstream. */
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
export const adminColumns = [...ownColumns, 'cost'] as const
type Column = (typeof adminColumns)[number]

function lineOf(row: LogRow, format: ExportFormat, columns: readonly Column[]): string {
  if (format === 'jsonl') return `${JSON.stringify(row)}\n`
  const time = new Date(row.created_at * 1000).toISOString()
  const cells = { ...row, time, first_word_ms: firstWord(row), cost: row.detail?.cost ?? '' }
  return `${columns.map((column) => csvCell(cells[column])).join(',')}\r\n`
}

const firstWord = ({ detail }: LogRow): number | '' => detail?.timing?.first_word ?? ''
