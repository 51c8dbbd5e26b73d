import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  dollarsOfCall,
  dollarsOfTokens,
  listedPrice,
  listedRatio,
  million,
  shortDecimal,
  thousand,
} from './price-text.ts'

test('ratio 1 is two dollars per million tokens, times the ratio of the group', () => {
  assert.equal(dollarsOfTokens(million, 500_000, 1), '2.00')
  assert.equal(dollarsOfTokens(million, 500_000, 2.5, 0.8), '4.00')
  assert.equal(dollarsOfTokens(million, 500_000, 2.5, 5, 0.8), '20.00')
  assert.equal(dollarsOfTokens(million, 500_000, 0.14, 0.1, 0.8), '0.0224')
})

test('what a dollar is in quota changes the price of tokens', () => {
  assert.equal(dollarsOfTokens(million, 1_000_000, 1), '1.00')
  assert.equal(dollarsOfTokens(million, 68_493.15, 1), '14.60')
})

test('decimals are exact where floats are not, and rounded once', () => {
  assert.equal(dollarsOfTokens(million, 500_000, 0.1, 3), '0.60')
  assert.equal(dollarsOfTokens(million, 500_000, 1.1, 1.1), '2.42')
  assert.equal(dollarsOfTokens(million, 500_000, 0.000001, 0.3), '0.000001')
  assert.equal(dollarsOfTokens(million, 500_000, 0), '0.00')
  assert.equal(dollarsOfTokens(million, 500_000, 1_000_000, 1_000_000), '2000000000000.00')
})

test('a thousand tokens cost a thousandth, with three decimals more', () => {
  assert.equal(dollarsOfTokens(thousand, 500_000, 2.5, 0.8), '0.004')
  assert.equal(dollarsOfTokens(thousand, 500_000, 0.0375, 0.1), '0.0000075')
  assert.equal(dollarsOfTokens(thousand, 500_000, 0.000001), '0.000000002')
})

test('a price per call does not depend on what a dollar is in quota', () => {
  assert.equal(dollarsOfCall(0.04), '0.04')
  assert.equal(dollarsOfCall(0.1, 0.8), '0.08')
  assert.equal(dollarsOfCall(0.013699, 1.5), '0.020549')
  assert.equal(dollarsOfCall(12), '12.00')
})

test('a listed ratio has no digits that come from a rounded quotient', () => {
  assert.equal(listedRatio('8.333333333333'), '8.3333')
  assert.equal(listedRatio('1.999999999999'), '2')
  assert.equal(listedRatio('0.003333333333'), '0.003333333333')
  assert.equal(listedRatio('0.0375'), '0.0375')
  assert.equal(listedRatio('4'), '4')
})

test('a listed price has no digits that come from rounded ratios', () => {
  assert.equal(listedPrice('2.499999'), '2.50')
  assert.equal(listedPrice('9.99996'), '10.00')
  assert.equal(listedPrice('0.02375'), '0.0238')
  assert.equal(listedPrice('0.0375'), '0.0375')
  assert.equal(listedPrice('0.00375'), '0.00375')
  assert.equal(listedPrice('12'), '12')
  assert.equal(listedPrice('15.00'), '15.00')
})

test('texts are as short as their value allows', () => {
  assert.equal(shortDecimal(2_500_000n, 6, 0), '2.5')
  assert.equal(shortDecimal(2_000_000n, 6, 0), '2')
  assert.equal(shortDecimal(0n, 6, 2), '0.00')
})
