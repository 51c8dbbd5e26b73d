import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultOptions } from '@turnpike/contract/options'
import { buildPriceBook, priceOf } from '../price-book.ts'
import { amountsOf, wholeMaps, withPrices } from './changed-prices.ts'

const shipped = defaultOptions()

test('a changed model has exactly the amounts of the change, and the others stay', () => {
  const before = wholeMaps(shipped)
  const options = withPrices(shipped, [
    { model: 'gpt-4o', amounts: { ModelRatio: 7, CompletionRatio: 3 } },
    { model: 'brand-new', amounts: { ModelPrice: 0.5 } },
  ])
  const maps = wholeMaps(options)
  assert.deepEqual(amountsOf(maps, 'gpt-4o'), { ModelRatio: 7, CompletionRatio: 3 })
  assert.deepEqual(amountsOf(maps, 'brand-new'), { ModelPrice: 0.5 })
  assert.deepEqual(amountsOf(maps, 'gpt-4o-mini'), amountsOf(before, 'gpt-4o-mini'))
  assert.deepEqual(Object.keys(options.ModelRatio), ['gpt-4o'])
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
