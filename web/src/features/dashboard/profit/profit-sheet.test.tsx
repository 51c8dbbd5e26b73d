import assert from 'node:assert/strict'
import { test } from 'node:test'
import { draw } from '../../../lib/test/draw.ts'
import { ProfitSheet } from './profit-sheet.tsx'

const none = { calls: 1, quota: 0, known_calls: 1, known_quota: 0, cost: 0, shares: 0, losses: 0, lost: 0 }
const dollars = (known_quota: number, cost: number, shares = 0) => ({
  ...none,
  quota: known_quota * 500_000,
  known_quota: known_quota * 500_000,
  cost: cost * 500_000,
  shares: shares * 500_000,
})
const view = { range: { kind: '7d' }, refreshMinutes: 5 }
const sheetOf = (by: string, rows: object[], total: object) => {
  const props = { view, by, onBy() {}, report: { by, rows, total, rows_total: rows.length } }
  return draw(ProfitSheet, props as never).text
}

test('shares have a line of their own, and lower the margin of the total alone', () => {
  const row = { ...dollars(10, 4), id: 3, name: 'main' }
  const text = sheetOf('channel', [row], dollars(10, 4, 1))
  assert.match(
    text,
    /#3 main 1 \$10\.00 — \$4\.00 \$6\.00 60\.0% Agent shares, of all sales -\$1\.00 Total 1 \$10\.00 — \$4\.00 \$5\.00 50\.0%/,
  )
  assert.doesNotMatch(sheetOf('channel', [row], dollars(10, 4)), /Agent shares/)
})

test('days have their shares in a column, and no line', () => {
  const row = { ...dollars(10, 4, 1), id: 3, name: '2026-11-19' }
  const text = sheetOf('day', [row], dollars(10, 4, 1))
  assert.match(text, /Cost Agent shares Margin Margin % 2026-11-19 1 \$10\.00 — \$4\.00 \$1\.00 \$5\.00 50\.0% Total/)
  assert.doesNotMatch(text, /of all sales/)
})
