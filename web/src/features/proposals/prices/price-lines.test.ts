import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PriceAmounts } from '@turnpike/contract/money/price-book'
import { compareLines, exactly, isChanged, percentOf, percentText, summaryOf } from './price-lines.ts'

const perUnit = 500_000
const changed = (before: PriceAmounts, after: PriceAmounts) =>
  compareLines(before, after, perUnit)
    .filter(isChanged)
    .map(({ name, above, service, before, after }) => [name, above, service, before, after].filter(Boolean).join(' '))

test('a price in ratios is compared in dollars per million tokens, line by line', () => {
  const before = { ModelRatio: 1.25, CompletionRatio: 4, CacheRatio: 0.5 }
  assert.deepEqual(changed(before, { ...before, CacheRatio: 0.1 }), ['cacheRead $1.25 $0.25'])
  assert.deepEqual(changed(before, { ...before, ModelRatio: 2.5, CompletionRatio: 2 }), [
    'input $2.50 $5.00',
    'cacheRead $1.25 $2.50',
  ])
})

test('ratios that are rounded quotients show the dollars that they came from', () => {
  const completion = Number((1 / 0.3).toFixed(12))
  assert.deepEqual(changed({}, { ModelRatio: 0.15, CompletionRatio: completion }), ['input $0.30', 'output $1.00'])
})

test('tiers have lines of their own, with the ratios that they replace', () => {
  const lengths = [{ above: 200_000, ratio: 2, completion_ratio: 3 }]
  const services = { priority: { ratio: 2, lengths: [{ above: 200_000, ratio: 5 }] } }
  const price = { ModelRatio: 1, CompletionRatio: 4 }
  assert.deepEqual(changed(price, { ...price, ModelTiers: { lengths, services } }), [
    'input 200000 $4.00',
    'output 200000 $12.00',
    'input priority $4.00',
    'output priority $16.00',
    'input 200000 priority $10.00',
    'output 200000 priority $40.00',
  ])
})

test('times of day are lines whose amounts are factors', () => {
  const price = { ModelRatio: 1 }
  const times = (factor: number) => ({ zone: 'Asia/Shanghai', spans: [{ from: '00:30', to: '08:30', factor }] })
  const [line] = compareLines(
    { ...price, ModelTiers: { times: times(0.5) } },
    { ...price, ModelTiers: { times: times(0.25) } },
    perUnit,
  ).filter(isChanged)
  assert.deepEqual([line?.before, line?.after, line && percentOf(line)], ['×0.5', '×0.25', -50])
})

test('a part that only one price sets has its default in the other', () => {
  const price = { ModelRatio: 1, CompletionRatio: 2 }
  const fine = { CacheRatio: 0.1, CreateCacheRatio: 2, AudioRatio: 3, ImageCompletionRatio: 5 }
  assert.deepEqual(changed({ ...price, ...fine }, price), [
    'cacheRead $0.20 $2.00',
    'cacheWrite $4.00 $2.50',
    'imageOutput $10.00 $4.00',
    'audioInput $6.00 $2.00',
  ])
})

test('a change to exact amounts removes the fine ones that it does not have', () => {
  const { CacheRatio, AudioRatio, ModelTiers, ModelPrice } = exactly({ ModelRatio: 1, CacheRatio: 0.1 })
  assert.deepEqual([CacheRatio, AudioRatio, ModelTiers, ModelPrice], [0.1, null, null, undefined])
})

test('the summary of a price has input and output, or the first part that changes', () => {
  const before = { ModelRatio: 1, CompletionRatio: 2, CacheRatio: 0.1, AudioRatio: 3 }
  const summary = (after: PriceAmounts) => {
    const { main, more, isPart } = summaryOf(compareLines(before, after, perUnit))
    return [...main.map(({ name, above }) => [name, above].filter(Boolean).join(' ')), more, isPart ? 'part' : 'price']
  }
  assert.deepEqual(summary({ ...before, ModelRatio: 2 }), ['input', 'output', 2, 'price'])
  assert.deepEqual(summary({ ...before, CacheRatio: 0.2, AudioRatio: 4 }), ['cacheRead', 1, 'part'])
  assert.deepEqual(summary({ ModelPrice: 0.04 }), ['input', 'output', 'call', 2, 'price'])
  const lengths = [{ above: 200_000, ratio: 2 }]
  assert.deepEqual(summary({ ...before, ModelTiers: { lengths } }), ['input 200000', 3, 'part'])
})

test('percent are whole numbers from ten on, and unknown from 0', () => {
  assert.equal(percentOf({ before: '$0.00', after: '$2.00' }), undefined)
  assert.equal(percentOf({ after: '$2.00' }), undefined)
  assert.deepEqual([20.4, -0.44, 0.04, 0, -12.6].map(percentText), ['+20%', '-0.4%', '+0%', '0%', '-13%'])
})
