import assert from 'node:assert/strict'
import { test } from 'node:test'
import { channelTypeOrder, channelTypes } from '../channel-types.ts'
import { knownModels, modelsByType } from './known-models.ts'

/** The editor fills these in itself: their names are tasks, not models. AI Proxy accepts the name of any library. */
const filledElsewhere = new Set([2, 5, 36, 21])

test('every channel type that people can add has its usual models', () => {
  for (const type of channelTypeOrder)
    if (!filledElsewhere.has(type)) assert.ok(Array.isArray(modelsByType[type]), channelTypes[type].label)
  const empty = Object.keys(modelsByType).filter((type) => modelsByType[type]?.length === 0)
  // A key of Dify addresses an app and one of Coze a bot; gateways and servers of one's own serve the models that their owner chose.
  assert.deepEqual(empty, ['37', '47', '49', '58', '59', '60', '1003', '1007', '1008'])
})

test('no list names a model twice, and every name can be stored in a list between commas', () => {
  for (const [type, models] of Object.entries(modelsByType)) {
    assert.equal(new Set(models).size, models.length, type)
    for (const model of models) assert.match(model, /^[^\s,]{1,256}$/)
  }
})

test('every model of every list is known, once, with an owner', () => {
  const ids = knownModels.map(({ id }) => id)
  assert.equal(new Set(ids).size, ids.length)
  for (const models of Object.values(modelsByType)) for (const model of models) assert.ok(ids.includes(model), model)
  const ownerOf = (model: string) => knownModels.find(({ id }) => id === model)?.owner
  assert.equal(ownerOf('gpt-4o'), 'openai')
  assert.equal(ownerOf('claude-2'), 'claude')
  assert.equal(ownerOf('mj_imagine'), 'midjourney')
  assert.equal(ownerOf('meta/llama3-405b-instruct-maas'), 'vertex-ai')
})

test('clouds that rent other vendors’ models list them', () => {
  const claude = modelsByType[14] ?? []
  assert.ok(claude.includes('claude-2'))
  assert.deepEqual(
    modelsByType[33],
    claude.filter((model) => model !== 'claude-2'),
  )
  for (const model of [...claude, ...(modelsByType[24] ?? [])]) assert.ok(modelsByType[41]?.includes(model), model)
  assert.deepEqual(modelsByType[3], modelsByType[1])
})
