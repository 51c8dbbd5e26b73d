import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultOptions } from '@turnpike/contract/options'
import { holdOf } from './hold.ts'
import type { TokenPrice } from './price.ts'
import { buildPriceBook, type Price, priceOf } from './price-book.ts'

const book = buildPriceBook({
  ...defaultOptions(),
  ModelRatio: { plain: 1.25, dear: 1.25, quiet: 2.5, 'gpt-4o-audio-preview': 1.25 },
  ModelPrice: { task: 0.1 },
  CompletionRatio: { dear: 4, quiet: 4 },
  AudioRatio: { quiet: 0.5 },
  QuotaPerUnit: 500_000,
})
function priced(model: string): Price {
  const price = priceOf(book, model)
  assert.ok(price)
  return price
}

/** 200 tokens are held as 1,250, each written to a cache. */
const heldInput = 1_250 * 1.25 * 1.25

test('a hold covers the prompt, should the upstream count more tokens, and the longest response', () => {
  assert.equal(holdOf({ input: 200, output_max: 1_000 }, priced('plain'), 1, 500), Math.round(heldInput + 1_250))
  assert.equal(holdOf({ input: 200, output_max: 1_000 }, priced('dear'), 1, 500), Math.round(heldInput + 5_000))
  assert.equal(holdOf({ input: 200, output_max: 1_000 }, priced('dear'), 0.8, 500), Math.round(heldInput * 0.8 + 4_000))
  const long = { input: 120_000, output_max: 0 }
  assert.equal(priced('gpt-4o').context, 128_000)
  assert.equal(holdOf(long, priced('gpt-4o'), 1, 500), 128_000 * 1.25 * 1.25)
  assert.equal(holdOf({ ...long, isCachedForHour: true }, priced('gpt-4o'), 1, 500), 128_000 * 1.25 * 2)
})

test('a hold covers the fee for the request, by tokens and by call', () => {
  const fees = [{ name: 'sonar_high' as const, count: 1 }]
  const held = holdOf({ input: 200, output_max: 1_000, fees }, priced('plain'), 0.5, 500)
  assert.equal(held, Math.round((heldInput + 1_250 + 6_000) / 2))
  assert.equal(holdOf({ input: 200, fees }, priced('task'), 2, 500), 2 * (50_000 + 6_000))
})

test('every requested response may be the longest', () => {
  assert.equal(
    holdOf({ input: 200, output_max: 1_000, count: 3 }, priced('plain'), 1, 500),
    Math.round(heldInput + 3_750),
  )
})

test('without a limit in the request, the longest response is the longest the model gives', () => {
  const { max_output } = priced('gpt-4o')
  assert.equal(max_output, 16_384)
  assert.equal(holdOf({ input: 0 }, priced('gpt-4o'), 1, 500), 16_384 * 4 * 1.25)
})

test('where no limit is known, the least hold stands in for the response', () => {
  assert.equal(holdOf({ input: 0 }, priced('plain'), 1, 500), 625)
  assert.equal(holdOf({ input: 200 }, priced('dear'), 1, 500), Math.round(heldInput + 2_500))
})

test('a hold is never less than so many tokens, however small the request', () => {
  assert.equal(holdOf({ input: 0, output_max: 1 }, priced('dear'), 1, 500), 625)
  assert.equal(holdOf({ input: 0, output_max: 1 }, priced('dear'), 1, 0), 5)
})

test('a response that may be spoken is held at the price of speech', () => {
  const estimate = { input: 0, output_max: 100 }
  assert.equal(holdOf(estimate, priced('gpt-4o-audio-preview'), 1, 0), 500)
  assert.equal(holdOf({ ...estimate, isSpoken: true }, priced('gpt-4o-audio-preview'), 1, 0), 4_000)
  assert.equal(holdOf({ ...estimate, isSpoken: true }, priced('dear'), 1, 0), 500)
  const { weights } = priced('quiet') as TokenPrice
  assert.ok(weights.audio_output < weights.output)
  assert.equal(holdOf({ ...estimate, isSpoken: true }, priced('quiet'), 1, 0), 1_000)
})

test('pictures and recordings in a prompt are held at their own price', () => {
  assert.equal(holdOf({ input: 100, mediaInput: 100, output_max: 0 }, priced('gpt-4o-audio-preview'), 1, 0), 1_125 * 20)
  assert.equal(holdOf({ input: 100, mediaInput: 100, output_max: 0 }, priced('gpt-image-1'), 1, 0), 1_125 * 5)
})

test('a price per call is held in full, whatever the tokens', () => {
  const factors = [{ name: 'size', value: 2 }]
  assert.equal(holdOf({ input: 1_000_000 }, priced('task'), 1.5, 500), 75_000)
  assert.equal(holdOf({ input: 0, count: 3, factors }, priced('task'), 1, 500), 300_000)
})

test('nothing is held for a free model or in a free group', () => {
  assert.equal(holdOf({ input: 9_000, output_max: 9_000 }, priced('dear'), 0, 500), 0)
  assert.equal(holdOf({ input: 9_000 }, priced('omni-moderation-latest'), 1, 500), 0)
})

test('a hold of numbers that are no counts, or larger than a balance, is refused', () => {
  const most = Number.MAX_SAFE_INTEGER
  for (const count of [Number.NaN, -1, 0.5, 1e308, '5' as unknown as number]) {
    assert.throws(() => holdOf({ input: count }, priced('plain'), 1, 500), RangeError)
    assert.throws(() => holdOf({ input: 0, output_max: count }, priced('plain'), 1, 500), RangeError)
    assert.throws(() => holdOf({ input: 0, count }, priced('plain'), 1, 500), RangeError)
    assert.throws(() => holdOf({ input: 0, count }, priced('task'), 1, 500), RangeError)
    assert.throws(() => holdOf({ input: 0 }, priced('plain'), 1, count), RangeError)
  }
  assert.throws(() => holdOf({ input: 0, output_max: most, count: 128 }, priced('plain'), 1, 500), RangeError)
  assert.throws(() => holdOf({ input: most }, priced('plain'), 1, 500), RangeError)
})
