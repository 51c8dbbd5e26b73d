import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAmount, writeAmount } from './quota-amount.ts'

const rate = { perUnit: 500_000 }

test('dollars become quota at the rate of the installation', () => {
  assert.equal(readAmount('10', rate), 5_000_000)
  assert.equal(readAmount(' $1,000.00 ', rate), 500_000_000)
  assert.equal(readAmount('0.000002', rate), 1)
  assert.equal(readAmount('0', rate), 0)
})

test('what is no amount, is negative or does not fit is not a number', () => {
  for (const text of ['', 'ten', '-1', '1e3', '1.2.3', '0.0000001', '99999999999999999999'])
    assert.ok(Number.isNaN(readAmount(text, rate)), text)
  for (const text of ['', '-5', '1.5', '99999999999999999']) assert.ok(Number.isNaN(readAmount(text, 'quota')), text)
})

test('an amount is written with cents, and with more decimals only where it has them', () => {
  assert.equal(writeAmount(5_000_000, rate), '10.00')
  assert.equal(writeAmount(100_000, rate), '0.20')
  assert.equal(writeAmount(1, rate), '0.000002')
  assert.equal(writeAmount(123_456, 'quota'), '123456')
})

test('writing and reading again gives the same quota', () => {
  for (const quota of [0, 1, 7, 499_999, 500_001, 123_456_789]) {
    assert.equal(readAmount(writeAmount(quota, rate), rate), quota)
    assert.equal(readAmount(writeAmount(quota, 'quota'), 'quota'), quota)
  }
})
