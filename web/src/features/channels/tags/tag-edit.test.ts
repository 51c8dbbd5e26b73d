import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleChannel } from '../list/sample-channel.ts'
import { changesOf, draftOf, problemsOf } from './tag-edit.ts'

const channels = [
  sampleChannel({ group: 'default,vip', models: 'a,b', model_mapping: '{"x":"y"}', priority: 10, weight: 5 }),
  sampleChannel({ group: 'vip', models: 'a,b', model_mapping: '{"x":"y"}', priority: 10, weight: 20 }),
]
const start = draftOf('pool', channels)
const problems = (change: Partial<typeof start>) => problemsOf(start, { ...start, ...change })
const changes = (change: Partial<typeof start>) => changesOf(start, { ...start, ...change })

test('the editor starts with what all channels of the tag have in common', () => {
  assert.deepEqual(start, {
    newTag: 'pool',
    modelMapping: '{"x":"y"}',
    groups: [],
    models: ['a', 'b'],
    priority: '10',
    weight: '',
  })
})

test('only what was changed is sent, and nothing changed is no change', () => {
  assert.deepEqual(changes({}), {})
  assert.deepEqual(changes({ newTag: ' pool ', modelMapping: ' {"x":"y"}\n' }), {})
  assert.deepEqual(changes({ weight: '7', models: ['a'] }), { weight: 7, models: 'a' })
  assert.deepEqual(changes({ groups: ['vip'], priority: '-3' }), { groups: 'vip', priority: -3 })
})

test('an emptied number stays as it is, an emptied mapping is really empty, an emptied tag comes off', () => {
  assert.deepEqual(changes({ priority: '', weight: ' ' }), {})
  assert.deepEqual(changes({ modelMapping: '' }), { model_mapping: '{}' })
  assert.deepEqual(changes({ newTag: ' ' }), { new_tag: '' })
})

test('a mapping must be a JSON object of texts', () => {
  for (const modelMapping of ['{', '[]', '"x"', '{"a":1}'])
    assert.deepEqual(problems({ modelMapping }), { modelMapping: 'channel_mapping_invalid' }, modelMapping)
  assert.deepEqual(problems({ modelMapping: '' }), {})
})

test('models and groups cannot be taken away from all channels', () => {
  assert.deepEqual(problems({ models: [] }), { models: 'channel_models_missing' })
  assert.deepEqual(problems({ groups: [] }), {}) // they differ, and stay so
})

test('a priority is an integer of at least -999, a weight one that is not negative', () => {
  assert.deepEqual(problems({ priority: '1.5' }), { priority: 'priorityWhole' })
  assert.deepEqual(problems({ priority: '-1000' }), { priority: 'channel_priority_low' })
  assert.deepEqual(problems({ weight: '-1' }), { weight: 'channel_weight_negative' })
  assert.deepEqual(problems({ weight: '0', priority: '-999' }), {})
})
