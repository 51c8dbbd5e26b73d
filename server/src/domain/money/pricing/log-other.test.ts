import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultOptions } from '@turnpike/contract/options'
import { chargeOf } from './charge.ts'
import { imageFactors } from './image-charge.ts'
import { pricedOther } from './log-other.ts'
import { buildPriceBook, type Price, priceOf } from './price-book.ts'
import { pricedFacts } from './priced-facts.ts'
import { noUsage, type Usage } from './usage.ts'

const book = buildPriceBook({
  ...defaultOptions(),
  ModelRatio: { mine: 1.5 },
  ModelPrice: {},
  CompletionRatio: { mine: 5 },
  QuotaPerUnit: 500_000,
})
function priced(model: string): Price {
  const price = priceOf(book, model)
  assert.ok(price)
  return price
}
const other = (model: string, usage: Partial<Usage>, group = 1) =>
  pricedOther(pricedFacts(chargeOf({ ...noUsage, ...usage }, priced(model), group), { ...noUsage, ...usage }))

test('a plain call by tokens logs its ratios and a price of minus one', () => {
  assert.deepEqual(other('mine', { input: 100, output: 10 }, 0.8), {
    model_ratio: 1.5,
    completion_ratio: 5,
    group_ratio: 0.8,
    model_price: -1,
  })
})

test('a call by the piece logs its price, its number and its factors', () => {
  const factors = imageFactors('dall-e-3', '1024x1792', 'hd')
  const charge = chargeOf(noUsage, priced('dall-e-3'), 1.5, { count: 2, factors })
  assert.deepEqual(pricedOther(pricedFacts(charge, noUsage)), {
    model_ratio: 0,
    completion_ratio: 0,
    group_ratio: 1.5,
    model_price: 0.04,
    factors: { n: 2, size: 2, quality: 1.5 },
  })
})

test('what was cached is logged with its ratios, both kinds of writes apart', () => {
  const usage = { input: 1, cache_read: 20, cache_write_5m: 300, cache_write_1h: 4_000, output: 5, reasoning: 4 }
  assert.deepEqual(other('mine', usage), {
    model_ratio: 1.5,
    completion_ratio: 5,
    group_ratio: 1,
    model_price: -1,
    input_tokens_total: 4_321,
    cache_tokens: 20,
    cache_ratio: 1,
    cache_creation_tokens: 4_300,
    cache_creation_ratio: 1.25,
    cache_write_tokens: 4_300,
    cache_creation_tokens_5m: 300,
    cache_creation_ratio_5m: 1.25,
    cache_creation_tokens_1h: 4_000,
    cache_creation_ratio_1h: 2,
    reasoning_tokens: 4,
  })
})

test('speech is logged with what was text and what was audio', () => {
  assert.deepEqual(other('gpt-4o-audio-preview', { input: 100, audio_input: 200, output: 50, audio_output: 300 }), {
    model_ratio: 1.25,
    completion_ratio: 4,
    group_ratio: 1,
    model_price: -1,
    input_tokens_total: 300,
    audio: true,
    audio_input: 200,
    audio_output: 300,
    text_input: 100,
    text_output: 50,
    audio_ratio: 16,
    audio_completion_ratio: 2,
  })
})

test('pictures read are logged under the name clients know, pictures made under their own', () => {
  assert.partialDeepStrictEqual(other('gpt-image-1', { image_input: 100, image_output: 1_056 }), {
    image: true,
    image_ratio: 2,
    image_output: 100,
    image_completion_tokens: 1_056,
  })
})

test('tools and the smallest charge are logged when they applied', () => {
  const searched = other('mine', { input: 1, tool_calls: [{ name: 'web_search', count: 2 }] })
  assert.deepEqual(searched.tool_surcharges, [{ name: 'web_search', count: 2, price: 10 }])
  assert.equal('is_minimum' in searched, false)
  assert.equal(other('mine', { input: 1 }, 0.01).is_minimum, true)
})
