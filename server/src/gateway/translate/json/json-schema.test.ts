import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canClose, closeObjects, mapSchema, requireAll, toObjectSchema } from './json-schema.ts'

const nested = {
  type: 'object',
  properties: {
    properties: { type: ['object', 'null'], properties: { a: { type: 'string' } } },
    list: { type: 'array', items: { type: 'object' } },
    either: { anyOf: [{ type: 'object', properties: {} }, { type: 'null' }] },
  },
  $defs: { x: { properties: { y: {} } } },
}

test('every object is closed, wherever it stands', () => {
  assert.deepEqual(closeObjects(nested), {
    type: 'object',
    additionalProperties: false,
    properties: {
      properties: { type: ['object', 'null'], properties: { a: { type: 'string' } }, additionalProperties: false },
      list: { type: 'array', items: { type: 'object', additionalProperties: false } },
      either: { anyOf: [{ type: 'object', properties: {}, additionalProperties: false }, { type: 'null' }] },
    },
    $defs: { x: { properties: { y: {} }, additionalProperties: false } },
  })
})

test('every property is required', () => {
  const schema = requireAll({ properties: { a: { properties: { b: {} }, required: [] }, c: {} }, required: ['c'] })
  assert.deepEqual(schema, {
    properties: { a: { properties: { b: {} }, required: ['b'] }, c: {} },
    required: ['a', 'c'],
  })
})

test('a schema with free keys cannot be closed', () => {
  assert.equal(canClose(nested), true)
  assert.equal(canClose({ type: 'object', additionalProperties: false }), true)
  for (const free of [{ additionalProperties: true }, { additionalProperties: {} }, { patternProperties: {} }])
    assert.equal(canClose({ properties: { a: { items: free } } }), false, JSON.stringify(free))
})

test('names of properties are not taken for keywords, nor values for schemas', () => {
  const seen: unknown[] = []
  mapSchema({ properties: { items: { enum: [{ type: 'object' }] } }, default: { type: 'object' } }, (schema) => {
    seen.push(Object.keys(schema))
    return schema
  })
  assert.deepEqual(seen, [['enum'], ['properties', 'default']])
})

test('parameters that are none become those of an object', () => {
  for (const none of [undefined, null, 'x', [], {}, { type: 'string' }, { type: 'object' }])
    assert.deepEqual(toObjectSchema(none), { type: 'object', properties: {} }, JSON.stringify(none))
  const some = { properties: { a: {} }, required: ['a'], additionalProperties: true }
  assert.deepEqual(toObjectSchema(some), { type: 'object', ...some })
  assert.deepEqual(toObjectSchema({ type: ['object', 'null'] }), { type: 'object', properties: {} })
})

test('a property named like the prototype is a property', () => {
  const schema = closeObjects(JSON.parse('{"properties":{"__proto__":{"type":"object"}}}'))
  assert.equal(
    JSON.stringify(schema),
    '{"properties":{"__proto__":{"type":"object","additionalProperties":false}},"additionalProperties":false}',
  )
})
