import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  abbreviate,
  addDecimals,
  type Decimal,
  decimalOf,
  dollars,
  formatBriefSpend,
  formatCount,
  formatMoney,
  formatSpend,
  isMultiple,
  isRatio,
  multiplyDecimals,
  multiplyRounded,
  quotaMax,
  quotaOf,
  quotaOfDollars,
  roundDecimal,
} from './quota.ts'

const perDollar = 500_000
const count = (units: number): Decimal => ({ units: BigInt(units), scale: 0 })

/** Repeatable chance: the same seed gives the same cases on every machine. */
function* randomIntegers(seed: number, below: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    yield Math.floor((state / 2 ** 32) * below)
  }
}

test('a ratio is read exactly as written', () => {
  assert.deepEqual(decimalOf('0'), { units: 0n, scale: 0 })
  assert.deepEqual(decimalOf('1.25'), { units: 125n, scale: 2 })
  assert.deepEqual(decimalOf(0.000001), { units: 1n, scale: 6 })
  assert.deepEqual(decimalOf('0.100000'), { units: 100_000n, scale: 6 })
  assert.deepEqual(decimalOf(1_000_000), { units: 1_000_000n, scale: 0 })
  assert.deepEqual(decimalOf(-0), { units: 0n, scale: 0 })
})

test('what is not a ratio within bounds is refused', () => {
  const texts = ['', ' ', ' 1', '1 ', '+1', '-1', '-0', '.5', '5.', '01', '1,5', '1e3', '0x10', 'NaN', 'Infinity', '١']
  const outside = ['1000000.000001', '1000001', '0.0000001', '1.0000000', '9'.repeat(400)]
  const numbers = [Number.NaN, Number.POSITIVE_INFINITY, -1, 1e-7, 1_000_000.1, 0.1 + 0.2, 1 / 3, 1e21]
  for (const value of [...texts, ...outside, ...numbers]) assert.equal(isRatio(value), false, `${value}`)
  const notMultiples = ['1000001', '0.0000000000001', 1e-7, 1 / 3, 1_000_000.1, -1, 1e21, Number.NaN]
  for (const value of [...texts, ...notMultiples]) {
    assert.equal(isMultiple(value), false, `${value}`)
    assert.throws(() => decimalOf(value), RangeError, `${value}`)
  }
  for (const value of ['0.333333333333', 4.071428571429, '1000000']) assert.ok(isMultiple(value), `${value}`)
})

test('a charge is the exact product, rounded once and half away from zero', () => {
  const table: [count: bigint, ratios: (string | number)[], charge: bigint][] = [
    [0n, [1.25], 0n],
    [1n, [], 1n],
    [1n, [0.5], 1n],
    [3n, [0.5], 2n],
    [5n, [0.5], 3n], // rounding half to even would give 2
    [1n, ['0.499999'], 0n],
    [100n, [1.005], 101n], // 100.49999999999999 in floating point
    [3n, [0.1, 5], 2n], // 1.5; rounding after the first factor would give 0
    [1_000_000n, ['0.000001', '0.5'], 1n],
    [500_000n, [0.1, 1.5], 75_000n],
    [-1n, [0.5], -1n],
    [-5n, [0.5], -3n],
    [-1n, ['0.499999'], 0n],
    [9_007_199_254_740_993n, [1_000_000], 9_007_199_254_740_993_000_000n],
  ]
  for (const [tokens, ratios, charge] of table)
    assert.equal(multiplyRounded(tokens, ...ratios), charge, `${tokens} × ${ratios.join(' × ')}`)
})

test('random products agree with a long division by hand', () => {
  const millionths = randomIntegers(7, 1_000_000_000_001)
  const counts = randomIntegers(11, 5_000_000)
  const written = (units: number) => {
    const digits = String(units).padStart(7, '0')
    return `${digits.slice(0, -6)}.${digits.slice(-6)}`
  }
  for (let round = 0; round < 5_000; round++) {
    const tokens = BigInt(counts.next().value)
    const units = [millionths, millionths].map((source) => source.next().value)
    const product = units.reduce((so, unit) => so * BigInt(unit), tokens)
    const whole = product / 10n ** 12n
    const rest = product - whole * 10n ** 12n
    const expected = rest >= 500_000_000_000n ? whole + 1n : whole
    assert.equal(multiplyRounded(tokens, ...units.map(written)), expected, `${tokens} × ${units.map(written)}`)
  }
})

test('weighted parts add up exactly before the one rounding', () => {
  const weighted = (...parts: [tokens: number, ratio: number][]) =>
    addDecimals(...parts.map(([tokens, ratio]) => multiplyDecimals(count(tokens), decimalOf(ratio))))
  const charge = (sum: Decimal, ...ratios: number[]) => roundDecimal(multiplyDecimals(sum, ...ratios.map(decimalOf)))

  assert.equal(charge(weighted([1000, 1], [500, 4]), 1.25), 3750n)
  assert.equal(charge(weighted([1000, 1], [500, 4]), 1.25, 0.8), 3000n)
  assert.equal(charge(weighted([2000, 1], [10_000, 0.5], [500, 4]), 1.25), 11_250n)
  assert.equal(charge(weighted([2000, 1], [10_000, 0.1], [3000, 1.25], [800, 5]), 1.5), 16_125n)
  assert.equal(charge(weighted([1204, 1], [8192, 0.1], [612, 5]), 1.5, 0.8), 6100n) // 6,099.84
  assert.equal(charge(weighted([1, 0.25], [1, 0.25]), 1), 1n) // each alone would be nothing
  assert.deepEqual(addDecimals(), { units: 0n, scale: 0 })
})

