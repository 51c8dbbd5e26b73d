import type { LogRow } from '@turnpike/contract/usage/log'
import { type LogStores, withUsers } from './list-logs.ts'
import { type RowFilters, readRowsBefore, type Span, type StoredLog } from './logs.queries.ts'

export type ExportFormat = 'csv' | 'jsonl'

const batchMax = 1000

/** The rows of a filter as a file, newest first. A batch at a time is in memory, however many rows there are. */
export async function* exportLogs(
  stores: LogStores,
  asked: RowFilters,
  span: Span,
  format: ExportFormat,
  rowOf: (row: StoredLog) => LogRow,
): AsyncGenerator<string> {
  // Excel reads a file as UTF-8 only with this mark.
  if (format === 'csv') yield `\ufeff${columns.join(',')}\r\n`
  const filters = await withUsers(stores, asked, span)
  let last: StoredLog | undefined
  do {
    const rows = await readRowsBefore(stores.logStore, filters, span, last, batchMax)
    yield rows.map((row) => lineOf(rowOf(row), format)).join('')
    last = rows.length < batchMax ? undefined : rows.at(-1)
  } while (last)
}

const columns = [
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

function lineOf(row: LogRow, format: ExportFormat): string {
  if (format === 'jsonl') return `${JSON.stringify(row)}\n`
  const cells = { ...row, time: new Date(row.created_at * 1000).toISOString(), first_word_ms: firstWord(row) }
  return `${columns.map((column) => cell(cells[column])).join(',')}\r\n`
}

const firstWord = ({ detail }: LogRow): number | '' => detail?.timing?.first_word ?? ''

/** A cell that begins like a formula would be run by a spreadsheet: names of tokens are chosen by users. */
function cell(value: string | number | boolean): string {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
