import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { role } from '@turnpike/contract/identity/user'
import type { WatchedWithdrawal } from '@turnpike/contract/money/agents/withdrawal'
import { session } from '../../../lib/session/session.ts'
import { draw } from '../../../lib/test/draw.ts'
import { PayoutCard } from './payout-rows.tsx'

const payout: WatchedWithdrawal = {
  ...{ id: 7, created_at: 1, amount: 50_000_000, fee: 1_000_000, method: 'Bank', method_zh: '银行', status: 'asked' },
  ...{ reason: '', reference: '', decided_at: 0, paid_at: 0, decided_by: '', paid_by: '' },
  ...{ agent_id: 11, agent: 'sofia', debt: 0 },
}
const signInAs = (id: number, level: number) =>
  session.set({ id, username: 'x', display_name: 'x', role: level, status: 1, group: 'default' })
const cardOf = (change: Partial<WatchedWithdrawal> = {}) =>
  draw(PayoutCard, { payout: { ...payout, ...change }, handlers: { open() {}, ask() {} } })

afterEach(() => session.set(undefined))

test('a card says what is to be paid after the fee, and what the agent owes', () => {
  signInAs(1, role.root)
  assert.match(cardOf().text, /^sofia Requested To pay \$98\.00 Fee \$2\.00 #7 · Bank · .* Approve$/)
  assert.match(cardOf({ debt: 500_000 }).text, /Debt \$1\.00/)
})

test('administrators approve, and only the super administrator records a payment', () => {
  signInAs(2, role.admin)
  assert.match(cardOf().text, /Approve$/)
  assert.match(cardOf({ status: 'approved' }).text, /Approved .* Details$/)
  signInAs(1, role.root)
  assert.match(cardOf({ status: 'approved' }).text, /Record as paid$/)
  assert.match(cardOf({ status: 'paid' }).text, /Paid out .* Details$/)
})

test('nobody decides about a request of their own', () => {
  signInAs(11, role.root)
  const { text, tags } = cardOf()
  assert.match(text, /Details$/)
  assert.equal(
    tags('button').some((tag) => tag.includes('More for')),
    false,
  )
})
