import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ModelTiers } from '@turnpike/contract/money/price-tiers'
import { decimalOf } from '@turnpike/contract/quota'
import { type ChannelCost, isChannelCost, type TokenCost } from '@turnpike/contract/routing/channel-cost'
import { chargeOf } from '../charge.ts'
import { callPrice, tokenPrice } from '../price.ts'
import { priceAt } from '../tiers/price-at.ts'
import { noUsage, type Service, type Usage, type UsageLine, usageLines } from '../usage.ts'
import { costOf } from './cost-of.ts'

const quotient = (one: number, other: number) => Number((one / other).toFixed(12))

/** Dollars per million tokens of every line at every tier, as a vendor's page would list them. */
type Prices = Record<UsageLine, number>
const listed = (...amounts: number[]) =>
  Object.fromEntries(usageLines.map((line, index) => [line, amounts[index]])) as Prices
const times = (prices: Prices, factor: number) =>
  listed(...usageLines.map((line) => Number((prices[line] * factor).toFixed(9))))

// In the order of `usageLines`: input, cached, written for 5 minutes and an hour, image and audio in, text, audio, image out.
const cost = {
  short: listed(1.07, 0.11, 1.3, 2.08, 1.5, 3.2, 8.57, 13, 31),
  long: listed(2.2, 0.22, 2.9, 4.64, 3.3, 7.04, 12.9, 28.6, 62),
  priorityLong: listed(4.1, 0.41, 5.4, 8.64, 6.15, 13.12, 24, 53.3, 115),
}
const sold = {
  short: listed(1.25, 0.125, 1.5625, 2.5, 1.25, 2.5, 10, 20, 10),
  long: listed(2.5, 0.25, 3.125, 5, 2.5, 5, 15, 30, 15),
}

const ratiosFor = (prices: Prices, base: Prices) => ({
  ratio: quotient(prices.input, base.input),
  completion_ratio: quotient(prices.output, prices.input),
  cache_read_ratio: quotient(prices.cache_read, prices.input),
  cache_write_ratio: quotient(prices.cache_write_5m, prices.input),
  image_ratio: quotient(prices.image_input, prices.input),
  image_completion_ratio: quotient(prices.image_output, prices.input),
  audio_ratio: quotient(prices.audio_input, prices.input),
  audio_completion_ratio: quotient(prices.audio_output, prices.audio_input),
})
const night = { zone: 'Asia/Shanghai', spans: [{ from: '00:30', to: '08:30', factor: 0.5 }] }
const costTiers: ModelTiers = {
  lengths: [{ above: 200_000, ...ratiosFor(cost.long, cost.short) }],
  services: {
    priority: { ratio: 2, lengths: [{ above: 200_000, ...ratiosFor(cost.priorityLong, cost.short) }] },
    flex: { ratio: 0.5 },
  },
  times: night,
}
const ownList: TokenCost = {
  input: cost.short.input,
  output: cost.short.output,
  cache_read: cost.short.cache_read,
  cache_write: cost.short.cache_write_5m,
  image_input: cost.short.image_input,
  image_output: cost.short.image_output,
  audio_input: cost.short.audio_input,
  audio_output: cost.short.audio_output,
  tiers: costTiers,
}
const soldTiers: ModelTiers = {
  lengths: [{ above: 200_000, ratio: 2, completion_ratio: 6 }],
  services: { priority: { ratio: 2.5 } },
}
const soldPrice = tokenPrice(
  'm',
  { ...ratiosFor(sold.short, sold.short), ratio: 0.625, image_completion_ratio: undefined },
  {},
  500_000,
  soldTiers,
)

/** Σ tokens × dollars, in whole billionths of a dollar, as quota. */
function quotaOf(usage: Usage, prices: Prices, multiple = 1): number {
  const billionths = usageLines.map(
    (line) => BigInt(Math.round(prices[line] * 1e9)) * BigInt(usage[line] ?? 0) * BigInt(Math.round(multiple * 1000)),
  )
  const sum = billionths.reduce((one, other) => one + other, 0n) * 500_000n
  const unit = 10n ** 18n
  return Number((2n * sum + unit) / (2n * unit))
}

