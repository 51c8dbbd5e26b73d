import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Dividend } from '@turnpike/contract/money/agents/dividend'
import { draw } from '../../../lib/test/draw.ts'
import { DividendCard } from './dividend-rows.tsx'

const dollar = 500_000
const inDays = (days: number) => Math.floor(Date.now() / 1000) + days * 86_400 + 3600
const share: Dividend = {
  id: 1,
  created_at: 1_790_000_000,
  payer: 'so***a',
  level: 1,
  cause: 'payment',
  reference: '',
  base: 50 * dollar,
  share: 10,
  amount: 5 * dollar,
  reversed: 0,
  state: 'final',
  final_at: inDays(-1),
}
const textOf = (more: Partial<Dividend>) => draw(DividendCard, { dividend: { ...share, ...more } }).text

test('a share says from whom, of what and how much', () => {
  assert.match(textOf({}), /^so\*\*\*a \+ ?\$5\.00 Payment 10% of \$50\.00 .*Final$/)
  const ofDay = textOf({ cause: 'spend', reference: '2026-11-16', level: 2, share: 2 })
  assert.match(ofDay, /Second level .*Spend of a day 2026-11-16 2% of/)
})

test('a share that waits says when it is final', () => {
  assert.match(textOf({ state: 'waiting', final_at: inDays(12) }), /Waiting Final in 12 d$/)
  assert.match(textOf({ state: 'held' }), /Under review$/)
})

test('what was taken back is named, and what is left counts', () => {
  assert.match(textOf({ reversed: dollar }), /\$1\.00 taken back \+ ?\$4\.00/)
  const gone = textOf({ reversed: 5 * dollar })
  assert.match(gone, /\$5\.00 taken back \$5\.00 .*Taken back$/)
  assert.doesNotMatch(gone, /\+/)
  assert.match(textOf({ reversed: 5 * dollar, state: 'refused' }), /Refused$/)
})
