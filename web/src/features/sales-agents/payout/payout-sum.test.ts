import assert from 'node:assert/strict'
import { test } from 'node:test'
import { payoutProblem, payoutSum, smallestPayout } from './payout-sum.ts'

const terms = { withdrawal_min: 1000, withdrawal_fee: 100, withdrawal_fee_share: 2 }

test('what arrives is the amount without the fixed fee and the percentage', () => {
  assert.deepEqual(payoutSum(5000, terms), { fee: 200, arrives: 4800 })
  assert.deepEqual(payoutSum(5000, { ...terms, withdrawal_fee: 0, withdrawal_fee_share: 0 }), { fee: 0, arrives: 5000 })
  // A part of a unit counts as a whole one.
  assert.deepEqual(payoutSum(5001, terms), { fee: 201, arrives: 4800 })
  for (const amount of [Number.NaN, 0, -1, 1.5]) assert.equal(payoutSum(amount, terms), undefined)
})

test('a payout is refused below the minimum, above what is available, and where the fee leaves nothing', () => {
  assert.equal(payoutProblem(5000, 5000, terms), undefined)
  assert.equal(payoutProblem(5001, 5000, terms), 'earnings_insufficient')
  assert.equal(payoutProblem(999, 5000, terms), 'withdrawal_too_low')
  assert.equal(payoutProblem(Number.NaN, 5000, terms), 'withdrawal_too_low')
  assert.equal(payoutProblem(1000, 5000, { ...terms, withdrawal_fee: 1000 }), 'withdrawal_fee_beyond')
  assert.equal(smallestPayout({ ...terms, withdrawal_min: 0 }), 1)
})
