import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decimalOf, multiplyDecimals } from '@turnpike/contract/quota'
import { chargeOf } from './charge.ts'
import { callPrice, type TokenRatios, tokenPrice } from './price.ts'
import { roundedQuota, sumExactly, sumSafely } from './rates.ts'
import { noUsage, type Usage, usageLines } from './usage.ts'

const usual: TokenRatios = {
  ratio: 1,
  completion_ratio: 1,
  cache_read_ratio: 1,
  cache_write_ratio: 1.25,
  image_ratio: 1,
  audio_ratio: 1,
  audio_completion_ratio: 1,
}
const byTokens = (ratios: Partial<TokenRatios>, model = 'some-model') =>
  tokenPrice(model, { ...usual, ...ratios }, {}, 500_000)
const byCall = (price: number) => callPrice('some-model', decimalOf(price), {}, 500_000)
const quotaFor = (usage: Partial<Usage>, ratios: Partial<TokenRatios>, group = 1) =>
  chargeOf({ ...noUsage, ...usage }, byTokens(ratios), group).quota

const claude = { ratio: 1.5, completion_ratio: 5, cache_read_ratio: 0.1, cache_write_ratio: 1.25 }
const spoken = { ratio: 1.25, completion_ratio: 4, audio_ratio: 16, audio_completion_ratio: 2 }
const vectors: [name: string, usage: Partial<Usage>, ratios: Partial<TokenRatios>, group: number, quota: number][] = [
  ['text', { input: 1_000, output: 500 }, { ratio: 1.25, completion_ratio: 4 }, 1, 3_750],
  ['text in a cheaper group', { input: 1_000, output: 500 }, { ratio: 1.25, completion_ratio: 4 }, 0.8, 3_000],
  [
    'cached input',
    { input: 2_000, cache_read: 10_000, output: 500 },
    { ratio: 1.25, completion_ratio: 4, cache_read_ratio: 0.5 },
    1,
    11_250,
  ],
  [
    'a cache kept five minutes',
    { input: 2_000, cache_read: 10_000, cache_write_5m: 3_000, output: 800 },
    claude,
    1,
    16_125,
  ],
  ['a cache kept an hour', { input: 2_000, cache_read: 10_000, cache_write_1h: 3_000, output: 800 }, claude, 1, 19_500],
  ['less than the smallest charge', { input: 1 }, { ratio: 0.01 }, 1, 1],
  ['a free model', { input: 5_000 }, { ratio: 0 }, 1, 0],
  ['a free group', { input: 5_000 }, { ratio: 1.25 }, 0, 0],
  ['nothing used', {}, { ratio: 1.25 }, 1, 0],
  ['spoken chat', { input: 100, audio_input: 200, output: 50, audio_output: 300 }, spoken, 1, 16_375],
  ['speech by the character', { input: 1_000 }, { ratio: 7.5, completion_ratio: 0 }, 1, 7_500],
  ['95 seconds transcribed', { input: 1_583 }, { ratio: 3, completion_ratio: 0 }, 1, 4_749],
  ['reasoning is part of the output', { output: 100, reasoning: 90 }, { ratio: 1, completion_ratio: 4 }, 1, 400],
  [
    'pictures read and made',
    { image_input: 100, image_output: 10 },
    { ratio: 2.5, completion_ratio: 8, image_ratio: 2 },
    1,
    700,
  ],
  ['half a point rounds up', { input: 5 }, { ratio: 0.5 }, 1, 3],
  ['rounding happens once', { input: 1, output: 1 }, { ratio: 0.25, completion_ratio: 1 }, 1, 1],
  ['a tenth three times is three tenths', { input: 3, output: 3 }, { ratio: 0.1, completion_ratio: 4 }, 1, 2],
]
for (const [name, usage, ratios, group, quota] of vectors)
  test(`charging ${name}`, () => assert.equal(quotaFor(usage, ratios, group), quota))

