import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chargeOf } from '../../money/pricing/charge.ts'
import { tokenPrice } from '../../money/pricing/price.ts'
import { pricedFacts } from '../../money/pricing/priced-facts.ts'
import { priceAt } from '../../money/pricing/tiers/price-at.ts'
import { noUsage, type Usage } from '../../money/pricing/usage.ts'
import { writeCallRecord } from './call-record.ts'
import { adminRow, ownRow } from './log-row.ts'
import type { StoredLog } from './logs.queries.ts'

const ratios = {
  ...{ ratio: 0.625, completion_ratio: 8, cache_read_ratio: 0.1, cache_write_ratio: 1.25 },
  ...{ image_ratio: 1, audio_ratio: 1, audio_completion_ratio: 8 },
}
const price = tokenPrice('gemini-2.5-pro', ratios, {}, 500_000, {
  lengths: [{ above: 200_000, ratio: 2, completion_ratio: 6 }],
  services: { priority: { ratio: 1.5 } },
  times: { zone: 'UTC', spans: [{ from: '01:00', to: '02:00', factor: 0.5 }] },
})
const usage: Usage = { ...noUsage, input: 300_000, output: 1_000, service: { tier: 'priority' } }

function rowOf(used: Usage, at: string, other = {}): StoredLog {
  const charge = chargeOf(used, priceAt(price, Date.parse(at) / 1000), 1)
  const facts = writeCallRecord(pricedFacts(charge, used), {
    ...{ attempts: [[7]], untried: [[9, 'cooling']], timing: [1, 2, 3], isCounted: false },
    ...{ upstreamModel: undefined, remarks: [], other },
  })
  return { facts, quota: charge.quota, is_stream: 0, other: '' } as unknown as StoredLog // what a row is read from
}

test('a row names the tier of its prices, whose ratios give the charge', () => {
  const { detail, quota, other } = adminRow(rowOf(usage, '2026-11-18T01:30:00Z'))
  assert.ok(detail?.price.kind === 'tokens')
  assert.deepEqual(detail.price.tier, { above: 200_000, services: ['priority'], time_factor: 0.5 })
  const { ratio, lines } = detail.price
  assert.equal(Math.round(lines.reduce((sum, { count, weight }) => sum + count * weight, 0) * ratio), quota)
  assert.deepEqual(JSON.parse(other).price_tier, { above: 200_000, services: ['priority'], time_factor: 0.5 })
  assert.deepEqual(detail.untried, [{ channel: 9, reason: 'cooling' }])
})

test('a row at the prices of the model itself names no tier', () => {
  const { detail, other } = ownRow(rowOf({ ...noUsage, input: 10 }, '2026-11-18T03:00:00Z'))
  assert.ok(detail?.price.kind === 'tokens')
  assert.equal(detail.price.tier, null)
  assert.equal(JSON.parse(other).price_tier, undefined)
})

test('the ratio of the own group in another one is -1 where there is none', () => {
  const read = (other = {}) => JSON.parse(ownRow(rowOf(usage, '2026-11-18T03:00:00Z', other)).other).user_group_ratio
  assert.deepEqual([read(), read({ user_group_ratio: 0.3 })], [-1, 0.3])
})
