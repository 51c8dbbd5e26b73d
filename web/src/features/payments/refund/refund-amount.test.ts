import assert from 'node:assert/strict'
import { test } from 'node:test'
import { leftOf, readMoney, worthOf } from './refund-amount.ts'

test('what was refunded before is not left, and an amount is more than nothing and at most that', () => {
  const left = leftOf({ money: '73.00', refunded: '3.10' })
  assert.equal(left, '69.90')
  assert.equal(readMoney(' 69.9 ', left), '69.90')
  assert.equal(readMoney('0.01', left), '0.01')
  for (const typed of ['', '0', '69.91', '-1', '1.234', '1e1', '1,5', 'x'])
    assert.equal(readMoney(typed, left), undefined, typed)
})

test('a part of the price is worth the same part of the quota', () => {
  assert.equal(worthOf({ money: '7.30', quota: 500_000 }, '2.43'), 166_438)
})
