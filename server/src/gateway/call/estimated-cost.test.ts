import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ModelTiers, ServiceTier } from '@turnpike/contract/money/price-tiers'
import type { ChannelCost, TokenCost } from '@turnpike/contract/routing/channel-cost'
import { holdOf } from '../../domain/money/pricing/hold.ts'
import { type Price, tokenPrice } from '../../domain/money/pricing/price.ts'
import type { Refusal } from '../entry/errors/refusals.ts'
import type { Channel } from '../routing/channel.ts'
import type { Call } from './call.ts'
import { rankBy } from './channel-rank.ts'
import { boundOfCost, estimatedCost, isNoLoss, withoutLosses } from './estimated-cost.ts'

const model = 'm'
const noon = Date.parse('2026-11-18T12:00:00Z') / 1000

/** Sold at dollars per million tokens, in and out. */
function soldAt(input: number, output: number, tiers?: ModelTiers): Price {
  const usual = { cache_read_ratio: 1, cache_write_ratio: 1, image_ratio: 1, audio_ratio: 1 }
  const completion_ratio = output / input
  const ratios = { ratio: input / 2, completion_ratio, audio_completion_ratio: completion_ratio, ...usual }
  return tokenPrice(model, ratios, { context: 1_000_000, max_output: 1_000 }, 500_000, tiers)
}

function callOf(price: Price, promptTokens: number, services: readonly ServiceTier[] = [], groupRatio = 1): Call {
  const holdAt: Call['holdAt'] = (each, ratio) => holdOf({ input: promptTokens, services, count: 1 }, each, ratio, 0)
  const caller = { group: 'default' }
  const startedAt = performance.now()
  const prices = { price, heldPrice: price, groupRatio, holdAt }
  return { model, promptTokens, services, caller, startedAt, ...prices } as unknown as Call // all that is read of it
}

let id = 0
const channelOf = (cost?: ChannelCost): Channel =>
  ({ id: ++id, weight: 1, modelMapping: new Map(), cost }) as unknown as Channel // all that is read of it
/** Written to a cache for the price of fresh input, as the model is sold here. */
const listing = (input: number, output: number, tiers?: ModelTiers): Channel => {
  const list: TokenCost = { input, output, cache_write: input, ...(tiers && { tiers }) }
  return channelOf({ kind: 'prices', prices: { [model]: list } })
}
const mayServe = (call: Call, channel: Channel, at = noon) => isNoLoss(call, at)?.(channel)

const longTier = (ratio: number): ModelTiers => ({ lengths: [{ above: 200_000, ratio }] })

test('a long prompt is compared at the long tiers of both prices', () => {
  const sold = soldAt(3, 15, longTier(0.5))
  const flat = listing(2, 10)
  assert.equal(mayServe(callOf(sold, 100_000), flat), true)
  assert.equal(mayServe(callOf(sold, 300_000), flat), false, 'sold for 1.50, and costs 2')
  assert.equal(mayServe(callOf(sold, 300_000, [], 2), flat), true, 'a group that pays twice as much')
  assert.equal(mayServe(callOf(sold, 300_000), listing(2, 10, longTier(0.5))), true)

  const dearLong = listing(2, 10, longTier(2))
  assert.equal(mayServe(callOf(soldAt(3, 15), 100_000), dearLong), true)
  assert.equal(mayServe(callOf(soldAt(3, 15), 300_000), dearLong), false, 'sold for 3, and costs 4')
  assert.equal(mayServe(callOf(soldAt(3, 15, longTier(2)), 300_000), dearLong), true)
})

test('a prompt near a tier is compared at the tier of its estimate', () => {
  assert.equal(mayServe(callOf(soldAt(3, 15), 190_000), listing(2, 10, longTier(2))), true)
  assert.equal(mayServe(callOf(soldAt(3, 15), 200_001), listing(2, 10, longTier(2))), false)
})

test('a requested service tier is compared at that tier and at the normal one', () => {
  const priority = (ratio: number): ModelTiers => ({ services: { priority: { ratio } } })
  const flex = (ratio: number): ModelTiers => ({ services: { flex: { ratio } } })
  const sold = soldAt(3, 15, { services: { priority: { ratio: 2 }, flex: { ratio: 0.5 } } })
  assert.equal(mayServe(callOf(sold, 100, ['priority']), listing(2, 10, priority(2))), true)
  assert.equal(mayServe(callOf(sold, 100, ['priority']), listing(2, 10, priority(4))), false)
  assert.equal(mayServe(callOf(sold, 100), listing(2, 10, priority(4))), true)
  assert.equal(mayServe(callOf(sold, 100, ['priority']), listing(4, 20, priority(1))), false, 'served as normal')
  assert.equal(mayServe(callOf(sold, 100, ['flex']), listing(2, 10, flex(0.5))), true)
  assert.equal(mayServe(callOf(sold, 100, ['flex']), listing(2, 10)), false, 'the upstream has no cheaper tier')
})

