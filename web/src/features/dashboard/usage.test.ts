import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { UsageRow } from '@turnpike/contract/usage/dashboard'
import { changeOf, changeText, failedOf, firstTokenOf, othersCount, seriesOf, successOf, usageOf } from './usage.ts'

const hour = 3600
const row = (model_name: string, at: number, change: Partial<UsageRow> = {}): UsageRow => ({
  id: 0,
  user_id: 0,
  username: '',
  model_name,
  created_at: at * hour,
  count: 1,
  quota: 10,
  failures: 0,
  refusals: 0,
  prompt_tokens: 3,
  completion_tokens: 2,
  token_used: 5,
  first_calls: 0,
  first_ms: 0,
  ...change,
})
const buckets = [0, hour, 2 * hour]
const sum = (values: number[]) => values.reduce((all, value) => all + value, 0)

test('sums of models, of buckets and of all are those of the rows', () => {
  const rows = [row('a', 0), row('a', 2, { quota: 5 }), row('b', 2, { quota: 100, failures: 3 })]
  const { models, buckets: perBucket, total } = usageOf(rows, buckets, 'hour')
  assert.deepEqual([total.quota, total.calls, total.failures, total.prompt, total.completion], [115, 3, 3, 9, 6])
  assert.deepEqual(
    models.map(({ model, quota }) => [model, quota]),
    [
      ['b', 100],
      ['a', 15],
    ],
  )
  assert.deepEqual(
    perBucket.map(({ quota }) => quota),
    [10, 0, 105],
  )
})

test('a chart has seven models and the others, and its bars add up to the total', () => {
  const rows = Array.from({ length: 12 }, (_, index) => row(`m${index}`, index % 3, { quota: 100 - index }))
  const usage = usageOf(rows, buckets, 'hour')
  for (const measure of ['spend', 'calls', 'tokens'] as const) {
    const series = seriesOf(usage, measure, `${othersCount(usage)} others`)
    assert.deepEqual(
      series.map(({ name }) => name),
      ['m0', 'm1', 'm2', 'm3', 'm4', 'm5', 'm6', '5 others'],
    )
    const all = { spend: usage.total.quota, calls: 12, tokens: 60 }[measure]
    assert.equal(sum(series.map(({ total }) => total)), all)
    assert.equal(sum(series.flatMap(({ values }) => values)), all)
  }
})

test('a model that only failed has no bar, and no share', () => {
  const usage = usageOf([row('a', 0), row('gone', 0, { count: 0, quota: 0, failures: 9 })], buckets, 'hour')
  assert.deepEqual(
    seriesOf(usage, 'spend', '').map(({ name }) => name),
    ['a'],
  )
  assert.equal(usage.models.length, 2)
  assert.equal(successOf(usage.total), 0.1)
})

test('refused requests are no failures: they leave the success rate as it is', () => {
  const usage = usageOf([row('a', 0, { count: 9, failures: 6, refusals: 5 })], buckets, 'hour')
  assert.equal(failedOf(usage.total), 1)
  assert.equal(successOf(usage.total), 0.9)
  const refused = usageOf([row('a', 0, { count: 0, failures: 2, refusals: 2 })], buckets, 'hour')
  assert.equal(successOf(refused.total), undefined)
})

test('without calls there is no success rate and no time to first token', () => {
  const { total } = usageOf([], buckets, 'hour')
  assert.equal(successOf(total), undefined)
  assert.equal(firstTokenOf(total), undefined)
  assert.equal(firstTokenOf({ ...total, firstCalls: 4, firstMs: 6000 }), 1500)
})

test('changes are told with their sign, and not against nothing', () => {
  assert.equal(changeOf(5, 0), undefined)
  assert.equal(changeText(changeOf(112.4, 100) ?? 0), '+12.4%')
  assert.equal(changeText(changeOf(97, 100) ?? 0), '−3.0%')
  assert.equal(changeText(changeOf(0, 7) ?? 0), '−100%')
  assert.equal(changeText(0.0001), '0%')
  assert.equal(changeText(9.99), '+999%')
  assert.equal(changeText(81_154), '>+999%')
})
