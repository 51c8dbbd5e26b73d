import assert from 'node:assert/strict'
import { test } from 'node:test'
import { draw } from '../../../lib/test/draw.ts'
import { PaymentsBlock } from './payments-block.tsx'

const none = { count: 0, rows: [] }
const blockOf = (props: object) => draw(PaymentsBlock, { open_orders: none, refused_notices: none, ...props })

test('what sales agents wait for is counted with the payments, a line each', () => {
  const { text, markup } = blockOf({ agents: { withdrawals: 4, applications: 1, held: 3 } })
  assert.match(text, /^Waiting payments 8 Show all 4 payout requests .* 1 application .* 3 shares to review /)
  for (const tab of ['payouts', 'agents', 'shares']) assert.ok(markup.includes(`/agent/manage?tab=${tab}"`), tab)
  assert.doesNotMatch(blockOf({ agents: { withdrawals: 0, applications: 0, held: 3 } }).text, /payout|application/)
})

test('a server without sales agents leaves the block as it was', () => {
  assert.match(blockOf({}).text, /No payment is waiting$/)
  assert.match(blockOf({ agents: { withdrawals: 0, applications: 0, held: 0 } }).text, /No payment is waiting$/)
})
