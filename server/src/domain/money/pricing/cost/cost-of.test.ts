import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decimalOf } from '@turnpike/contract/quota'
import type { ChannelCost } from '@turnpike/contract/routing/channel-cost'
import { type ChargeExtras, chargeOf } from '../charge.ts'
import { callPrice, type Price, tokenPrice } from '../price.ts'
import { noUsage, type Usage } from '../usage.ts'
import { costOf } from './cost-of.ts'

const ratios = {
  ratio: 1.25,
  completion_ratio: 4,
  cache_read_ratio: 0.5,
  cache_write_ratio: 1.25,
  image_ratio: 1,
  audio_ratio: 16,
  audio_completion_ratio: 2,
}
const byTokens = tokenPrice('gpt-4o', ratios, {}, 500_000)
const byCall = callPrice('mj_imagine', decimalOf(0.1), {}, 500_000)

const noon = Date.parse('2026-11-18T12:00:00Z') / 1000
const costFor = (
  cost: ChannelCost,
  used: Partial<Usage>,
  price: Price = byTokens,
  extras: ChargeExtras = {},
  at = noon,
) => {
  const usage = { ...noUsage, ...used }
  return costOf(cost, {
    charge: chargeOf(usage, price, 0.5, extras),
    usage,
    models: ['upstream-name', price.model],
    at,
  })
}

const multiple = (of: number): ChannelCost => ({ kind: 'multiple', multiple: of })
const listed = (prices: Extract<ChannelCost, { kind: 'prices' }>['prices']): ChannelCost => ({ kind: 'prices', prices })

test('a multiple is of the public price, whatever the ratio of the group', () => {
  assert.equal(costFor(multiple(0.4), { input: 1_000, output: 500 }), 1_500)
  assert.equal(costFor(multiple(0), { input: 1_000 }), 0)
  assert.equal(costFor(multiple(0.4), {}, byCall, { count: 3, factors: [{ name: 'size', value: 2 }] }), 120_000)
})

test('a multiple is of audio and of tools as well', () => {
  const used = { audio_output: 100, tool_calls: [{ name: 'web_search' as const, count: 1 }] }
  assert.equal(costFor(multiple(0.5), used), (100 * 1.25 * 32 + 5_000) / 2)
})

test('a list is in dollars per million tokens, exactly, under the name of the upstream or ours', () => {
  const used = { input: 1_000_000, cache_read: 100_000, cache_write_5m: 10_000, output: 1_000_000 }
  const own = { input: 0.3, output: 1.1, cache_read: 0.03, cache_write: 0.5 }
  const quota = 150_000 + 1_500 + 2_500 + 550_000
  assert.equal(costFor(listed({ 'upstream-name': own, 'gpt-4o': { call: 9 } }), used), quota)
  assert.equal(costFor(listed({ 'gpt-4o': own }), used), quota)
  assert.equal(costFor(listed({ other: own }), used), undefined)
})

test('what a list leaves out: cached input is input, and writing it a quarter more', () => {
  const own = { input: 2, output: 8 }
  const used = { cache_read: 1_000, cache_write_5m: 1_000, cache_write_1h: 1_000, audio_input: 10, image_input: 10 }
  assert.equal(costFor(listed({ 'gpt-4o': own }), used), 1_000 + 1_250 + 2_000 + 20)
})

test('a list by call is multiplied as the charge is; by tokens it needs tokens', () => {
  const extras = { count: 2, factors: [{ name: 'size', value: 2 }] }
  assert.equal(costFor(listed({ mj_imagine: { call: 0.05 } }), {}, byCall, extras), 100_000)
  assert.equal(costFor(listed({ mj_imagine: { input: 1, output: 1 } }), {}, byCall, extras), undefined)
  assert.equal(costFor(listed({ mj_imagine: { input: 2, output: 2 } }), { input: 7 }, byCall, extras), 7)
  assert.equal(costFor(listed({ 'gpt-4o': { call: 0.01 } }), { input: 7 }), 5_000)
})

test('a price for every call is that price, unless there was no response', () => {
  const cost: ChannelCost = { kind: 'call', price: 0.002 }
  assert.equal(costFor(cost, { input: 5, tool_calls: [{ name: 'web_search', count: 2 }] }), 1_000)
  assert.equal(costFor(cost, {}, byCall, { count: 4 }), 1_000)
  assert.equal(costFor(cost, {}), 0)
  assert.equal(costFor(cost, {}, byCall, { count: 0 }), 0)
})

test('the smallest cost is one point, as the smallest charge is', () => {
  assert.equal(costFor(multiple(0.000001), { input: 1 }), 1)
})
