import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  changesBetween,
  isPriced,
  type PriceMaps,
  type PriceTexts,
  readMaps,
  rowsOf,
  textsWith,
  unpriced,
} from './price-maps.ts'

const texts = {
  ModelPrice: '{"mj_imagine":0.1,"both":1}',
  ModelRatio: '{"gpt-4o":1.25,"both":2,"constructor":3}',
  CompletionRatio: '{"gpt-4o":4,"alone":2}',
}
function mapsOf(given: PriceTexts): PriceMaps {
  const maps = readMaps(given)
  assert.ok(maps)
  return maps
}

test('a row per priced model, by name; a price per call wins over a ratio', () => {
  const rows = rowsOf(mapsOf(texts))
  assert.deepEqual(
    rows.map(({ model, billing }) => [model, billing]),
    [
      ['both', 'call'],
      ['constructor', 'token'],
      ['gpt-4o', 'token'],
      ['mj_imagine', 'call'],
    ],
  )
  assert.deepEqual(rows[2]?.amounts, { ModelRatio: 1.25, CompletionRatio: 4 })
  assert.ok(!isPriced({ CompletionRatio: 2 }))
})

test('a change touches the maps it concerns, and in them one model', () => {
  const maps = mapsOf(texts)
  const changed = textsWith(maps, 'gpt-4o', { ModelRatio: 2, CompletionRatio: 4 })
  assert.deepEqual(Object.keys(changed), ['ModelRatio'])
  assert.deepEqual(JSON.parse(changed.ModelRatio ?? ''), { 'gpt-4o': 2, both: 2, constructor: 3 })
  const removed = textsWith(maps, 'both', {})
  assert.deepEqual(Object.keys(removed), ['ModelPrice', 'ModelRatio'])
  assert.deepEqual(JSON.parse(removed.ModelPrice ?? ''), { mj_imagine: 0.1 })
  assert.deepEqual(JSON.parse(textsWith(maps, '__proto__', { ModelPrice: 1 }).ModelPrice ?? ''), {
    ...JSON.parse(texts.ModelPrice),
    ['__proto__']: 1,
  })
})

test('what differs between two states is told model by model', () => {
  const before = mapsOf(texts)
  const after = mapsOf({ ...texts, ...textsWith(before, 'gpt-4o', { ModelPrice: 0.5 }) })
  assert.deepEqual(changesBetween(before, after), [
    { model: 'gpt-4o', before: { ModelRatio: 1.25, CompletionRatio: 4 }, after: { ModelPrice: 0.5 } },
  ])
  assert.deepEqual(changesBetween(before, mapsOf(texts)), [])
})

test('texts that are no maps of amounts are no prices', () => {
  for (const text of ['', '{', '[]', '{"a":"1"}', '{"a":null}', '{"a":-1}', '{"a":0.0000001}'])
    assert.equal(readMaps({ ...texts, ModelRatio: text }), undefined, text)
})

test('models without a price of their own, or one they share, are found', () => {
  const maps = mapsOf({ ...texts, ModelPrice: '{"gpt-4-gizmo-*":0.1}' })
  assert.deepEqual(unpriced(maps, ['alone', 'gpt-4-gizmo-tutor', 'gpt-4o', 'gpt-4o-gizmo-tutor', 'new']), [
    'alone',
    'gpt-4o-gizmo-tutor',
    'new',
  ])
})