// ratio, completion, cache read, cache write, image, audio, audio completion, group; counts in the order of `usageLines`;
// the quota, worked out by a decimal library of another language.
type Row = [number, number, number, number, number, number, number, number, number[], number]
const workedOut: Row[] = [
  [0.5, 0, 2.37, 0.039317, 3, 0, 0.247927, 0.993473, [20, 20, 18, 1, 18, 18, 12, 1, 7], 61],
  [
    27,
    2.6,
    6,
    2.349889,
    0.9,
    6.303905,
    0.7,
    1,
    [863853, 2082113, 2853804, 2230196, 1793452, 1317628, 1952875, 2456024, 1900793],
    1599086319,
  ],
  [
    1.27,
    12.4,
    9,
    3.670592,
    18.38,
    2.99,
    13,
    0.9,
    [110545, 10277, 175168, 20347, 146296, 150215, 82247, 89161, 182267],
    12400670,
  ],
  [20.34, 0.288412, 3, 1, 27.579219, 2.935, 11.37, 2, [19, 3, 15, 1, 6, 9, 4, 7, 12], 19311],
  [0.33, 2.5, 3.70518, 3.5, 17.01, 15.58, 0.1, 0.3, [0, 15, 18, 5, 8, 9, 0, 4, 13], 46],
  [2.557738, 3.997582, 26.3, 22.689509, 4, 1.634, 0.493, 0.195, [0, 1, 0, 0, 1, 0, 0, 0, 0], 15],
  [0.995044, 1.04, 1, 12.9, 14.91, 0.118, 1.967, 0.351, [3, 10, 8, 15, 5, 16, 0, 6, 16], 182],
  [0.88, 0.79497, 2.696589, 27, 15.02, 1.4, 26.140744, 2.66943, [19, 6, 7, 12, 7, 6, 16, 15, 11], 3351],
  [1, 0.793, 1.875808, 0.41, 0.3, 0.345, 3.9, 0.502764, [1637, 1317, 173, 1709, 1352, 245, 1863, 795, 1602], 4830],
  [1.1, 10.895, 12, 3.044, 5, 0, 23.8, 24.2, [319, 1123, 1122, 268, 43, 29, 1637, 1988, 1487], 1404647],
  [
    23,
    1.2,
    0.4,
    3.2,
    16.6,
    17.16,
    0.5,
    19.115,
    [1764242, 2104068, 548460, 2230635, 636847, 2195745, 2141389, 78453, 1846017],
    30551129216,
  ],
  [0.2, 0.2, 23.763, 1, 21.23, 16.189577, 1, 0.4, [0, 1, 0, 0, 1, 1, 0, 1, 1], 6],
  [27.090578, 8.115, 3.870437, 0.880803, 0.426, 3, 0.85, 0.4, [9, 3, 4, 20, 11, 4, 8, 4, 14], 2793],
  [4.8, 0.666, 0.6, 1.422356, 0.365, 0.92, 0.43, 1.847415, [1, 1, 1, 0, 0, 0, 0, 0, 1], 33],
]
const usageWith = (counts: readonly number[]): Usage => ({
  ...noUsage,
  ...Object.fromEntries(usageLines.map((line, index) => [line, counts[index] ?? 0])),
})

test('every kind of token together costs what was worked out elsewhere', () => {
  for (const [ratio, completion_ratio, cache_read_ratio, cache_write_ratio, image_ratio, ...rest] of workedOut) {
    const [audio_ratio, audio_completion_ratio, group, counts, quota] = rest
    const cache = { cache_read_ratio, cache_write_ratio }
    const ratios = { ratio, completion_ratio, ...cache, image_ratio, audio_ratio, audio_completion_ratio }
    assert.equal(quotaFor(usageWith(counts), ratios, group), quota, JSON.stringify(ratios))
  }
})

/** Fractions, deliberately unlike the decimals under test: nothing is scaled, everything is cross-multiplied. */
type Fraction = [top: bigint, bottom: bigint]
const fraction = (value: number): Fraction => [BigInt(Math.round(value * 1e6)), 1_000_000n]
const times = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * c, b * d]
const plus = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * d + c * b, b * d]
const rounded = ([top, bottom]: Fraction): bigint => top / bottom + ((top % bottom) * 2n >= bottom ? 1n : 0n)

