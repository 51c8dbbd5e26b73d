import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PriceAmounts } from '@turnpike/contract/money/price-book'
import { decimalOf } from '@turnpike/contract/quota'
import type { ChannelCost } from '@turnpike/contract/routing/channel-cost'
import { callPrice, tokenPrice } from '../price.ts'
import { changeOf, isFarOff, type Judged, reasonAgainst } from './judge-price.ts'
import { type CostingChannel, isBelowCost, lowestMargin } from './margins.ts'
import { readPatterns } from './model-patterns.ts'

const tokens = (ModelRatio: number, more: PriceAmounts = {}): PriceAmounts => ({
  ModelRatio,
  CompletionRatio: 4,
  ...more,
})
const reason = (before: PriceAmounts, after: PriceAmounts, more: Partial<Judged> = {}) =>
  reasonAgainst({ before, after, recent: [], applyPercent: 20, isDecided: false, isBelowCost: false, ...more })
const long = (ratio: number): PriceAmounts => ({ ModelTiers: { lengths: [{ above: 200_000, ratio }] } })

test('a price is applied without a decision only within the range, with the same parts, and above the cost', () => {
  const rows: [string | undefined, PriceAmounts, PriceAmounts, Partial<Judged>?][] = [
    [undefined, tokens(1), tokens(1.2)],
    [undefined, tokens(1), tokens(0.8)],
    ['range', tokens(1), tokens(1.2001)],
    ['range', tokens(1), tokens(0.7999)],
    ['range', tokens(1), tokens(1, { CompletionRatio: 5 })],
    ['range', tokens(1, { CacheRatio: 0.1 }), tokens(1, { CacheRatio: 0.2 })],
    ['range', tokens(1, long(2)), tokens(1, long(3))],
    [undefined, tokens(1, long(2)), tokens(1, long(2.2))],
    ['off', tokens(1), tokens(1.1), { applyPercent: 0 }],
    ['new', {}, tokens(1)],
    ['kind', tokens(1), { ModelPrice: 0.1 }],
    ['kind', { ModelPrice: 0.1 }, tokens(1)],
    ['zero', tokens(1), tokens(0)],
    ['zero', tokens(1), tokens(1, { CacheRatio: 0 })],
    ['zero', { ModelPrice: 0.1 }, { ModelPrice: 0 }, { applyPercent: 0 }],
    ['part', tokens(1), tokens(1, long(2))],
    ['part', tokens(1, long(2)), tokens(1)],
    ['range', tokens(0), tokens(0.1)],
    ['decided', tokens(1), tokens(1.1), { isDecided: true }],
    ['cost', tokens(1), tokens(1.1), { isBelowCost: true }],
    [undefined, tokens(1.1), tokens(1.2), { recent: [tokens(1)] }],
    ['total', tokens(1.15), tokens(1.25), { recent: [tokens(1)] }],
    ['total', tokens(1), tokens(0.95), { recent: [tokens(1.2), tokens(1)] }],
    ['total', tokens(1), tokens(1.1), { recent: [{ ModelPrice: 1 }] }],
    [undefined, { ModelPrice: 0.1 }, { ModelPrice: 0.11 }],
  ]
  for (const [expected, before, after, more] of rows)
    assert.equal(reason(before, after, more), expected, JSON.stringify([before, after, more]))
})

test('the change of a price is that of the part which changes most', () => {
  assert.equal(changeOf(tokens(1), tokens(1.5)), 50)
  assert.equal(Math.round(changeOf(tokens(1), tokens(1, { CompletionRatio: 1 })) ?? 0), -75)
  assert.equal(changeOf({}, tokens(1)), null)
  assert.equal(changeOf(tokens(0), tokens(1)), null)
})

test('a price beyond a hundred times the old one, or below a hundredth of it, is far off', () => {
  assert.equal(isFarOff(tokens(1), tokens(100)), false)
  assert.equal(isFarOff(tokens(1), tokens(101)), true)
  assert.equal(isFarOff(tokens(1), tokens(0.009)), true)
  assert.equal(isFarOff({ ModelPrice: 0.01 }, { ModelPrice: 1.1 }), true)
  assert.equal(isFarOff(tokens(1), tokens(1, { CompletionRatio: 500 })), true)
  assert.equal(isFarOff(tokens(0), tokens(1)), false)
  assert.equal(isFarOff({}, tokens(1)), false)
})

