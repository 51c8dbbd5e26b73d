import assert from 'node:assert/strict'
import { test } from 'node:test'
import { amountsOf, readMaps } from '../../components/options/price-maps.ts'
import { amountsAfter, changedMaps, changeTo } from './price-change.ts'

const tiers = { lengths: [{ above: 200_000, ratio: 2 }] }
const maps = readMaps({
  ModelRatio: '{"a":1}',
  CompletionRatio: '{"a":4}',
  CacheRatio: '{"a":0.1}',
  ModelTiers: JSON.stringify({ a: tiers }),
})

test('a change has the amounts that differ, and null for those that are removed', () => {
  assert.ok(maps)
  const change = changeTo(maps, 'a', { ModelRatio: 2, CompletionRatio: 4, CacheRatio: 0.1, ImageRatio: 3 })
  assert.deepEqual(change, { ModelRatio: 2, CompletionRatio: 4, ImageRatio: 3, ModelTiers: null })
  assert.deepEqual(changeTo(maps, 'a', { ModelRatio: 1, ModelTiers: tiers }), { ModelRatio: 1, CacheRatio: null })
})

test('an amount that the change already names stays in it', () => {
  assert.ok(maps)
  const wanted = { ModelRatio: 1, CacheRatio: 0.1, ModelTiers: tiers }
  assert.deepEqual(changeTo(maps, 'a', wanted, { CacheRatio: 0.5 }), { ModelRatio: 1, CacheRatio: 0.1 })
})

test('the maps after a change keep the fine amounts that it does not name', () => {
  assert.ok(maps)
  const after = changedMaps(maps, new Map([['a', { ModelRatio: 2, ModelTiers: null }]]))
  assert.deepEqual(amountsOf(after, 'a'), { ModelRatio: 2, CacheRatio: 0.1 })
})

test('the amounts after a change are those of the maps after it', () => {
  const before = { ModelPrice: 1, ModelRatio: 1, CacheRatio: 0.1, ModelTiers: tiers }
  assert.deepEqual(amountsAfter(before, { ModelRatio: 2, ModelTiers: null }), { ModelRatio: 2, CacheRatio: 0.1 })
})
