import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nullableFromTypeArray } from './nullable-types.ts'

test('null among the types is said beside the type', () => {
  assert.deepEqual(nullableFromTypeArray({ type: ['string', 'null'], title: 't' }), {
    type: 'string',
    nullable: true,
    title: 't',
  })
  assert.deepEqual(nullableFromTypeArray({ type: ['string'] }), { type: 'string' })
})

test('several types are alternatives', () => {
  assert.deepEqual(nullableFromTypeArray({ type: ['string', 'integer'] }), {
    anyOf: [{ type: 'string' }, { type: 'integer' }],
  })
  assert.deepEqual(nullableFromTypeArray({ type: ['string', 'null', 'integer'] }), {
    anyOf: [{ type: 'string' }, { type: 'integer' }],
    nullable: true,
  })
})

test('any other schema stays as it is', () => {
  for (const schema of [{ type: 'string' }, {}, { anyOf: [] }]) assert.equal(nullableFromTypeArray(schema), schema)
})
