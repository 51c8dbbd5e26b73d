import assert from 'node:assert/strict'
import { test } from 'node:test'
import { priceKeys, ratioKeys } from '@turnpike/contract/money/price-book'
import { defaultOptions, parseOption } from '@turnpike/contract/options'
import { buildPriceBook, priceOf } from './price-book.ts'
import { isPriceMap, overridesFor, wholeMap } from './price-maps.ts'

test('the maps are whole: what ships is in them', () => {
  assert.equal(wholeMap('ModelRatio', {})['gpt-4o'], 1.25)
  assert.equal(wholeMap('ModelPrice', {})['dall-e-3'], 0.04)
  assert.equal(wholeMap('CompletionRatio', {})['gpt-4o'], 4)
  assert.equal(Object.hasOwn(wholeMap('ModelRatio', {}), 'dall-e-3'), false)
})

test('a whole map that is saved unchanged stores no difference', () => {
  for (const key of priceKeys) {
    const parsed = parseOption(key, JSON.stringify(wholeMap(key, {})))
    assert.ok(parsed.ok)
    assert.deepEqual(overridesFor(key, parsed.value as ReturnType<typeof wholeMap>), {}, key) // of the same key
  }
})

test('what was saved is what is read again, whatever was added, changed or taken out', () => {
  for (const key of ratioKeys) {
    const { 'gpt-4o': _, 'dall-e-3': __, ...rest } = wholeMap(key, {})
    const saved = { ...rest, 'gpt-3.5-turbo': 7.5, mine: 0, ['__proto__']: 2 }
    const overrides = overridesFor(key, saved)
    assert.ok(Object.keys(overrides).length <= 5, 'only differences are stored')
    const read = wholeMap(key, overrides)
    assert.deepEqual(Object.entries(read).sort(), Object.entries(saved).sort(), key)
  }
  assert.deepEqual(wholeMap('ModelRatio', overridesFor('ModelRatio', {})), {})
})

test('prices follow the saved maps exactly', () => {
  const ratios = overridesFor('ModelRatio', { mine: 2, 'dall-e-3': 16 })
  const book = buildPriceBook({ ...defaultOptions(), ModelRatio: ratios })
  assert.partialDeepStrictEqual(priceOf(book, 'mine'), { kind: 'tokens', ratio: 2 })
  assert.equal(priceOf(book, 'gpt-4o'), undefined)
  assert.equal(priceOf(book, 'dall-e-3')?.kind, 'call', 'its price per call is still in the other map')
  const without = buildPriceBook({
    ...defaultOptions(),
    ModelRatio: ratios,
    ModelPrice: overridesFor('ModelPrice', {}),
  })
  assert.partialDeepStrictEqual(priceOf(without, 'dall-e-3'), { kind: 'tokens', ratio: 16 })
  assert.equal(without.size, 2)
})

test('the options of prices are maps of prices and no other', () => {
  for (const key of priceKeys) assert.ok(isPriceMap(key))
  for (const key of ['GroupRatio', 'TopupGroupRatio', 'Chats', 'Price'] as const) assert.equal(isPriceMap(key), false)
})
