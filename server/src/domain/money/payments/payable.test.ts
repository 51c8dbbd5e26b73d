import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '../../../http/app-error.ts'
import { isSameMoney, moneyText, payableOf } from './payable.ts'

const settings = {
  DisplayInCurrencyEnabled: true,
  QuotaPerUnit: 500_000,
  Price: 7.3,
  MinTopUp: 1,
  TopupGroupRatio: { default: 1, vip: 0.85, odd: 0 },
}
const code = (work: () => unknown): string => {
  try {
    work()
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
  return ''
}

test('dollars cost their price times the ratio of the group, rounded once', () => {
  const pay = (amount: number, group = 'default', price = 7.3) => payableOf(amount, group, price, settings)
  assert.deepEqual(pay(1), { amount: 1, cents: 730n, quota: 500_000, price: 7.3, ratio: 1 })
  assert.equal(pay(10, 'vip').cents, 6205n)
  assert.equal(pay(1, 'odd').cents, 730n, 'a ratio of 0 is none')
  assert.equal(pay(1, 'unknown').cents, 730n)
  assert.equal(pay(3, 'default', 0.015).cents, 5n, 'half a cent is rounded up')
  assert.equal(pay(0).cents, 730n, 'less than one is one')
})

test('where the console shows no currency, quota is bought', () => {
  const points = { ...settings, DisplayInCurrencyEnabled: false }
  const pay = (amount: number) => payableOf(amount, 'default', 7.3, points)
  assert.deepEqual([pay(500_000).cents, pay(500_000).quota], [730n, 500_000])
  assert.deepEqual([pay(750_001).cents, pay(750_001).quota], [1095n, 750_001])
  assert.equal(
    code(() => pay(499_999)),
    'topup_below_minimum',
  )
})

test('what is no amount, too little or too much is refused', () => {
  for (const sent of [1.5, '1', null, undefined, Number.NaN, Number.POSITIVE_INFINITY, 1e13, {}])
    assert.equal(
      code(() => payableOf(sent, 'default', 7.3, settings)),
      'invalid_parameter',
    )
  assert.equal(
    code(() => payableOf(4, 'default', 7.3, { ...settings, MinTopUp: 5 })),
    'topup_below_minimum',
  )
  assert.equal(
    code(() => payableOf(1, 'default', 0.004, settings)),
    'topup_too_low',
  )
})

test('money is compared as money', () => {
  for (const same of ['7.3', '7.30', '7.300', ' 7.30 ']) assert.ok(isSameMoney(same, '7.30'), same)
  for (const other of ['7.31', '7.305', '-7.30', '73', '7,30', '7.3e0', '', '07.300001'])
    assert.ok(!isSameMoney(other, '7.30'), other)
  assert.deepEqual([moneyText(5n), moneyText(730n), moneyText(123_456n)], ['0.05', '7.30', '1234.56'])
})