test('patterns of a source include models, and exclude them after an exclamation mark', () => {
  const { isIncluded, isExcluded } = readPatterns(['gpt-*', '!gpt-4*', '!openai/*'])
  assert.deepEqual(
    [isIncluded(['gpt-4o']), isIncluded(['o3', 'gpt-4o']), isIncluded(['openai/o3'])],
    [true, true, false],
  )
  assert.deepEqual(
    [isExcluded(['gpt-4o']), isExcluded(['o3', 'openai/o3']), isExcluded(['gpt-5'])],
    [true, true, false],
  )
})

const ratios = { cache_read_ratio: 1, cache_write_ratio: 1.25, image_ratio: 1, audio_ratio: 1 }
const priced = (ratio: number, tiers?: Parameters<typeof tokenPrice>[4]) =>
  tokenPrice('m', { ratio, completion_ratio: 4, audio_completion_ratio: 4, ...ratios }, {}, 500_000, tiers)
let serial = 0
const channel = (cost: ChannelCost, groupRatio = 1): CostingChannel => ({
  id: ++serial,
  name: `channel ${serial}`,
  cost,
  upstreamModel: 'upstream-m',
  groupRatio,
})
const prices = (input: number, output: number): ChannelCost => ({
  kind: 'prices',
  prices: { 'upstream-m': { input, output } },
})

test('a price is compared with what every channel of the model costs, in its cheapest group', () => {
  const rows: [boolean, CostingChannel[]][] = [
    [false, []],
    [false, [channel(prices(2, 8))]],
    [true, [channel(prices(2.01, 8))]],
    [true, [channel(prices(1, 8.01))]],
    [true, [channel(prices(1, 4)), channel(prices(3, 8))]],
    [true, [channel(prices(2, 8), 0.9)]],
    [false, [channel(prices(1, 4), 0.5)]],
    [false, [channel({ kind: 'prices', prices: { other: { input: 9, output: 9 } } })]],
    [false, [channel({ kind: 'multiple', multiple: 1 })]],
    [true, [channel({ kind: 'multiple', multiple: 1.1 })]],
    [true, [channel({ kind: 'call', price: 0.001 })]], // cannot be compared
  ]
  for (const [expected, channels] of rows)
    assert.equal(isBelowCost(priced(1), 'm', channels), expected, JSON.stringify(channels))
  const cheapWhenLong = priced(1, { lengths: [{ above: 200_000, ratio: 0.5 }] })
  assert.equal(isBelowCost(cheapWhenLong, 'm', [channel(prices(2, 8))]), true)
  assert.equal(isBelowCost(cheapWhenLong, 'm', [channel(prices(1, 4))]), false)
  const night = { zone: 'Asia/Shanghai', spans: [{ from: '00:30', to: '08:30', factor: 0.5 }] }
  const cheapAtNight = priced(1, { times: night })
  assert.equal(isBelowCost(cheapAtNight, 'm', [channel(prices(2, 8))]), true)
  assert.equal(isBelowCost(cheapAtNight, 'm', [channel(prices(1, 4))]), false)
  const costs = { 'upstream-m': { input: 2, output: 8, tiers: { times: night } } }
  assert.equal(isBelowCost(cheapAtNight, 'm', [channel({ kind: 'prices', prices: costs })]), false, 'at the same times')
  const dearAtNoon = {
    input: 2,
    output: 8,
    tiers: { times: { zone: 'UTC', spans: [{ from: '12:00', to: '13:00', factor: 2 }] } },
  }
  assert.equal(isBelowCost(priced(1), 'm', [channel({ kind: 'prices', prices: { m: dearAtNoon } })]), true)
  const perCall = callPrice('m', decimalOf(0.01), {}, 500_000)
  assert.equal(isBelowCost(perCall, 'm', [channel({ kind: 'call', price: 0.01 })]), false)
  assert.equal(isBelowCost(perCall, 'm', [channel({ kind: 'call', price: 0.011 })]), true)
})

test('the margin is that of the channel that earns least', () => {
  const [good, bad] = [channel(prices(0.5, 2)), channel(prices(1, 6))]
  assert.deepEqual(lowestMargin(priced(2), priced(1), 'm', [good, bad]), {
    channel_id: bad.id,
    channel_name: bad.name,
    before: 62.5,
    after: 25,
  })
  assert.equal(lowestMargin(undefined, priced(1), 'm', [good])?.before, null)
  assert.equal(lowestMargin(priced(1), priced(1), 'm', []), null)
  assert.equal(lowestMargin(priced(1), priced(1), 'm', [channel({ kind: 'call', price: 1 })]), null)
  assert.equal(lowestMargin(priced(1), priced(1), 'm', [channel(prices(1, 4), 0.4)])?.after, -25)
})
