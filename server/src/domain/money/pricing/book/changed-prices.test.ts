import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultOptions } from '@turnpike/contract/options'
import { buildPriceBook, priceOf } from '../price-book.ts'
import { amountsOf, wholeMaps, withPrices } from './changed-prices.ts'

const shipped = defaultOptions()

test('a changed model has the base amounts of the change, and the other models stay', () => {
  const before = wholeMaps(shipped)
  const options = withPrices(shipped, [
    { model: 'gpt-4o', amounts: { ModelRatio: 7, CompletionRatio: 3 } },
    { model: 'brand-new', amounts: { ModelPrice: 0.5 } },
  ])
  const maps = wholeMaps(options)
  assert.deepEqual(amountsOf(maps, 'gpt-4o'), { ...amountsOf(before, 'gpt-4o'), ModelRatio: 7, CompletionRatio: 3 })
  assert.deepEqual(amountsOf(maps, 'brand-new'), { ModelPrice: 0.5 })
  assert.deepEqual(amountsOf(maps, 'gpt-4o-mini'), amountsOf(before, 'gpt-4o-mini'))
  assert.deepEqual(Object.keys(options.ModelRatio), ['gpt-4o'])
})

test('a fine amount stays until it is named; null removes it', () => {
  const base = { ModelRatio: 2 }
  const tiers = { lengths: [{ above: 1_000, ratio: 2 }] }
  const set = withPrices(shipped, [{ model: 'm', amounts: { ...base, CacheRatio: 0.1, ModelTiers: tiers } }])
  const kept = withPrices(set, [{ model: 'm', amounts: { ModelRatio: 3 } }])
  assert.deepEqual(amountsOf(wholeMaps(kept), 'm'), { ModelRatio: 3, CacheRatio: 0.1, ModelTiers: tiers })
  const gone = withPrices(kept, [{ model: 'm', amounts: { ...base, CacheRatio: null, ModelTiers: null } }])
  assert.deepEqual(amountsOf(wholeMaps(gone), 'm'), base)
  const none = withPrices(shipped, [{ model: 'gpt-4o', amounts: { ModelRatio: 1.25, CacheRatio: null } }])
  assert.equal(amountsOf(wholeMaps(none), 'gpt-4o').CacheRatio, undefined)
  assert.deepEqual(none.CacheRatio, { 'gpt-4o': null })
})

test('without amounts a model has no price any more; the shipped amounts leave no difference', () => {
  const gone = withPrices(shipped, [{ model: 'gpt-4o', amounts: {} }])
  assert.equal(priceOf(buildPriceBook(gone), 'gpt-4o'), undefined)
  const again = withPrices(gone, [{ model: 'gpt-4o', amounts: amountsOf(wholeMaps(shipped), 'gpt-4o') }])
  assert.deepEqual([again.ModelRatio, again.ModelPrice, again.CompletionRatio], [{}, {}, {}])
})

test('a model may have any name', () => {
  const amounts = { ModelRatio: 2 }
  const options = withPrices(shipped, [{ model: 'constructor', amounts }])
  assert.deepEqual(amountsOf(wholeMaps(options), 'constructor'), amounts)
  assert.deepEqual(amountsOf(wholeMaps(shipped), 'constructor'), {})
})
