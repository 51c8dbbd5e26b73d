import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDecimals, multiplyDecimals, roundDecimal, roundedTo } from '@turnpike/contract/quota'
import type { LogDetail } from '@turnpike/contract/usage/log'
import { dividedBy, exactOf, exactText } from './exact.ts'
import { receiptOf } from './receipt.ts'

const detail = (change: Partial<LogDetail>): LogDetail => ({
  price: { kind: 'tokens', ratio: 1, completion_ratio: 1, tier: null, lines: [] },
  group_ratio: 1,
  quota_per_unit: 500_000,
  reasoning_tokens: 0,
  tools: [],
  is_minimum: false,
  timing: null,
  end: null,
  end_error: null,
  is_counted: false,
  path: '',
  conversion: [],
  virtual_model: null,
  virtual_failed: [],
  upstream_model: null,
  cost: null,
  attempts: [],
  untried: [],
  ...change,
})
const tokens = (ratio: number, ...lines: [name: string, count: number, weight: number][]): LogDetail['price'] => ({
  kind: 'tokens',
  ratio,
  completion_ratio: 1,
  tier: null,
  lines: lines.map(([name, count, weight]) => ({ name, count, weight })),
})

test('every line is its tokens times its weight, and the sum times the ratios is the charge', () => {
  const price = tokens(1.5, ['input', 1204, 1], ['cache_read', 8192, 0.1], ['output', 612, 5])
  const receipt = receiptOf({ quota: 6100, detail: detail({ price, group_ratio: 0.8 }) })
  assert.ok(receipt.kind === 'tokens')
  assert.deepEqual(receipt.lines, [
    { name: 'input', count: 1204, weight: '1', weighted: '1,204', price: '2.40', amount: '0.002890' },
    { name: 'cache_read', count: 8192, weight: '0.1', weighted: '819.2', price: '0.24', amount: '0.001966' },
    { name: 'output', count: 612, weight: '5', weighted: '3,060', price: '12.00', amount: '0.007344' },
  ])
  assert.deepEqual(
    [receipt.count, receipt.weighted, receipt.quota, receipt.dollars, receipt.isSum],
    [10_008, '5,083.2', 6100, '0.012200', true],
  )
})

test('halves are rounded away from zero, once, after everything was added up', () => {
  const half = tokens(0.25, ['input', 1, 1], ['output', 1, 1])
  assert.equal(receiptOf({ quota: 1, detail: detail({ price: half }) }).isSum, true)
  const below = tokens(0.249999, ['input', 1, 1], ['output', 1, 1])
  assert.equal(receiptOf({ quota: 0, detail: detail({ price: below }) }).isSum, true)
})

test('numbers that doubles cannot hold are added up exactly', () => {
  const price = tokens(0.1, ['input', 3, 1], ['cache_read', 1, 0.3])
  const receipt = receiptOf({ quota: 0, detail: detail({ price }) })
  assert.equal(receipt.kind === 'tokens' && receipt.weighted, '3.3')
  const large = tokens(999_999.999999, ['input', 9_007_199_254, 1])
  const sums = [992, 993].map((end) =>
    receiptOf({ quota: 9_007_199_253_990_000 + end, detail: detail({ price: large }) }),
  )
  assert.deepEqual(
    sums.map(({ isSum }) => isSum),
    [false, true],
  )
})

test('a charge below the least one is told apart from the sum', () => {
  const price = tokens(0.001, ['input', 7, 1])
  const { isMinimum, isSum, dollars } = receiptOf({ quota: 1, detail: detail({ price, is_minimum: true }) })
  assert.deepEqual([isMinimum, isSum, dollars], [true, true, '0.000002'])
})

test('tools cost dollars per thousand calls, and the group has its ratio on them too', () => {
  const price = tokens(1, ['input', 100, 1])
  const tools = [{ name: 'web_search', count: 3, price: 10 }]
  const receipt = receiptOf({ quota: 30_200, detail: detail({ price, tools, group_ratio: 2 }) })
  assert.deepEqual(receipt.tools, [
    { name: 'web_search', count: 3, price: '10.00', quota: '30,000', amount: '0.060000' },
  ])
  assert.equal(receipt.isSum, true)
})

test('a price per call is multiplied by its number, its factors and the group', () => {
  const price = {
    kind: 'call' as const,
    price: 0.04,
    count: 2,
    factors: [
      { name: 'size', value: 2 },
      { name: 'quality', value: 1.5 },
    ],
  }
  const receipt = receiptOf({ quota: 180_000, detail: detail({ price, group_ratio: 1.5 }) })
  assert.ok(receipt.kind === 'call')
  assert.deepEqual([receipt.price, receipt.amount, receipt.dollars, receipt.isSum], ['0.04', '0.24', '0.360000', true])
})

test('another rate changes dollars, not the quota of tokens', () => {
  const price = tokens(1, ['input', 1000, 1])
  const receipt = receiptOf({ quota: 1000, detail: detail({ price, quota_per_unit: 300_000 }) })
  assert.ok(receipt.kind === 'tokens' && receipt.isSum)
  assert.deepEqual([receipt.lines[0]?.price, receipt.dollars], ['3.333333', '0.003333'])
})

