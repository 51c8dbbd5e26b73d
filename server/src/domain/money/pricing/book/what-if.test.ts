import assert from 'node:assert/strict'
import type { PriceAmounts } from '@turnpike/contract/money/price-book'
import { defaultOptions } from '@turnpike/contract/options'
import { onDatabasesOfRun } from '../../../../../test/harness/databases.ts'
import { openVault } from '../../../../secrets/vault.ts'
import { writeCallRecord } from '../../../usage/logs/call-record.ts'
import { type Charge, chargeOf } from '../charge.ts'
import { buildPriceBook, type Price, priceOf } from '../price-book.ts'
import { pricedFacts } from '../priced-facts.ts'
import { priceAt } from '../tiers/price-at.ts'
import { noUsage, totalCompletion, totalPrompt, type Usage } from '../usage.ts'
import { withPrices } from './changed-prices.ts'
import { whatIf } from './what-if.rules.ts'

const model = 'tiered'
const night = Date.parse('2026-11-18T08:29:59+08:00') / 1000
const now = night + 3_600
const groupRatio = 0.8

const tiered: PriceAmounts = {
  ModelRatio: 0.625,
  CompletionRatio: 8,
  CacheRatio: 0.1,
  ModelTiers: {
    lengths: [{ above: 200_000, ratio: 2, completion_ratio: 6 }],
    services: {
      priority: { ratio: 2, lengths: [{ above: 200_000, ratio: 5 }] },
      flex: { ratio: 0.5 },
      fast: { ratio: 6 },
      us: { ratio: 1.1 },
    },
    times: { zone: 'Asia/Shanghai', spans: [{ from: '00:30', to: '08:30', factor: 0.5 }] },
  },
}
const dearer: PriceAmounts = {
  ...tiered,
  ModelRatio: 1,
  ModelTiers: {
    lengths: [{ above: 128_000, ratio: 3 }],
    services: { priority: { ratio: 4 }, fast: { ratio: 2 }, us: { ratio: 3 } },
    times: { zone: 'Asia/Shanghai', spans: [{ from: '08:30', to: '09:00', factor: 7 }] },
  },
}
const flat: PriceAmounts = { ...tiered, ModelTiers: null }

const priced = (amounts: PriceAmounts): Price => {
  const price = priceOf(buildPriceBook(withPrices(defaultOptions(), [{ model, amounts }])), model)
  assert.ok(price)
  return price
}

const usages: Partial<Usage>[] = [
  { input: 1_001, output: 77 },
  { input: 1, cache_read: 199_999 },
  { input: 2, cache_read: 199_999, output: 5 },
  { input: 130_000 },
  { input: 400_000, runs: 2 },
  { input: 1_001, service: { tier: 'priority' } },
  { input: 300_000, output: 3, service: { tier: 'priority' } },
  { input: 1_001, service: { tier: 'flex' } },
  { input: 1_001, output: 9, service: { speed: 'fast', region: 'us' } },
]

onDatabasesOfRun('calls are charged again at the tier of their length, service tier and start', async ({ store }) => {
  const calls = usages.flatMap((used) =>
    // The second call starts within the cheaper hours and ends after them.
    [
      { start: night - 60, seconds: 2 },
      { start: night, seconds: 40 },
      { start: night + 1, seconds: 0 },
    ].map((when) => ({
      usage: { ...noUsage, ...used },
      ...when,
    })),
  )
  const chargeAt = (price: Price, { usage, start }: (typeof calls)[number]): Charge =>
    chargeOf(usage, priceAt(price, start), groupRatio)
  const sum = (amounts: PriceAmounts) => calls.reduce((total, call) => total + chargeAt(priced(amounts), call).quota, 0)
  for (const call of calls) {
    const charge = chargeAt(priced(tiered), call)
    const facts = writeCallRecord(pricedFacts(charge, call.usage), {
      ...{ attempts: [[1]], untried: [], timing: [0, 1, call.seconds * 1000], isCounted: false },
      ...{ upstreamModel: undefined, remarks: [], other: {} },
    })
    const tokens = { prompt_tokens: totalPrompt(call.usage), completion_tokens: totalCompletion(call.usage) }
    const row = { user_id: 1, username: 'ada', type: 2, model_name: model, quota: charge.quota, facts, ...tokens }
    await store
      .insertInto('logs')
      .values({ ...row, created_at: call.start + call.seconds })
      .execute()
  }
  const options = { current: defaultOptions, reload: async () => {} }
  const deps = { store, logStore: store, vault: openVault(Buffer.alloc(32, 7)), options }
  for (const amounts of [tiered, dearer, flat]) {
    const { total, unknown } = await whatIf(deps, [{ model, amounts }], now)
    assert.deepEqual(total, { calls: calls.length, quota: sum(tiered), would: sum(amounts) })
    assert.deepEqual(unknown, { calls: 0, quota: 0 })
  }
  assert.equal(new Set([tiered, dearer, flat].map(sum)).size, 3)
})
