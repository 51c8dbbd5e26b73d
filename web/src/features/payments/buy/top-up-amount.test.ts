import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  amountOfDollars,
  presetDollars,
  priceOfDollars,
  priceOfPreset,
  quotaOfAmount,
  readTopUpAmount,
} from './top-up-amount.ts'

const currency = { perUnit: 500_000, inQuota: false }
const points = { perUnit: 500_000, inQuota: true }

test('an amount is whole, and one under 1 is raised to 1', () => {
  for (const [text, amount] of [
    ['50', 50],
    [' $1,000 ', 1000],
    ['0', 1],
    ['0.5', 1],
    ['10.0', 10],
  ] as const)
    assert.equal(readTopUpAmount(text), amount, text)
  for (const text of ['', '-5', '10.5', 'ten', '1e3', '9'.repeat(13)])
    assert.ok(Number.isNaN(readTopUpAmount(text)), text)
})

test('a console in points buys points', () => {
  assert.equal(amountOfDollars(10, currency), 10)
  assert.equal(amountOfDollars(10, points), 5_000_000)
  assert.equal(quotaOfAmount(10, currency), 5_000_000)
  assert.equal(quotaOfAmount(5_000_000, points), 5_000_000)
})

test('no usual amount is below the minimum', () => {
  assert.deepEqual(presetDollars(1), [10, 20, 50, 100, 200, 500])
  assert.deepEqual(presetDollars(25), [25, 50, 125, 250, 500, 1250])
})

test('the price is exact: price and ratio of the group are multiplied before the one rounding', () => {
  assert.equal(priceOfDollars(50, { price: 7.3, ratio: 1 }), '365.00')
  assert.equal(priceOfDollars(10, { price: 0.92, ratio: 0.85 }), '7.82')
  assert.equal(priceOfDollars(1, { price: 0.005, ratio: 1 }), '0.01')
})

test('a price that the server refuses as too low is none', () => {
  assert.equal(priceOfPreset(10, { price: 7.3, ratio: 1 }), '73.00')
  assert.equal(priceOfPreset(10, { price: 0.002, ratio: 1 }), '0.02')
  assert.equal(priceOfPreset(10, { price: 0.001, ratio: 1 }), undefined)
})