test('a sum that no balance holds is not passed off as the charge', () => {
  const price = tokens(1, ['input', 1000, 1])
  assert.equal(receiptOf({ quota: 999, detail: detail({ price }) }).isSum, false)
})

test('the amounts add up to the charge, which is rounded to whole quota', () => {
  const price = tokens(1, ['input', 11, 0.1], ['output', 9, 0.25]) // 1.1 and 2.25 quota
  const receipt = receiptOf({ quota: 3, detail: detail({ price }) })
  assert.ok(receipt.kind === 'tokens')
  assert.deepEqual([receipt.lines.map(({ amount }) => amount), receipt.dollars], [['0.000002', '0.000004'], '0.000006'])
})

test('the smallest charge stands on the lines as well', () => {
  const price = tokens(0.001, ['input', 7, 1], ['output', 2, 1])
  const least = receiptOf({ quota: 1, detail: detail({ price, is_minimum: true }) })
  assert.ok(least.kind === 'tokens')
  assert.deepEqual([least.lines.map(({ amount }) => amount), least.dollars], [['0.000002', '0.000000'], '0.000002'])
  const unpriced = receiptOf({ quota: 1, detail: detail({ price: tokens(1, ['input', 7, 0]), is_minimum: true }) })
  assert.ok(unpriced.kind === 'tokens')
  assert.deepEqual([unpriced.lines[0]?.amount, unpriced.dollars], ['0.000002', '0.000002'])
})

test('a rounded quotient of two prices is read as the price it comes from', () => {
  const price = tokens(0.15, ['output', 10, Number((0.7 / 0.3).toFixed(12))]) // $0.70 per million tokens
  const receipt = receiptOf({ quota: 4, detail: detail({ price }) })
  assert.ok(receipt.kind === 'tokens')
  assert.deepEqual([receipt.isSum, receipt.lines[0]?.price, receipt.lines[0]?.amount], [true, '0.70', '0.000008'])
})

test('the shown amounts of any charge add up to its shown total', () => {
  let seed = 11
  const random = (max: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * (max + 1))
  }
  const names = ['input', 'cache_read', 'cache_write_5m', 'cache_write_1h', 'output', 'audio_output']
  const dollarRates = [0.05, 0.075, 0.1, 0.3, 0.7, 1.1, 2.5, 15, 75]
  const pick = () => dollarRates[random(dollarRates.length - 1)] ?? 1
  const unitsOf = (amount: string) => BigInt(amount.replace(/[.,]/g, ''))
  const sumOf = (amounts: string[]) => amounts.reduce((sum, amount) => sum + unitsOf(amount), 0n)
  const padded = (text: string) =>
    (text.includes('.') ? text : `${text}.`) + '0'.repeat(6 - (text.split('.')[1]?.length ?? 0))
  for (let round = 0; round < 2_000; round += 1) {
    const input = pick()
    const ratio = input / 2
    const used = names
      .filter(() => random(1) === 1)
      .map((name): [string, number, number] => {
        const weight = name === 'input' ? 1 : Number((pick() / input).toFixed(12))
        return [name, 1 + random(random(1) === 1 ? 20 : 200_000), weight]
      })
    if (used.length === 0) continue
    const group_ratio = random(1) === 1 ? 1 : random(300) / 100
    const quota_per_unit = [500_000, 500_000, 300_000, 1_000][random(3)] ?? 500_000
    const tools = random(4) === 0 ? [{ name: 'web_search', count: 1 + random(3), price: 10 }] : []
    const exact = [
      ...used.map(([, count, weight]) =>
        multiplyDecimals(exactOf(count), roundedTo(multiplyDecimals(exactOf(ratio), exactOf(weight)), 9)),
      ),
      ...tools.map(({ count, price }) => multiplyDecimals(exactOf(count * price * quota_per_unit), exactOf(0.001))),
    ]
    const rounded = Number(roundDecimal(multiplyDecimals(addDecimals(...exact), exactOf(group_ratio))))
    const is_minimum = rounded === 0 && group_ratio > 0
    const charged = { group_ratio, quota_per_unit, tools, is_minimum, price: tokens(ratio, ...used) }
    const receipt = receiptOf({ quota: is_minimum ? 1 : rounded, detail: detail(charged) })
    assert.ok(receipt.kind === 'tokens')
    const shown = JSON.stringify(receipt)
    assert.equal(receipt.isSum, true, shown)
    assert.equal(
      sumOf([...receipt.lines, ...receipt.tools].map(({ amount }) => amount)),
      unitsOf(receipt.dollars),
      shown,
    )
    assert.equal(sumOf(receipt.lines.map(({ weighted }) => padded(weighted))), unitsOf(padded(receipt.weighted)), shown)
  }
})

test('numbers are read as they print, exponents included', () => {
  assert.deepEqual(exactOf(1e-7), { units: 1n, scale: 7 })
  assert.deepEqual(exactOf(1.5e21), { units: 1_500_000_000_000_000_000_000n, scale: 0 })
  assert.equal(exactText(exactOf(1234.5), 6, 2), '1,234.50')
  assert.equal(exactText(exactOf(0), 2), '0.00')
  assert.equal(exactText(dividedBy(exactOf(1), 3), 4), '0.3333')
})
