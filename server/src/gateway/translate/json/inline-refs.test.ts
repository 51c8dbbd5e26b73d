import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inlineRefs } from './inline-refs.ts'

test('references are replaced by what they name, and what stands beside them wins', () => {
  const schema = {
    type: 'object',
    properties: {
      a: { $ref: '#/$defs/A', description: 'mine' },
      b: { anyOf: [{ $ref: '#/definitions/B' }, { type: 'null' }] },
      c: { allOf: [{ $ref: '#/$defs/A' }], oneOf: [{ $ref: '#/$defs/A' }], not: { $ref: '#/$defs/A' } },
    },
    patternProperties: { x: { $ref: '#/$defs/A' } },
    additionalProperties: { $ref: '#/$defs/A' },
    $defs: { A: { type: 'string', description: 'theirs' } },
    definitions: { B: { type: 'array', items: { $ref: '#/$defs/A' } } },
  }
  const theirs = { type: 'string', description: 'theirs' }
  assert.deepEqual(inlineRefs(schema), {
    type: 'object',
    properties: {
      a: { type: 'string', description: 'mine' },
      b: { anyOf: [{ type: 'array', items: theirs }, { type: 'null' }] },
      c: { allOf: [theirs], oneOf: [theirs], not: theirs },
    },
    patternProperties: { x: theirs },
    additionalProperties: theirs,
  })
})

test('a schema that contains itself ends where it repeats', () => {
  const node = { type: 'object', properties: { next: { $ref: '#/$defs/Node' } } }
  assert.deepEqual(inlineRefs({ $ref: '#/$defs/Node', $defs: { Node: node } }), {
    type: 'object',
    properties: { next: { type: 'object' } },
  })
})

test('references to nothing, or to elsewhere, are anything', () => {
  for (const $ref of ['#/$defs/missing', 'https://x.example/schema', '#', '#/$defs/__proto__'])
    assert.deepEqual(inlineRefs({ $ref, $defs: {} }), { type: 'object' }, $ref)
})

test('values are not schemas', () => {
  const schema = { default: { $ref: '#/$defs/A' }, enum: [{ $ref: 'x' }], const: { definitions: 1 } }
  assert.deepEqual(inlineRefs(schema), schema)
})

test('a schema with no references is the same schema', () => {
  const schema = { type: 'object', properties: { definitions: { type: 'string' } }, additionalProperties: false }
  assert.deepEqual(inlineRefs(schema), schema)
})
