import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { UpcomingPrice } from '@turnpike/contract/money/pricing'
import type { Terms } from '../../../lib/prices/price-lines.ts'
import { sampleModel } from '../../../lib/prices/sample-model.ts'
import { raisesOf } from './raises.ts'

const terms: Terms = { unit: '1m', groupRatio: 0.5, quotaPerUnit: 500_000 }
const model = sampleModel({ model_ratio: 1, completion_ratio: 4, cache_ratio: 0.1 })
const upcoming = (change: Partial<UpcomingPrice>): UpcomingPrice => ({
  effective_at: 1,
  quota_type: 0,
  model_price: 0,
  model_ratio: 1,
  completion_ratio: 4,
  cache_ratio: 0.1,
  ...change,
})

test('an announced increase names the parts that change, at the prices of the group', () => {
  assert.deepEqual(raisesOf(model, upcoming({ model_ratio: 2, completion_ratio: 2 }), terms), [
    { line: 'input', before: '$1.00', after: '$2.00' },
    { line: 'cacheRead', before: '$0.10', after: '$0.20' },
  ])
})

test('a price per request instead of per token has no former amount', () => {
  assert.deepEqual(raisesOf(model, upcoming({ quota_type: 1, model_price: 0.1 }), terms), [
    { line: 'call', before: '—', after: '$0.05' },
  ])
})

test('dearer tiers alone change no line', () => {
  assert.deepEqual(raisesOf(model, upcoming({ tiers: { lengths: [{ above: 1000, ratio: 2 }] } }), terms), [])
})

test('of a virtual model, the ranges over its models are compared', () => {
  const member = (model_name: string, model_ratio: number) => ({ ...upcoming({ model_ratio }), model_name })
  const virtual = { ...model, members: [member('a', 1), member('b', 2)] }
  const raised = raisesOf(virtual, upcoming({ members: [member('a', 1), member('b', 3)] }), terms)
  assert.deepEqual(raised, [
    { line: 'input', before: '$1.00–2.00', after: '$1.00–3.00' },
    { line: 'output', before: '$4.00–8.00', after: '$4.00–12.00' },
  ])
})
