import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ModelTiers } from '@turnpike/contract/money/price-tiers'
import { amountText, type Terms } from './price-lines.ts'
import { sampleModel } from './sample-model.ts'
import { dearerAbove, lengthRows, linesOfRows, percentOf, serviceRows, type TierRow } from './tier-prices.ts'

const terms: Terms = { unit: '1m', groupRatio: 1, quotaPerUnit: 500_000 }
const modelWith = (tiers?: ModelTiers) =>
  sampleModel({ model_ratio: 0.625, completion_ratio: 8, cache_ratio: 0.1, ...(tiers && { tiers }) })
const textOf = ({ above, service, lines }: TierRow) =>
  [service ?? '', above ?? 0, ...Object.values(lines).map((line) => amountText(line, terms))].join(' ')

const lengths = [
  { above: 200_000, ratio: 2, completion_ratio: 6 },
  { above: 1_000_000, ratio: 4, cache_read_ratio: 0.25 },
]

test('a length tier multiplies the model’s ratio and replaces the ratios that it has', () => {
  assert.deepEqual(lengthRows(modelWith({ lengths })).map(textOf), [
    ' 0 $1.25 $0.125 $10.00',
    ' 200000 $2.50 $0.25 $15.00',
    ' 1000000 $5.00 $1.25 $40.00',
  ])
  assert.deepEqual(lengthRows(modelWith()), [])
})

test('a service tier multiplies the length tiers, or has its own', () => {
  const rows = serviceRows(
    modelWith({
      lengths: lengths.slice(0, 1),
      services: { priority: { ratio: 2 }, flex: { ratio: 0.5, lengths: [{ above: 100_000, ratio: 0.8 }] } },
    }),
  )
  assert.deepEqual(rows.map(textOf), [
    ' 0 $1.25 $0.125 $10.00',
    'priority 0 $2.50 $0.25 $20.00',
    'priority 200000 $5.00 $0.50 $30.00',
    'flex 0 $0.625 $0.0625 $5.00',
    'flex 100000 $1.00 $0.10 $8.00',
  ])
  assert.deepEqual(serviceRows(modelWith({ lengths })), [])
})

test('a line that no row has is left out', () => {
  const rows = lengthRows(sampleModel({ tiers: { lengths: lengths.slice(0, 1) } }))
  assert.deepEqual(linesOfRows(rows), ['input', 'output'])
})

test('the first length with a higher price is named, and none where long prompts cost as much or less', () => {
  assert.equal(dearerAbove(modelWith({ lengths }))?.above, 200_000)
  const cheaper = [
    { above: 1_000, ratio: 0.5 },
    { above: 2_000, ratio: 1, completion_ratio: 9 },
  ]
  assert.equal(dearerAbove(modelWith({ lengths: cheaper }))?.above, 2_000)
  assert.equal(dearerAbove(modelWith({ lengths: cheaper.slice(0, 1) })), undefined)
  assert.equal(dearerAbove(modelWith()), undefined)
})

test('a factor is shown as a change in percent', () => {
  const percents = [0.5, 1.5, 0.925].map((factor) => percentOf({ from: '00:30', to: '08:30', factor }))
  assert.deepEqual(percents, [-50, 50, -7.5])
})
