import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject } from '../../../forms/chat.ts'
import { cleanSchema } from './schema.ts'

const rows: [what: string, schema: JsonObject, expected: JsonObject][] = [
  [
    'what Gemini does not know is left out',
    {
      $schema: 's',
      $id: 'i',
      type: 'object',
      title: 't',
      additionalProperties: false,
      properties: { a: { type: 'integer', exclusiveMinimum: 0, minimum: 0, maximum: 9, multipleOf: 3, default: 0 } },
      examples: [1],
      example: { a: 1 },
      propertyOrdering: ['a'],
    },
    {
      type: 'object',
      title: 't',
      properties: { a: { type: 'integer', minimum: 0, maximum: 9, default: 0 } },
      example: { a: 1 },
      propertyOrdering: ['a'],
    },
  ],
  [
    'bounds',
    { type: 'array', minItems: 0, maxItems: 3, items: { type: 'string', minLength: 1, maxLength: 2, pattern: 'x' } },
    { type: 'array', minItems: 0, maxItems: 3, items: { type: 'string', minLength: 1, maxLength: 2, pattern: 'x' } },
  ],
  [
    'bounds of objects',
    { type: 'object', minProperties: 0, maxProperties: 3, nullable: true, properties: { a: { type: 'boolean' } } },
    { type: 'object', minProperties: 0, maxProperties: 3, nullable: true, properties: { a: { type: 'boolean' } } },
  ],
  ['null among the types', { type: ['string', 'null'] }, { type: 'string', nullable: true }],
  [
    'several types',
    { type: ['string', 'integer', 'null'] },
    { anyOf: [{ type: 'string' }, { type: 'integer' }], nullable: true },
  ],
  [
    'null among alternatives',
    { anyOf: [{ type: 'string', maxLength: 3 }, { type: 'null' }] },
    { type: 'string', maxLength: 3, nullable: true },
  ],
  ['null alone', { type: 'null' }, { type: 'string', nullable: true }],
  [
    'one of several',
    { oneOf: [{ type: 'string' }, { type: 'number' }] },
    { anyOf: [{ type: 'string' }, { type: 'number' }] },
  ],
  [
    'all of several',
    {
      allOf: [
        { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
        { properties: { b: { type: 'number' } }, required: ['b'], description: 'd' },
      ],
    },
    {
      type: 'object',
      description: 'd',
      properties: { a: { type: 'string' }, b: { type: 'number' } },
      required: ['a', 'b'],
    },
  ],
  ['one value', { const: 'x' }, { type: 'string', enum: ['x'] }],
  ['values that are no texts', { type: 'integer', enum: [1, null, ''] }, { type: 'string', enum: ['1'] }],
  ['formats of texts', { type: 'string', format: 'email' }, { type: 'string' }],
  ['dates', { type: 'string', format: 'date-time' }, { type: 'string', format: 'date-time' }],
  ['formats of numbers', { type: 'number', format: 'float' }, { type: 'number', format: 'float' }],
  [
    'only properties that exist are required',
    { type: 'object', properties: { a: true }, required: ['a', 'b', 1] },
    { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
  ],
  ['a list of anything', { type: 'array' }, { type: 'array', items: { type: 'string' } }],
  ['a list by position', { type: 'array', items: [{ type: 'number' }] }, { type: 'array', items: { type: 'number' } }],
  ['a type nobody named', { properties: { a: {} } }, { type: 'object', properties: { a: { type: 'string' } } }],
  [
    'alternatives that only require',
    { type: 'object', properties: { a: { type: 'string' } }, anyOf: [{ required: ['a'] }] },
    { type: 'object', properties: { a: { type: 'string' } } },
  ],
  [
    'references',
    {
      type: 'object',
      properties: { a: { $ref: '#/$defs/A', description: 'mine' }, b: { $ref: '#/definitions/B' } },
      $defs: { A: { type: 'string', description: 'theirs' } },
      definitions: { B: { type: 'array', items: { $ref: '#/$defs/A' } } },
    },
    {
      type: 'object',
      properties: {
        a: { type: 'string', description: 'mine' },
        b: { type: 'array', items: { type: 'string', description: 'theirs' } },
      },
    },
  ],
  [
    'a tree of itself',
    { $ref: '#/$defs/N', $defs: { N: { type: 'object', properties: { next: { $ref: '#/$defs/N' } } } } },
    { type: 'object', properties: { next: { type: 'object' } } },
  ],
  ['a reference to nothing', { $ref: '#/$defs/X' }, { type: 'object' }],
]
for (const [what, schema, expected] of rows)
  test(`schema: ${what}`, () => {
    assert.deepEqual(cleanSchema(schema), expected)
  })

test('a schema that doubles with every step does not fill the memory', () => {
  const $defs: JsonObject = {}
  for (let step = 0; step < 40; step++) {
    const next = { $ref: `#/$defs/d${step + 1}` }
    $defs[`d${step}`] = { type: 'object', properties: { a: next, b: next } }
  }
  const size = JSON.stringify(cleanSchema({ $ref: '#/$defs/d0', $defs })).length
  assert.ok(size < 500_000, `${size}`)
})

test('a property named like a keyword is a property', () => {
  const schema = { type: 'object', properties: { $ref: { type: 'string' }, type: { type: 'number' } } }
  assert.deepEqual(cleanSchema(schema), schema)
})
