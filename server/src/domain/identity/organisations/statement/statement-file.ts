import type { Statement } from '@turnpike/contract/money/statement'
import { dollars } from '@turnpike/contract/quota'
import { csvCell } from '../../../usage/logs/csv-cell.ts'

/** A line of the file: the balances, a movement, or what a member spent on a model. */
type Line = {
  part: 'opening' | 'movement' | 'closing' | 'spent'
  kind?: string
  user_id?: number
  member?: string
  model?: string
  entries?: number
  requests?: number
  input_tokens?: number
  output_tokens?: number
  quota: number
}

const names = ['part', 'kind', 'user_id', 'member', 'model', 'entries'] as const
const sums = ['requests', 'input_tokens', 'output_tokens', 'quota'] as const
const columns = [...names, ...sums]

/** A statement as CSV. Opening and movements add up to closing. */
export function statementFile({ opening, closing, movements, rows }: Statement, quotaPerUnit: number): string {
  const lines: Line[] = [
    { part: 'opening', quota: opening },
    ...movements.map(({ kind, quota, entries }) => ({ part: 'movement' as const, kind, entries, quota })),
    { part: 'closing', quota: closing },
    ...rows.map((row) => ({
      part: 'spent' as const,
      user_id: row.user_id,
      member: row.name,
      model: row.model,
      requests: row.calls,
      input_tokens: row.prompt_tokens,
      output_tokens: row.completion_tokens,
      quota: row.quota,
    })),
  ]
  // An amount is our own figure: it is no formula, and with an escaped minus sign a spreadsheet would not add it up.
  const cells = (line: Line) => [
    ...columns.map((column) => csvCell(line[column] ?? '')),
    dollars(line.quota, quotaPerUnit, 6),
  ]
  return [[...columns, 'usd'], ...lines.map(cells)].map((row) => `${row.join(',')}\r\n`).join('')
}
