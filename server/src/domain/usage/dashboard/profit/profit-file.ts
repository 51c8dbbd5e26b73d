import type { ProfitRow } from '@turnpike/contract/usage/profit'
import { csvCell } from '../../logs/csv-cell.ts'

const columns = [
  'id',
  'name',
  'calls',
  'revenue_usd',
  'calls_with_cost',
  'revenue_with_cost_usd',
  'cost_usd',
  'margin_usd',
  'margin_percent',
  'calls_below_cost',
  'lost_usd',
] as const

/** Amounts are dollars with six digits: a point of quota is two millionths of one. */
export function profitFile(rows: readonly ProfitRow[], quotaPerUnit: number): string {
  const dollars = (quota: number) => (quota / quotaPerUnit).toFixed(6)
  const lines = rows.map((row) => {
    const margin = row.known_quota - row.cost
    return [
      row.id,
      row.name,
      row.calls,
      dollars(row.quota),
      row.known_calls,
      dollars(row.known_quota),
      dollars(row.cost),
      dollars(margin),
      row.known_quota > 0 ? ((margin / row.known_quota) * 100).toFixed(2) : '',
      row.losses,
      dollars(row.lost),
    ]
  })
  // Excel reads a file as UTF-8 only with this mark. A negative amount is a number and no formula.
  return `\ufeff${[columns, ...lines].map((line) => line.map(cell).join(',')).join('\r\n')}\r\n`
}

const cell = (value: string | number): string =>
  /^-?\d+(\.\d+)?$/.test(String(value)) ? String(value) : csvCell(value)
