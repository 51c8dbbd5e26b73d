import assert from 'node:assert/strict'
import { test } from 'node:test'
import { batchNames, fieldsOf, keysOf, newDraft } from './draft.ts'
import { bodyOverride } from './overrides/body-form.ts'

const type = { openai: 1, vertex: 41, azure: 3 }

test('lists travel separated by commas, emptied numbers as zero', () => {
  const fields = fieldsOf({ ...newDraft, groups: ['default', 'vip'], models: ['a', 'b'], priority: null, weight: null })
  assert.equal(fields.group, 'default,vip')
  assert.equal(fields.models, 'a,b')
  assert.equal(fields.priority, 0)
  assert.equal(fields.weight, 0)
})

test('the keys of a batch are trimmed, and one that comes twice is one', () => {
  assert.deepEqual(keysOf(' a \n\nb\na\r\n'), ['a', 'b'])
  assert.equal(fieldsOf({ ...newDraft, key: ' a \n\nb\na', isBatch: true }).key, 'a\nb')
})

test('without a batch only the first line is the key', () => {
  assert.equal(fieldsOf({ ...newDraft, key: '\n a \nb' }).key, 'a')
})

test('a document stays whole', () => {
  const key = '{\n  "a": 1\n}'
  assert.equal(fieldsOf({ ...newDraft, type: type.vertex, key, isBatch: true }).key, key)
})

test('what belongs to another type is not sent', () => {
  const draft = { ...newDraft, other: '2024-10-21', openai_organization: 'org-1' }
  assert.equal(fieldsOf({ ...draft, type: type.openai }).other, '')
  assert.equal(fieldsOf({ ...draft, type: type.azure }).other, '2024-10-21')
  assert.equal(fieldsOf({ ...draft, type: type.azure }).openai_organization, '')
})

test('an override that was not edited is sent as it is stored', () => {
  const text = '{"temperature":0.50,\n "operations": [{"mode":"delete","path":"a","keep_origin":false}]}'
  assert.equal(fieldsOf({ ...newDraft, param_override: bodyOverride(text) }).param_override, text)
})

test('channels of a batch are numbered after the name, or where it says', () => {
  const batch = { ...newDraft, isBatch: true, key: 'a\nb\nc' }
  assert.equal(fieldsOf({ ...batch, name: ' Acme ' }).name, 'Acme {n}')
  assert.deepEqual(batchNames({ ...batch, name: 'Acme' }), ['Acme 1', 'Acme 2', 'Acme 3'])
  assert.deepEqual(batchNames({ ...batch, name: 'eu-{n}-acme', key: 'a\nb\nc\nd\ne' }), [
    'eu-1-acme',
    'eu-2-acme',
    'eu-3-acme',
    '…',
    'eu-5-acme',
  ])
  const one = { ...batch, name: 'Acme', key: 'a' }
  assert.deepEqual([fieldsOf(one).name, batchNames(one)], ['Acme', []])
  assert.equal(fieldsOf({ ...batch, name: 'Acme', isBatch: false }).name, 'Acme')
  assert.deepEqual(batchNames({ ...batch, name: '' }), [])
})