function seeded(seed: number) {
  let state = seed
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  return { below: (limit: number) => Math.floor(next() * limit), chance: (odds: number) => next() < odds }
}

test('two thousand random calls cost what fractions say, quickly or slowly computed', () => {
  const random = seeded(20_26)
  const anyRatio = () => random.below(10 ** (1 + random.below(6))) / 10 ** random.below(7)
  let quick = 0
  for (let round = 0; round < 2_000; round += 1) {
    const ratios: TokenRatios = {
      ratio: anyRatio(),
      completion_ratio: anyRatio(),
      cache_read_ratio: anyRatio(),
      cache_write_ratio: anyRatio(),
      image_ratio: anyRatio(),
      audio_ratio: random.chance(0.5) ? 1 : anyRatio(),
      audio_completion_ratio: random.chance(0.5) ? 1 : anyRatio(),
    }
    const group = anyRatio()
    const limit = 10 ** (1 + random.below(6))
    const counts = usageLines.map(() => (random.chance(0.6) ? random.below(limit) : 0))
    const weights = [
      fraction(1),
      fraction(ratios.cache_read_ratio),
      fraction(ratios.cache_write_ratio),
      times(fraction(ratios.cache_write_ratio), [8n, 5n]),
      fraction(ratios.image_ratio),
      fraction(ratios.audio_ratio),
      fraction(ratios.completion_ratio),
      times(fraction(ratios.audio_ratio), fraction(ratios.audio_completion_ratio)),
      fraction(ratios.completion_ratio),
    ]
    const tokens = weights.map((weight, index) => times(weight, [BigInt(counts[index] ?? 0), 1n])).reduce(plus)
    const exact = rounded(times(times(tokens, fraction(ratios.ratio)), fraction(group)))
    const isCharged = ratios.ratio > 0 && group > 0 && counts.some((count) => count > 0)
    const expected = exact === 0n && isCharged ? 1n : exact

    const price = byTokens(ratios)
    const charge = () => chargeOf(usageWith(counts), price, group).quota
    if (expected > BigInt(Number.MAX_SAFE_INTEGER)) assert.throws(charge, RangeError)
    else assert.equal(BigInt(charge()), expected, JSON.stringify({ ratios, group, counts }))

    const safe = sumSafely(counts, price.rates, decimalOf(group))
    if (safe === undefined) continue
    quick += 1
    assert.equal(safe, roundedQuota(multiplyDecimals(sumExactly(counts, price.rates), decimalOf(group))))
  }
  assert.ok(quick > 200 && quick < 1_800, `both roads were taken: ${quick} quick ones`)
})

test('the quick road gives up rather than lose a point', () => {
  const counts = [Number.MAX_SAFE_INTEGER, 1]
  const rates = { scale: 0, units: [1n, 1n], safeUnits: [1, 1] }
  assert.equal(sumSafely([Number.MAX_SAFE_INTEGER, 0], rates, decimalOf(1)), Number.MAX_SAFE_INTEGER)
  assert.equal(sumSafely(counts, rates, decimalOf(1)), undefined)
  assert.equal(sumSafely([Number.MAX_SAFE_INTEGER, 0], rates, decimalOf(1.1)), undefined)
  assert.equal(sumSafely([2 ** 52, 2 ** 52], rates, decimalOf(1)), undefined)
})

test('a price per call is charged once, whatever the tokens', () => {
  assert.equal(chargeOf(noUsage, byCall(0.1), 1.5).quota, 75_000)
  assert.equal(chargeOf({ ...noUsage, input: 1_000_000, output: 5 }, byCall(0.1), 1.5).quota, 75_000)
})

test('a price per call times its count and factors is rounded once', () => {
  const factors = [
    { name: 'size', value: 2 },
    { name: 'quality', value: 1.5 },
  ]
  assert.equal(chargeOf(noUsage, byCall(0.04), 1, { count: 2, factors }).quota, 120_000)
  assert.equal(chargeOf(noUsage, byCall(0.000001), 1, { count: 3 }).quota, 2) // 1.5, half away from zero
  assert.equal(chargeOf(noUsage, byCall(0.000001), 0.001).quota, 1)
  assert.equal(chargeOf(noUsage, byCall(0.04), 1, { count: 0 }).quota, 0)
})

