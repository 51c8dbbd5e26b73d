import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ModelTiers, TierRatios } from '@turnpike/contract/money/price-tiers'
import { type ChargeParts, chargeOf } from '../charge.ts'
import { tokenPrice } from '../price.ts'
import { noUsage, type Service, type UsageLine, usageLines } from '../usage.ts'
import { priceAt } from './price-at.ts'

/** Dollars per million tokens of each line, as a vendor's price list has them. */
type Listed = Record<UsageLine, string>

const base: Listed = {
  input: '1.1',
  cache_read: '0.11',
  cache_write_5m: '1.375',
  cache_write_1h: '2.2',
  image_input: '2.3',
  audio_input: '11',
  output: '7.3',
  audio_output: '22.7',
  image_output: '33',
}
const long: Listed = {
  input: '2.3',
  cache_read: '0.29',
  cache_write_5m: '2.9',
  cache_write_1h: '4.64',
  image_input: '4.7',
  audio_input: '23.1',
  output: '11.9',
  audio_output: '46.3',
  image_output: '66.7',
}
const priority: Listed = {
  input: '1.9',
  cache_read: '0.21',
  cache_write_5m: '2.4',
  cache_write_1h: '3.84',
  image_input: '3.9',
  audio_input: '19.9',
  output: '12.7',
  audio_output: '40.1',
  image_output: '57.1',
}
const priorityLong: Listed = {
  input: '4.3',
  cache_read: '0.53',
  cache_write_5m: '5.3',
  cache_write_1h: '8.48',
  image_input: '8.9',
  audio_input: '43.1',
  output: '22.3',
  audio_output: '87.7',
  image_output: '127.1',
}
const lines: readonly UsageLine[] = usageLines

type Fraction = { units: bigint; scale: bigint }
const fraction = (text: string): Fraction => {
  const [whole = '', digits = ''] = text.split('.')
  return { units: BigInt(whole + digits), scale: 10n ** BigInt(digits.length) }
}
const product = (...texts: string[]): Fraction =>
  texts.map(fraction).reduce((one, other) => ({ units: one.units * other.units, scale: one.scale * other.scale }))

/** Dollars to quota in whole numbers, rounded once, half away from zero; at least 1. */
function quotaOf(counts: [UsageLine, number][], listed: Listed, ...factors: string[]): number {
  const amounts = counts.map(([line, count]) => product(String(count), listed[line], ...factors))
  const scale = amounts.reduce((all, amount) => all * amount.scale, 1n)
  const sum = amounts.reduce((total, { units, scale: own }) => total + units * (scale / own), 0n)
  const unit = 2n * scale // 500,000 quota are a dollar, and prices are for a million tokens
  return Math.max(1, Number((2n * sum + unit) / (2n * unit)))
}

const quotient = (dividend: string, divisor: string) => Number((Number(dividend) / Number(divisor)).toFixed(12))
const ratiosOf = (listed: Listed) => ({
  completion_ratio: quotient(listed.output, listed.input),
  cache_read_ratio: quotient(listed.cache_read, listed.input),
  cache_write_ratio: quotient(listed.cache_write_5m, listed.input),
  image_ratio: quotient(listed.image_input, listed.input),
  image_completion_ratio: quotient(listed.image_output, listed.input),
  audio_ratio: quotient(listed.audio_input, listed.input),
  audio_completion_ratio: quotient(listed.audio_output, listed.audio_input),
})
const tierOf = (listed: Listed): TierRatios => ({ ratio: quotient(listed.input, base.input), ...ratiosOf(listed) })

const above = 200_000
const tiers: ModelTiers = {
  lengths: [{ above, ...tierOf(long) }],
  services: {
    priority: { ...tierOf(priority), lengths: [{ above, ...tierOf(priorityLong) }] },
    flex: { ratio: 0.5 },
    fast: { ratio: 6 },
    us: { ratio: 1.1 },
  },
  times: { zone: 'America/New_York', spans: [{ from: '00:30', to: '08:30', factor: 0.25 }] },
}
const price = tokenPrice('m', { ratio: 0.55, ...ratiosOf(base) }, {}, 500_000, tiers)

type Served = [name: string, service: Service | undefined, short: Listed, long: Listed, factors: string[]]
const services: Served[] = [
  ['the normal tier', undefined, base, long, []],
  ['priority, which has prices of its own', { tier: 'priority' }, priority, priorityLong, []],
  ['flex, a factor', { tier: 'flex' }, base, long, ['0.5']],
  ['fast in the United States, two factors', { speed: 'fast', region: 'us' }, base, long, ['6', '1.1']],
]
const groups = ['1', '0.8', '0.37', '1.5', '2.345678']
const noon = Date.parse('2026-11-19T12:00:00-05:00') / 1000
const night = Date.parse('2026-11-19T02:00:00-05:00') / 1000

for (const [name, service, short, longer, factors] of services)
  test(`${name}: every line, length, time of day and group is charged from dollars to quota, to the unit`, () => {
    for (const [listed, filler] of [
      [short, 0],
      [longer, above],
    ] as const)
      for (const [at, timeFactors] of [
        [noon, []],
        [night, ['0.25']],
      ] as const)
        for (const group of groups)
          for (const counts of [...lines.flatMap((line) => oneLine(line, filler)), allLines(filler)]) {
            const usage = { ...noUsage, ...Object.fromEntries(counts), ...(service && { service }) }
            const { quota, parts } = chargeOf(usage, priceAt(price, at), Number(group))
            const expected = quotaOf(counts, listed, ...factors, ...timeFactors, group)
            assert.equal(quota, expected, JSON.stringify({ counts, group, at, filler }))
            assert.equal(quota, fromReceipt(parts), 'the lines of the receipt add up')
          }
  })

/** Counts of one line; a long call reads as many tokens from a cache as make it one. */
const oneLine = (line: UsageLine, filler: number): [UsageLine, number][][] =>
  [1, 7, 999, 123_457].map((count) =>
    filler === 0
      ? [[line, count]]
      : line === 'cache_read'
        ? [[line, filler + count]]
        : [
            ['cache_read', filler + 1],
            [line, count],
          ],
  )
const allLines = (filler: number): [UsageLine, number][] =>
  lines.map((line, index) => [line, 13 + index * 101 + (line === 'input' ? filler : 0)])

/** The charge by the figures that a log row has: token counts, weights, the ratio of the tier and that of the group. */
function fromReceipt(parts: ChargeParts): number {
  assert.ok('lines' in parts)
  const sum = parts.lines.reduce((total, { count, weight }) => total + count * weight, 0)
  return Math.max(1, Math.round(Number((sum * parts.price.ratio * parts.group_ratio).toFixed(6))))
}
