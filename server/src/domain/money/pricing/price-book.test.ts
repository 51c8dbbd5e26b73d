import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultOptions, parseOption } from '@turnpike/contract/options'
import { chargeOf } from './charge.ts'
import type { TokenPrice } from './price.ts'
import { buildPriceBook, type PriceOptions, priceOf } from './price-book.ts'
import { noUsage } from './usage.ts'

const defaults: PriceOptions = defaultOptions()
const bookWith = (options: Partial<PriceOptions>) => buildPriceBook({ ...defaults, ...options })
const tokenPriceIn = (options: Partial<PriceOptions>, model: string): TokenPrice => {
  const price = priceOf(bookWith(options), model)
  assert.equal(price?.kind, 'tokens')
  return price as TokenPrice
}

test('without any option set, a model has the price that ships', () => {
  const price = priceOf(buildPriceBook(defaultOptions()), 'gpt-4o')
  assert.equal(price?.kind, 'tokens')
  assert.partialDeepStrictEqual(price, {
    ratio: 1.25,
    completion_ratio: 4,
    cache_read_ratio: 0.5,
    context: 128_000,
    max_output: 16_384,
    provider: 'openai',
    mode: 'chat',
  })
  assert.partialDeepStrictEqual(priceOf(buildPriceBook(defaultOptions()), 'dall-e-3'), { kind: 'call', price: 0.04 })
})

test('a model nobody priced has no price, and neither have the names every object knows', () => {
  const book = bookWith({ CompletionRatio: { 'only-completion': 3 } })
  for (const name of ['unheard-of', 'only-completion', '', 'constructor', '__proto__', 'toString', 'hasOwnProperty'])
    assert.equal(priceOf(book, name), undefined, name)
})

test('names every object knows can be priced like any other', () => {
  const parsed = parseOption('ModelRatio', '{"__proto__": 2, "constructor": 3}')
  assert.ok(parsed.ok)
  const book = bookWith({ ModelRatio: parsed.value })
  assert.partialDeepStrictEqual(priceOf(book, '__proto__'), { ratio: 2 })
  assert.partialDeepStrictEqual(priceOf(book, 'constructor'), { ratio: 3 })
  assert.equal(priceOf(book, 'toString'), undefined)
})

test('an explicit zero is a price: the model is free', () => {
  const book = bookWith({ ModelRatio: { 'gpt-4o': 0 }, ModelPrice: { 'dall-e-3': 0 } })
  const used = { ...noUsage, input: 5_000, output: 10 }
  for (const name of ['gpt-4o', 'dall-e-3']) {
    const price = priceOf(book, name)
    assert.ok(price)
    assert.equal(chargeOf(used, price, 1).quota, 0)
  }
})

test('a ratio someone set replaces the ratio alone; a completion ratio the completion ratio alone', () => {
  assert.partialDeepStrictEqual(tokenPriceIn({ ModelRatio: { 'gpt-4o': 3 } }, 'gpt-4o'), {
    ratio: 3,
    completion_ratio: 4,
    cache_read_ratio: 0.5,
    max_output: 16_384,
  })
  assert.partialDeepStrictEqual(tokenPriceIn({ CompletionRatio: { 'gpt-4o': 0 } }, 'gpt-4o'), {
    ratio: 1.25,
    completion_ratio: 0,
    weights: { output: 0 },
  })
})

test('a completion ratio is never guessed from the name', () => {
  assert.equal(tokenPriceIn({ ModelRatio: { 'gpt-4o-of-my-own': 1 } }, 'gpt-4o-of-my-own').completion_ratio, 1)
})

test('a new model has the usual ratios: cache reads 1, writes 1.25, an hour 1.6 times that', () => {
  const price = tokenPriceIn({ ModelRatio: { mine: 2 }, CompletionRatio: { mine: 5 } }, 'mine')
  assert.deepEqual(price.weights, {
    input: 1,
    cache_read: 1,
    cache_write_5m: 1.25,
    cache_write_1h: 2,
    image_input: 1,
    audio_input: 1,
    output: 5,
    audio_output: 5,
    image_output: 5,
  })
})

test('a price per call wins over a ratio, whichever of the two ships', () => {
  const both = bookWith({ ModelPrice: { 'gpt-4o': 0.2 }, ModelRatio: { 'gpt-4o': 9, 'dall-e-3': 16 } })
  assert.partialDeepStrictEqual(priceOf(both, 'gpt-4o'), { kind: 'call', price: 0.2, context: 128_000 })
  assert.partialDeepStrictEqual(priceOf(both, 'dall-e-3'), { kind: 'call', price: 0.04 })
})

test('what was taken out has no price, and gives way to the other kind', () => {
  const without = bookWith({ ModelRatio: { 'gpt-4o': null }, ModelPrice: { 'dall-e-3': null } })
  assert.equal(priceOf(without, 'gpt-4o'), undefined)
  assert.equal(priceOf(without, 'dall-e-3'), undefined)
  const tokens = { ModelPrice: { 'dall-e-3': null }, ModelRatio: { 'dall-e-3': 16 } }
  assert.partialDeepStrictEqual(tokenPriceIn(tokens, 'dall-e-3'), { ratio: 16, completion_ratio: 1 })
  assert.equal(tokenPriceIn({ CompletionRatio: { 'gpt-4o': null } }, 'gpt-4o').completion_ratio, 1)
})

test('the pictures a model reads have their own ratio where one ships', () => {
  assert.equal(tokenPriceIn({}, 'gpt-image-1').image_ratio, 2)
  assert.equal(tokenPriceIn({}, 'gpt-image-1-mini').image_ratio, 1.25)
})

test('custom assistants share the price of their wildcard, unless one has its own', () => {
  assert.partialDeepStrictEqual(priceOf(bookWith({}), 'gpt-4-gizmo-g-abc'), { kind: 'call', price: 0.1 })
  assert.partialDeepStrictEqual(priceOf(bookWith({}), 'gpt-4o-gizmo-g-abc'), { ratio: 2.5, completion_ratio: 3 })
  assert.partialDeepStrictEqual(priceOf(bookWith({ ModelPrice: { 'gpt-4-gizmo-g-abc': 1 } }), 'gpt-4-gizmo-g-abc'), {
    price: 1,
  })
  assert.equal(priceOf(bookWith({}), 'gpt-5-gizmo-g-abc'), undefined)
})

test('a book does not change when another one is built', () => {
  const before = bookWith({})
  const other = bookWith({ ModelRatio: { 'gpt-4o': 3 }, QuotaPerUnit: 1_000 })
  assert.partialDeepStrictEqual(priceOf(other, 'gpt-4o'), { ratio: 3, quota_per_unit: 1_000 })
  assert.partialDeepStrictEqual(priceOf(other, 'dall-e-3'), { price: 0.04, quota_per_unit: 1_000 })
  assert.partialDeepStrictEqual(priceOf(before, 'gpt-4o'), { ratio: 1.25, quota_per_unit: 500_000 })
  assert.partialDeepStrictEqual(priceOf(bookWith({}), 'gpt-4o'), { ratio: 1.25, quota_per_unit: 500_000 })
})

test('an amount that is no ratio never becomes a price', () => {
  for (const amount of [-1, Number.NaN, Number.POSITIVE_INFINITY, 1e-7, 1_000_001])
    assert.throws(() => bookWith({ ModelRatio: { mine: amount } }), RangeError, String(amount))
})
