import assert from 'node:assert/strict'
import { test } from 'node:test'
import table from '../default-prices.json' with { type: 'json' }
import { shippedEdition } from './edition.ts'
import extract from './litellm-extract.json' with { type: 'json' }
import sources from './price-sources.json' with { type: 'json' }
import { sourceOfPrice } from './price-sources.ts'

test('every model of the shipped table has a price from one source, read on a day', async () => {
  const listed = sources.flatMap(({ models }) => models)
  assert.deepEqual(listed.toSorted(), Object.keys(table).sort())
  for (const model of listed) {
    const source = await sourceOfPrice(model)
    assert.match(source?.day ?? '', /^20\d\d-\d\d-\d\d$/, model)
    assert.ok(source && source.day <= shippedEdition.day && source.name !== '' && !('models' in source), model)
    assert.equal(source.address === undefined, source.id === 'earlier', model)
  }
  assert.equal(await sourceOfPrice('unheard-of'), undefined)
  assert.equal(await sourceOfPrice('constructor'), undefined)
})

test('a price from the stored list is in it, on its day', async () => {
  const source = await sourceOfPrice('gpt-6-sol')
  assert.deepEqual([source?.name, source?.day], [extract.name, extract.day])
  const [litellm] = sources.filter(({ id }) => id === 'litellm')
  assert.deepEqual(
    litellm?.models.filter((model) => !(model in extract.models)),
    [],
  )
})
