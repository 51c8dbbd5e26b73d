import assert from 'node:assert/strict'
import { test } from 'node:test'
import { percentOf, priceOf } from './price-words.ts'

test('prices are dollars per call, or per million tokens in and out', () => {
  assert.deepEqual(priceOf({ ModelRatio: 1.25, CompletionRatio: 4 }, 500_000), { tokens: '$2.50 / $10.00' })
  assert.deepEqual(priceOf({ ModelRatio: 1, ModelPrice: 0.04 }, 500_000), { call: '$0.04' })
  assert.equal(priceOf({ CompletionRatio: 4 }, 500_000), undefined)
})

test('the change is one figure where input and output change alike', () => {
  const before = { ModelRatio: 1, CompletionRatio: 4 }
  assert.equal(percentOf(before, { ModelRatio: 1.1, CompletionRatio: 4 }), '+10%')
  assert.equal(percentOf(before, { ModelRatio: 1, CompletionRatio: 3 }), '0% / -25%')
  assert.equal(percentOf({ ModelPrice: 0.1 }, { ModelPrice: 0.05 }), '-50%')
  assert.equal(percentOf(before, { ModelPrice: 1 }), undefined)
  assert.equal(percentOf({}, before), undefined)
  assert.equal(percentOf({ ModelRatio: 0 }, before), undefined)
})
