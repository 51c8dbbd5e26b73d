import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Withdrawal } from '@turnpike/contract/money/agents/withdrawal'
import { draw } from '../../../lib/test/draw.ts'
import { WithdrawalCard } from './withdrawal-rows.tsx'

const dollar = 500_000
const request: Withdrawal = {
  id: 7,
  created_at: 1_790_000_000,
  amount: 30 * dollar,
  fee: dollar,
  method: 'Bank transfer',
  method_zh: '银行转账',
  status: 'asked',
  reason: '',
  reference: '',
  decided_at: 0,
  paid_at: 0,
}
const textOf = (more: Partial<Withdrawal>) =>
  draw(WithdrawalCard, { withdrawal: { ...request, ...more }, onCancel() {} }).text

test('only a request that nobody has approved can be cancelled', () => {
  assert.match(textOf({}), /^\$30\.00 Requested Bank transfer You receive \$29\.00 .*Cancel$/)
  for (const status of ['approved', 'paid', 'refused', 'cancelled'] as const)
    assert.doesNotMatch(textOf({ status }), /Cancel$/, status)
})

test('what was paid has its number, and what was refused its reason and no amount that arrives', () => {
  assert.match(textOf({ status: 'paid', reference: 'BK-17' }), /Paid out .*Payment number BK-17/)
  const refused = textOf({ status: 'refused', reason: 'Wrong account' })
  assert.match(refused, /Refused .*Wrong account/)
  assert.doesNotMatch(refused, /You receive/)
})