test('an amount that a balance cannot hold is refused, not cut', () => {
  assert.equal(quotaOf(0n), 0)
  assert.equal(quotaOf(BigInt(quotaMax)), 9_007_199_254_740_991)
  assert.throws(() => quotaOf(BigInt(quotaMax) + 1n), RangeError)
  assert.throws(() => quotaOf(-1n), RangeError)
})

test('dollars buy quota', () => {
  assert.equal(quotaOfDollars('10', perDollar), 5_000_000)
  assert.equal(quotaOfDollars(0.29, perDollar), 145_000)
  assert.equal(quotaOfDollars('0.000001', perDollar), 1)
  assert.equal(quotaOfDollars('18014398509.481982', perDollar), quotaMax)
  for (const amount of ['18014398509.481984', '-1', '', '1e3', '0.0000001', Number.NaN])
    assert.throws(() => quotaOfDollars(amount, perDollar), RangeError, `${amount}`)
})

test('quota is worth dollars, to the requested digit', () => {
  assert.equal(dollars(64_230_000, perDollar), '128.46')
  assert.equal(dollars(6100, perDollar, 4), '0.0122')
  assert.equal(dollars(6100, perDollar, 6), '0.012200')
  assert.equal(dollars(750_000, perDollar, 0), '2')
  assert.equal(dollars(quotaMax, perDollar, 6), '18014398509.481982')
  assert.equal(dollars(12n, 0.5), '24.00')
  assert.equal(dollars(10, 7.3), '1.37')
  assert.equal(dollars(0, perDollar), '0.00')
})

test('dollars round half away from zero on both sides of it, and nothing has no sign', () => {
  assert.equal(dollars(2499, perDollar), '0.00')
  assert.equal(dollars(2500, perDollar), '0.01')
  assert.equal(dollars(-2499, perDollar), '0.00')
  assert.equal(dollars(-2500, perDollar), '-0.01')
  assert.equal(dollars(-617_250, perDollar), '-1.23')
})

test('six digits give back the very quota they came from', () => {
  const amounts = randomIntegers(23, quotaMax)
  for (let round = 0; round < 1000; round++) {
    const quota = amounts.next().value
    assert.equal(quotaOfDollars(dollars(quota, perDollar, 6), perDollar), quota)
  }
})

test('money without a unit to count it in is refused', () => {
  assert.throws(() => dollars(1, 0), RangeError)
  assert.throws(() => dollars(1, Number.NaN), RangeError)
  assert.throws(() => dollars(0.5, perDollar), RangeError)
})

test('money carries its sign, its symbol and group separators', () => {
  assert.equal(formatMoney('0.00'), '$0.00')
  assert.equal(formatMoney('999.99'), '$999.99')
  assert.equal(formatMoney('1842.60'), '$1,842.60')
  assert.equal(formatMoney('-1234567.8912'), '-$1,234,567.8912')
  assert.equal(formatMoney('365.00', '¥'), '¥365.00')
  assert.equal(formatMoney('1000'), '$1,000')
})

test('one call shows four decimals below a dollar and two from there on', () => {
  assert.equal(formatSpend(6100, perDollar), '$0.0122')
  assert.equal(formatSpend(40_000, perDollar), '$0.0800')
  assert.equal(formatSpend(0, perDollar), '$0.00')
  assert.equal(formatSpend(1, perDollar), '$0.000002')
  assert.equal(formatSpend(-19, perDollar), '-$0.000038')
  assert.equal(formatSpend(499, perDollar), '$0.0010') // would round to 0.001000
  assert.equal(formatSpend(600, perDollar), '$0.0012')
  assert.equal(formatSpend(499_974, perDollar), '$0.9999')
  assert.equal(formatSpend(499_975, perDollar), '$1.00') // would round to 1.0000
  assert.equal(formatSpend(617_250, perDollar), '$1.23')
  assert.equal(formatSpend(-6100, perDollar), '-$0.0122')
  assert.equal(formatSpend(617_250_000, perDollar), '$1,234.50')
})

test('a count is grouped in full', () => {
  assert.equal(formatCount(0), '0')
  assert.equal(formatCount(999), '999')
  assert.equal(formatCount(64_230_000), '64,230,000')
  assert.equal(formatCount(-1000), '-1,000')
  assert.equal(formatCount(9_007_199_254_740_993n), '9,007,199,254,740,993')
})

test('an amount is abbreviated at thousands, millions and billions, and carries into the next', () => {
  const table: [number | bigint, string][] = [
    [0, '0'],
    [999, '999'],
    [1000, '1K'],
    [1049, '1K'],
    [1050, '1.1K'],
    [75_240, '75.2K'],
    [999_949, '999.9K'],
    [999_950, '1M'],
    [999_999, '1M'],
    [12_345_678, '12.3M'],
    [999_949_999, '999.9M'],
    [999_950_000, '1B'],
    [1_250_000_000, '1.3B'],
    [1_234_560_000_000, '1,234.6B'],
    [quotaMax, '9,007,199.3B'],
    [-999, '-999'],
    [-1050, '-1.1K'],
    [-999_950, '-1M'],
    [999_999n, '1M'],
    [49.9, '50'],
  ]
  for (const [amount, text] of table) assert.equal(abbreviate(amount), text, `${amount}`)
})

test('a call that costs next to nothing says so, and never that it was free', () => {
  assert.equal(formatBriefSpend(1, 500_000), '< $0.0001')
  assert.equal(formatBriefSpend(49, 500_000), '< $0.0001')
  assert.equal(formatBriefSpend(50, 500_000), '$0.0001')
  assert.equal(formatBriefSpend(6100, 500_000), '$0.0122')
  assert.equal(formatBriefSpend(0, 500_000), '$0.00')
})
