import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LogDetail, LogRow } from '@turnpike/contract/usage/log'
import { draw } from '../../../lib/test/draw.ts'
import { ReceiptCard } from './receipt-card.tsx'

const detail = {
  price: { kind: 'call', price: 1, count: 1, factors: [] },
  group_ratio: 1,
  quota_per_unit: 500_000,
  tools: [],
  reasoning_tokens: 0,
  is_minimum: false,
} as Partial<LogDetail> as LogDetail // what a receipt reads
const paid = (paid_by?: LogRow['paid_by']) => {
  const row = { quota: 500_000, group: 'default', detail, ...(paid_by && { paid_by }) }
  return draw(ReceiptCard, { row: row as Partial<LogRow> as LogRow, detail }).text
}

test('a receipt names what plans paid, and what the balance paid besides', () => {
  const plans = [
    { plan: 'Pro', amount: 300_000 },
    { plan: 'Lite', amount: 100_000 },
  ]
  assert.match(paid(plans), /Paid by Plan Pro \$0\.600000 Plan Lite \$0\.200000 Balance \$0\.200000$/)
  assert.match(paid([{ plan: 'Pro', amount: 500_000 }]), /Paid by Plan Pro \$1\.000000$/)
  assert.doesNotMatch(paid(), /Paid by/)
})
