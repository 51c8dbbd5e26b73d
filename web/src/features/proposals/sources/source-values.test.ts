import assert from 'node:assert/strict'
import { test } from 'node:test'
import { priceListFormats } from '@turnpike/contract/money/price-book'
import { priceSourceApi } from '@turnpike/contract/money/price-sources'
import { newValues, problemsOf, type SourceValues, sourceOf, withKind } from './source-values.ts'

const names = Object.fromEntries(priceListFormats.map((kind) => [kind, kind])) as Record<SourceValues['kind'], string>
const isAccepted = (values: SourceValues) => priceSourceApi.create.body?.safeParse(sourceOf(values)).success

test('the values of a new source can be saved, of every kind', () => {
  for (const kind of priceListFormats) {
    const values = withKind({ ...newValues, name: '', address: '' }, kind, names)
    const complete = { ...values, name: 'x', address: values.address || 'https://gateway.example/api/pricing' }
    assert.deepEqual([kind, problemsOf(complete), isAccepted(complete)], [kind, [], true])
  }
})

test('a form without problems is what the server accepts', () => {
  const wrong: Partial<SourceValues>[] = [
    { name: ' ' },
    { address: 'prices.json' },
    { interval_hours: 0 },
    { interval_hours: Number.NaN },
    { models: 'patterns' },
    { models: 'patterns', patterns: 'x'.repeat(300) },
    { models: 'patterns', patterns: '!*-preview' },
    { factor: '0' },
    { factor: '1,5' },
    { kind: 'one-api', recharge_factor: '' },
    { apply_percent: '21' },
    { apply_percent: '-1' },
  ]
  for (const change of wrong) {
    const values = { ...newValues, ...change }
    assert.equal(problemsOf(values).length, 1, JSON.stringify(change))
    if (!Object.values(change).includes('1,5')) assert.equal(isAccepted(values), false, JSON.stringify(change))
  }
})

test('another kind brings its address, and keeps one that somebody typed', () => {
  assert.match(withKind(newValues, 'models-dev', names).address, /models\.dev/)
  assert.equal(withKind(newValues, 'one-api', names).address, '')
  const own = { ...newValues, name: 'mirror', address: 'https://mirror.example/prices.json' }
  assert.deepEqual(withKind(own, 'models-dev', names), { ...own, kind: 'models-dev' })
})

test('what only gateways have is left out of other lists, and patterns out of other choices', () => {
  const values = { ...newValues, group: 'vip', recharge_factor: '0.14', patterns: 'gpt-*\n\ngpt-*' }
  assert.deepEqual([sourceOf(values).group, sourceOf(values).recharge_factor, sourceOf(values).patterns], ['', 1, []])
  const gateway = sourceOf({ ...values, kind: 'one-api', models: 'patterns' })
  assert.deepEqual([gateway.group, gateway.recharge_factor, gateway.patterns], ['vip', 0.14, ['gpt-*']])
})
