import assert from 'node:assert/strict'
import { test } from 'node:test'
import { draw } from '../../../lib/test/draw.ts'
import { PaymentsBlock } from './payments-block.tsx'

const none = { count: 0, rows: [] }
const nobody = { applications: 0, withdrawals: 0, held: 0 }
const blockOf = (agents = nobody) => draw(PaymentsBlock, { open_orders: none, refused_notices: none, agents })

test('what sales agents wait for is counted with the payments, a line each', () => {
  const { text, markup } = blockOf({ withdrawals: 4, applications: 1, held: 3 })
  assert.match(text, /^Waiting payments 8 Show all 4 payout requests .* 1 application .* 3 shares to review /)
  for (const tab of ['payouts', 'agents', 'shares']) assert.ok(markup.includes(`/agent/manage?tab=${tab}"`), tab)
  assert.doesNotMatch(blockOf({ ...nobody, held: 3 }).text, /payout|application/)
})

test('where no sales agent waits, the block has payments alone', () => {
  assert.match(blockOf().text, /No payment is waiting$/)
})