const usages: [string, Partial<Usage>][] = [
  ['text', { input: 12_345, output: 678 }],
  ['cached', { input: 100, cache_read: 60_001, cache_write_5m: 2_003, cache_write_1h: 307, output: 50 }],
  [
    'seen and heard',
    { input: 10, image_input: 4_001, audio_input: 905, output: 3, audio_output: 411, image_output: 1_584 },
  ],
]
const day = Date.parse('2026-11-18T12:00:00+08:00') / 1000
const midnight = Date.parse('2026-11-18T01:00:00+08:00') / 1000
const priority: Service = { tier: 'priority' }
const flex: Service = { tier: 'flex' }
const batch: Service = { tier: 'batch' }

// Of each call: more cached input, its service tier, its start, what it costs by the list, and what it is sold for.
const calls: [more: number, service: Service | undefined, at: number, cost: Prices, sold: Prices][] = [
  [0, undefined, day, cost.short, sold.short],
  [300_000, undefined, day, cost.long, sold.long],
  [0, priority, day, times(cost.short, 2), times(sold.short, 2.5)],
  [300_000, priority, day, cost.priorityLong, times(sold.long, 2.5)],
  [0, flex, day, times(cost.short, 0.5), sold.short],
  [300_000, flex, day, times(cost.long, 0.5), sold.long],
  [0, batch, day, cost.short, sold.short],
  [0, undefined, midnight, times(cost.short, 0.5), sold.short],
  [300_000, priority, midnight, times(cost.priorityLong, 0.5), times(sold.long, 2.5)],
]

for (const [name, used] of usages)
  for (const [more, service, at, costPrices, soldPrices] of calls)
    test(`the margin of ${name} tokens, ${more} more cached, ${service?.tier ?? 'normal'}, ${at === day ? 'by day' : 'at night'}`, () => {
      const usage: Usage = {
        ...noUsage,
        ...used,
        cache_read: (used.cache_read ?? 0) + more,
        ...(service && { service }),
      }
      const charge = chargeOf(usage, priceAt(soldPrice, at), 0.9)
      assert.equal(charge.quota, quotaOf(usage, soldPrices, 0.9))
      const costBy = (by: ChannelCost) => {
        assert.ok(isChannelCost(by))
        return costOf(by, { charge, usage, models: ['m'], at })
      }
      assert.equal(costBy({ kind: 'prices', prices: { m: ownList } }), quotaOf(usage, costPrices))
      assert.equal(costBy({ kind: 'multiple', multiple: 0.7 }), quotaOf(usage, soldPrices, 0.7))
      assert.equal(costBy({ kind: 'call', price: 0.002 }), 1_000)
    })

const plain = { input: 2, output: 8 }
const costFor = (list: TokenCost, used: Partial<Usage>): number | undefined => {
  const usage = { ...noUsage, ...used }
  const by: ChannelCost = { kind: 'prices', prices: { m: list } }
  assert.ok(isChannelCost(by))
  return costOf(by, { charge: chargeOf(usage, soldPrice, 1), usage, models: ['m'], at: day })
}

test('a price that a list leaves out follows the text, in its tiers as well', () => {
  const lengths = [{ above: 1_000, ratio: 2, completion_ratio: 3 }]
  const list = { ...plain, tiers: { lengths } }
  const used = { cache_read: 1_000, image_input: 10, audio_input: 10, image_output: 10, audio_output: 10 }
  assert.equal(costFor(plain, used), 1_020 + 80)
  assert.equal(costFor(list, used), 2 * 1_020 + 20 * 6)
  const heard = { audio_input: 100, audio_output: 100 }
  assert.equal(costFor({ ...plain, audio_input: 6 }, heard), 300 + 1_200)
  assert.equal(costFor({ ...list, audio_input: 6 }, { ...heard, input: 1_000 }), 2_000 + 600 + 1_800)
  assert.equal(costFor({ ...plain, input: 0, audio_input: 6 }, heard), 300 + 400)
})

test('several runs of one call are judged by their own length', () => {
  const list = { ...plain, tiers: { lengths: [{ above: 200_000, ratio: 2 }] } }
  assert.equal(costFor(list, { input: 300_000, runs: 2 }), 300_000)
  assert.equal(costFor(list, { input: 300_000 }), 600_000)
})

test('a call whose price is per call costs what its tokens cost at their tier', () => {
  const list: ChannelCost = {
    kind: 'prices',
    prices: { m: { ...plain, tiers: { lengths: [{ above: 5, ratio: 3 }] } } },
  }
  const usage = { ...noUsage, input: 10 }
  const charge = chargeOf(usage, callPrice('m', decimalOf(0.04), {}, 500_000), 1)
  assert.equal(costOf(list, { charge, usage, models: ['m'], at: day }), 30)
})