test('tools the upstream ran are charged beside the tokens, at the price of the model', () => {
  const usage: Usage = { ...noUsage, input: 1_000, tool_calls: [{ name: 'web_search', count: 2 }] }
  assert.equal(chargeOf(usage, byTokens({}), 1).quota, 11_000)
  assert.equal(chargeOf(usage, byTokens({ ratio: 0 }), 0.5).quota, 5_000)
  assert.equal(chargeOf(usage, byCall(0.1), 1).quota, 60_000)

  const preview: Usage = { ...noUsage, tool_calls: [{ name: 'web_search_preview', count: 1 }] }
  assert.equal(chargeOf(preview, byTokens({}, 'gpt-5'), 1).quota, 5_000)
  assert.equal(chargeOf(preview, byTokens({}, 'gpt-4o-mini'), 1).quota, 12_500)
  assert.equal(chargeOf(preview, byTokens({}, 'gpt-4.1'), 1).quota, 12_500)
  assert.equal(chargeOf({ ...noUsage, tool_calls: [{ name: 'file_search', count: 1 }] }, byTokens({}), 1).quota, 1_250)
})

test('dollars become quota at the rate the price was made with', () => {
  const price = callPrice('some-model', decimalOf(0.1), {}, 1_000)
  assert.equal(chargeOf(noUsage, price, 1).quota, 100)
  assert.equal(chargeOf({ ...noUsage, tool_calls: [{ name: 'web_search', count: 1 }] }, price, 1).quota, 110)
})

test('the parts list what was charged and nothing else', () => {
  const price = byTokens({ ratio: 0.01, completion_ratio: 4, cache_read_ratio: 0.5 })
  const { parts, quota } = chargeOf({ ...noUsage, input: 10, cache_read: 20, output: 5, reasoning: 5 }, price, 0.5)
  assert.equal(quota, 1)
  assert.deepEqual(parts, {
    price,
    group_ratio: 0.5,
    lines: [
      { name: 'input', count: 10, weight: 1 },
      { name: 'cache_read', count: 20, weight: 0.5 },
      { name: 'output', count: 5, weight: 4 },
    ],
    tool_surcharges: [],
    is_minimum: true,
  })
})

test('numbers that are no counts, and ratios that are none, are refused', () => {
  const price = byTokens({})
  const hostile = [Number.NaN, Number.POSITIVE_INFINITY, -1, 0.5, 1e308, 2 ** 53, '12', {}, 10n] as number[]
  for (const value of hostile) {
    for (const line of usageLines)
      assert.throws(() => chargeOf({ ...noUsage, [line]: value }, price, 1), RangeError, `${line} ${value}`)
    const tools: Usage = { ...noUsage, tool_calls: [{ name: 'web_search', count: value }] }
    assert.throws(() => chargeOf(tools, price, 1), RangeError, `tool ${value}`)
    assert.throws(() => chargeOf(noUsage, byCall(1), 1, { count: value }), RangeError, `n ${value}`)
  }
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY, -1, 1e-7, 1e7, 1e308]) {
    assert.throws(() => chargeOf(noUsage, price, value), RangeError, `group ${value}`)
    const factors = [{ name: 'size', value }]
    assert.throws(() => chargeOf(noUsage, byCall(1), 1, { factors }), RangeError, `factor ${value}`)
  }
})

test('an amount no balance can hold is refused, not cut', () => {
  const usage = { ...noUsage, input: 9_007_199_254 }
  assert.equal(chargeOf(usage, byTokens({ ratio: 1_000_000 }), 1).quota, 9_007_199_254_000_000)
  assert.throws(() => chargeOf({ ...noUsage, input: 9_007_199_255 }, byTokens({ ratio: 1_000_000 }), 1), RangeError)
  assert.throws(() => chargeOf(noUsage, byCall(1_000_000), 1_000_000), RangeError)
})
