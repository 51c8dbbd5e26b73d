import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultOptions } from '@turnpike/contract/options'
import { chargeImages, holdImages, imageFactors } from './image-charge.ts'
import { buildPriceBook, type Price, type PriceOptions, priceOf } from './price-book.ts'
import { noUsage, type Usage } from './usage.ts'

const defaults: PriceOptions = defaultOptions()
function priced(model: string, options: Partial<PriceOptions> = {}): Price {
  const price = priceOf(buildPriceBook({ ...defaults, ...options }), model)
  assert.ok(price)
  return price
}
const call = (model: string, options: Partial<PriceOptions> = {}) => ({
  price: priced(model, options),
  count: 1,
  promptTokens: 10,
})

test('two large pictures of high quality cost 24 cents', () => {
  const sent = { ...call('dall-e-3'), count: 2, size: '1024x1792', quality: 'hd' }
  assert.equal(chargeImages(sent, undefined, 1).quota, 120_000)
  assert.equal(holdImages(sent, 1, 500), 120_000)
})

test('a half size picture of dall-e-2 costs 0.9 cents', () => {
  assert.equal(chargeImages({ ...call('dall-e-2'), size: '512x512' }, undefined, 1).quota, 4_500)
})

test('size and quality make pictures of dall-e dearer or cheaper', () => {
  const product = (...sent: Parameters<typeof imageFactors>) =>
    imageFactors(...sent).reduce((all, { value }) => all * value, 1)
  assert.equal(product('dall-e-2', '256x256'), 0.4)
  assert.equal(product('dall-e-2', '512x512'), 0.45)
  assert.equal(product('dall-e-3'), 1)
  assert.equal(product('dall-e-3', '1792x1024'), 2)
  assert.equal(product('dall-e-3', '1024x1024', 'hd'), 2)
  assert.equal(product('dall-e-3', '1792x1024', 'hd'), 3)
  assert.equal(product('dall-e-2', '1024x1024', 'hd'), 1)
  assert.equal(product('dall-e-3', '4096x4096'), 2)
  assert.equal(product('dall-e-3', 'constructor'), 2)
  assert.equal(product('cogview-3', '256x256', 'hd'), 1)
})

test('a ratio prices a picture where tokens mean nothing: 16 is four cents', () => {
  const sent = { ...call('my-painter', { ModelRatio: { 'my-painter': 16 } }), count: 3 }
  assert.equal(chargeImages(sent, undefined, 1).quota, 60_000)
  assert.equal(holdImages(sent, 1, 500), 60_000)
  const odd = call('my-painter', { ModelRatio: { 'my-painter': 0.136986 } })
  assert.equal(chargeImages(odd, undefined, 1).quota, 171) // 0.136986 × 0.0025 × 500000 = 171.2325
  const large = { ...call('dall-e-3', { ModelRatio: { 'dall-e-3': 16 } }), size: '1024x1792' }
  assert.equal(chargeImages(large, undefined, 1).quota, 40_000)
})

test('a model made of tokens is charged by those the response reports', () => {
  const usage: Usage = { ...noUsage, input: 50, image_input: 100, image_output: 1_056 }
  const { quota, parts } = chargeImages({ ...call('gpt-image-1'), count: 4, size: '1024x1792' }, usage, 1)
  assert.equal(quota, (50 + 100 * 2 + 1_056 * 8) * 2.5)
  assert.equal(parts.price.kind, 'tokens')
})

test('a model made of tokens whose response reports none is charged for ordinary pictures', () => {
  const sent = { ...call('gpt-image-1'), count: 2 }
  assert.equal(chargeImages(sent, undefined, 1).quota, (10 + 2 * 1_584 * 8) * 2.5)
  assert.equal(chargeImages(sent, noUsage, 1).quota, (10 + 2 * 1_584 * 8) * 2.5)
  assert.equal(holdImages(sent, 1, 500), Math.round((1_013 * 1.25 + 2 * 1_584 * 8) * 2.5))
})

test('a price per picture stands, whatever tokens the response reports', () => {
  const sent = { ...call('gpt-image-1', { ModelPrice: { 'gpt-image-1': 0.1 } }), count: 2 }
  assert.equal(chargeImages(sent, { ...noUsage, image_output: 9_999 }, 1.5).quota, 150_000)
})

test('pictures that were not delivered cost nothing', () => {
  assert.equal(chargeImages({ ...call('dall-e-3'), count: 0 }, undefined, 1).quota, 0)
})
