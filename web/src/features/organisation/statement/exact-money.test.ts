import assert from 'node:assert/strict'
import { test } from 'node:test'
import { digitsOf, exactMoney } from './exact-money.ts'

const perUnit = 500_000
const none = {
  name: '',
  month: '2026-11',
  time_zone: 'UTC',
  closing: 0,
  movements: [],
  members: [],
  models: [],
  rows: [],
}

test('a statement has as many digits as its finest amount', () => {
  const digits = (opening: number) => digitsOf({ ...none, opening }, perUnit)
  assert.equal(digits(500_000), 2)
  assert.equal(digits(5_000), 2)
  assert.equal(digits(50), 4)
  assert.equal(digits(1), 6)
})

test('amounts of one statement have the same digits, with a sign where they lower the balance', () => {
  const words = exactMoney(4, { perUnit, inQuota: false })
  assert.equal(words(617_000_000), '$1,234.0000')
  assert.equal(words(-50), '-$0.0001')
  assert.equal(exactMoney(4, { perUnit, inQuota: true })(617_000_000), '617,000,000')
})
