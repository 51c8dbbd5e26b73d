import assert from 'node:assert/strict'
import { test } from 'node:test'
import { creditOf } from './credit.ts'
import { amountText, centsIn, millionthsOf, worthOfAmount } from './plan-price.ts'

test('amounts are exact, and their texts have two to six decimals', () => {
  const texts = { '9.5': '9.50', '20': '20.00', '0.000125': '0.000125', '0': '0.00', '9999.999999': '9999.999999' }
  for (const [from, to] of Object.entries(texts)) assert.equal(amountText(millionthsOf(from)), to)
})

test('a method takes the price in its own currency, or dollars at its rate', () => {
  const dollars = { millionths: millionthsOf('9.99'), currency: 'USD' }
  assert.equal(centsIn(dollars, { price: 7.3, currency: 'CNY' }), 7293n)
  assert.equal(centsIn(dollars, { price: 1.1, currency: 'USD' }), 999n)
  assert.equal(centsIn({ ...dollars, currency: 'CNY' }, { price: 7.3, currency: 'CNY' }), 999n)
  assert.equal(centsIn({ ...dollars, currency: 'EUR' }, { price: 7.3, currency: 'CNY' }), undefined)
})

test('an amount is worth its quota, in other currencies at the rate of the method, and at least 1', () => {
  const perUnit = 500_000
  assert.equal(worthOfAmount({ millionths: millionthsOf('9.99'), currency: 'USD' }, perUnit), 4_995_000)
  const yuan = { millionths: millionthsOf('7.3'), currency: 'CNY' }
  assert.equal(worthOfAmount(yuan, perUnit, { price: 7.3, currency: 'CNY' }), 500_000)
  assert.equal(worthOfAmount(yuan, perUnit, { price: 0.92, currency: 'EUR' }), 1)
  assert.equal(worthOfAmount({ millionths: 1n, currency: 'USD' }, perUnit), 1)
})

test('the credit is what was paid times the smaller unused part of time and money, rounded down', () => {
  const period = { paid: '10', period_start: 1000, end_time: 2000 }
  const pot = { amount: 900, quota: 300, held: 0, starts_at: 1000, ends_at: 2000 }
  const credit = (change: Partial<typeof pot>, at: number, sold = period) =>
    amountText(creditOf(sold, { ...pot, ...change }, at))
  assert.equal(credit({}, 1100), '3.33', 'a third of the money is left, and nine tenths of the time')
  assert.equal(credit({}, 1900), '1.00', 'a tenth of the time is left')
  assert.equal(credit({ held: 200 }, 1100), '1.11', 'what running requests hold is used')
  assert.equal(credit({ quota: 900 }, 1000), '10.00')
  assert.equal(credit({ quota: 0 }, 1000), '0.00')
  assert.equal(credit({ amount: 0, quota: -5000 }, 1250), '7.50', 'a pot without a limit counts by time')
  assert.equal(amountText(creditOf(period, undefined, 1250)), '7.50')
  assert.equal(credit({}, 2000), '0.00')
  assert.equal(credit({}, 3000), '0.00')
})

test('of pots by period, later ones count as unused and earlier ones as used', () => {
  const sold = { paid: '30', period_start: 0, end_time: 3000 }
  const second = { amount: 100, quota: 50, held: 0, starts_at: 1000, ends_at: 2000 }
  assert.equal(amountText(creditOf(sold, second, 1000)), '15.00', 'half of the second, and the third')
  assert.equal(amountText(creditOf(sold, { ...second, quota: 100 }, 1600)), '14.00', 'the time is less')
})

test('a credit of large amounts is exact', () => {
  const sold = { paid: '9999.99', period_start: 0, end_time: 315_360_000 }
  const pot = {
    amount: Number.MAX_SAFE_INTEGER,
    quota: Number.MAX_SAFE_INTEGER - 1,
    held: 0,
    starts_at: 0,
    ends_at: 315_360_000,
  }
  assert.equal(amountText(creditOf(sold, pot, 0)), '9999.98')
})
