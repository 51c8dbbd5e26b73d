import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PriceAmounts } from '@turnpike/contract/money/price-book'
import { defaultOptions } from '@turnpike/contract/options'
import { isRaise, raisedPrices } from './raised-prices.ts'

const base: PriceAmounts = { ModelRatio: 1, CompletionRatio: 4, CacheRatio: 0.1 }
const nightly = { times: { zone: 'UTC', spans: [{ from: '00:00', to: '06:00', factor: 0.5 }] } }
const batched = { services: { batch: { ratio: 0.5 } } }
const long = { lengths: [{ above: 200_000, ratio: 2 }] }

const cases: [name: string, before: PriceAmounts, after: PriceAmounts, isRaised: boolean][] = [
  ['the same', base, base, false],
  ['dearer input', base, { ...base, ModelRatio: 1.1 }, true],
  ['cheaper', base, { ...base, ModelRatio: 0.9 }, false],
  ['dearer cached input alone', base, { ...base, CacheRatio: 0.2 }, true],
  ['cheaper input, dearer output', base, { ...base, ModelRatio: 0.9, CompletionRatio: 9 }, true],
  ['no longer free', { ModelRatio: 0 }, { ModelRatio: 1 }, true],
  ['a first price', {}, base, false],
  ['no price any more', base, {}, false],
  ['per request instead of per token', base, { ModelPrice: 0.1 }, true],
  ['dearer requests', { ModelPrice: 0.1 }, { ModelPrice: 0.2 }, true],
  ['a dearer tier for long prompts', base, { ...base, ModelTiers: long }, true],
  ['no dearer tier any more', { ...base, ModelTiers: long }, base, false],
  ['a cheaper service tier', base, { ...base, ModelTiers: batched }, false],
  ['no cheaper service tier any more', { ...base, ModelTiers: batched }, base, true],
  ['a cheaper night', base, { ...base, ModelTiers: nightly }, false],
  ['no cheaper night any more', { ...base, ModelTiers: nightly }, base, true],
]
for (const [name, before, after, isRaised] of cases)
  test(`an increase is recognised: ${name}`, () => assert.equal(isRaise(before, after), isRaised))

test('each scheduled change is compared with the price that it follows', () => {
  const row = { created_at: 0, changed_at: 0, actor_id: 1, actor_name: 'root' }
  const changeTo = (id: number, ModelRatio: number) => ({
    ...row,
    id,
    effective_at: id * 100,
    changes: [{ model: 'gpt-4o', amounts: { ModelRatio, CompletionRatio: 4 } }],
  })
  const raised = raisedPrices(defaultOptions(), [changeTo(1, 0.5), changeTo(2, 1), changeTo(3, 1)])
  assert.deepEqual(
    raised.map(({ change_id, effective_at, model }) => [change_id, effective_at, model]),
    [[2, 200, 'gpt-4o']],
  )
  assert.deepEqual([raised[0]?.before.ModelRatio, raised[0]?.after.ModelRatio], [0.5, 1])
})