test('a budget reserves the dearest tier that a call may reach', () => {
  const near = callOf(soldAt(3, 15), 190_000) // upstreams may count more than 200,000 tokens
  const [flat, tiered] = [listing(2, 10), listing(2, 10, longTier(2))]
  assert.equal(boundOfCost(near, flat, noon), estimatedCost(near, flat, noon))
  assert.equal(boundOfCost(near, tiered, noon), 2 * boundOfCost(near, flat, noon))
  assert.equal(estimatedCost(near, tiered, noon), estimatedCost(near, flat, noon))
})

test('a budget reserves the public price of a model whose cost is unknown, and never nothing', () => {
  const sold = soldAt(3, 15)
  const call = callOf(sold, 1000, [], 7)
  const other = channelOf({ kind: 'prices', prices: { other: { input: 1, output: 1 } } })
  assert.equal(boundOfCost(call, other, noon), call.holdAt?.(sold, 1), 'without the ratio of the group')
  assert.equal(boundOfCost(call, channelOf({ kind: 'multiple', multiple: 0 }), noon), 1)
  assert.equal(boundOfCost({ ...call, holdAt: undefined }, other, noon), 1)
  assert.equal(boundOfCost(call, channelOf({ kind: 'call', price: 0.001 }), noon), 500)
  const tooMuch = {
    ...call,
    holdAt: () => {
      throw new RangeError('beyond every balance')
    },
  }
  assert.equal(boundOfCost(tooMuch, other, noon), Number.MAX_SAFE_INTEGER)
})

test('a multiple follows the tier of the price', () => {
  const price = soldAt(3, 15, longTier(2))
  const half = channelOf({ kind: 'multiple', multiple: 0.5 })
  for (const tokens of [100_000, 300_000]) {
    const call = callOf(price, tokens)
    assert.equal(mayServe(call, half), true)
    assert.equal(mayServe(call, channelOf({ kind: 'multiple', multiple: 1.5 })), false)
    const whole = estimatedCost(call, channelOf({ kind: 'multiple', multiple: 1 }), noon)
    assert.equal(estimatedCost(call, half, noon), Number(whole) / 2)
  }
})

test('the cost has the times of day of its list', () => {
  const spans = [{ from: '12:00', to: '13:00', factor: 2 }]
  const list = listing(2, 10, { times: { zone: 'UTC', spans } })
  assert.equal(mayServe(callOf(soldAt(3, 15), 100), list), false)
  assert.equal(mayServe(callOf(soldAt(3, 15), 100), list, noon - 60), true)
  const running = { ...callOf(soldAt(3, 15), 100), startedAt: performance.now() - 120_000 }
  assert.equal(mayServe(running, list, noon + 60), true, 'it started before')
})

test('channels that cost more than the call is sold for are left out; a call that only they could serve is refused', () => {
  const [dear, cheap] = [listing(2, 10, longTier(2)), listing(2, 10)]
  const tiers = [{ priority: 0, channels: [dear, cheap] }]
  const kept = (tokens: number) => {
    const routing = withoutLosses(callOf(soldAt(3, 15), tokens), { tiers } as never, noon) // routes have more members
    return 'tiers' in routing ? routing.tiers.flatMap(({ channels }) => channels) : []
  }
  assert.deepEqual(kept(100), [dear, cheap])
  assert.deepEqual(kept(300_000), [cheap])
  const isRefused = ({ code }: Refusal) => code === 'no_channel_at_price'
  assert.throws(() => withoutLosses(callOf(soldAt(3, 15), 300_000), { pinned: dear }, noon), isRefused)
})

test('the cheapest channel for a long prompt is the one whose long tier is cheapest', () => {
  const [flat, tiered] = [listing(2, 10), listing(1, 5, longTier(4))]
  const costsOf = (tokens: number) => {
    const rank = rankBy('cost', callOf(soldAt(3, 15), tokens), {
      attemptLog: {} as never, // for the latency only
      random: Math.random,
      clock: () => noon,
    })
    return [flat, tiered, channelOf()].map((channel) => Number(rank?.of(channel)))
  }
  const [flatShort, tieredShort, unknownShort] = costsOf(1_000)
  assert.ok(Number(tieredShort) < Number(flatShort) && Number(flatShort) < Number(unknownShort))
  const [flatLong, tieredLong, unknownLong] = costsOf(300_000)
  assert.ok(Number(flatLong) < Number(unknownLong) && Number(unknownLong) < Number(tieredLong))
})
