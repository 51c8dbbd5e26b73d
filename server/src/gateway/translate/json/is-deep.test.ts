import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseArguments } from '../tools/tool-arguments.ts'
import { isDeep } from './is-deep.ts'

const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels))

test('values are deep beyond the depth of a request', () => {
  assert.equal(isDeep(nested(64)), false)
  assert.equal(isDeep(nested(65)), true)
  assert.equal(isDeep({ a: [1, { b: nested(63) }] }), true)
  for (const value of [null, undefined, 'x', 7, {}, []]) assert.equal(isDeep(value), false)
})

test('arguments too deep to be written again are none', () => {
  assert.deepEqual(parseArguments(`{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`), {})
  assert.deepEqual(parseArguments('{"a":[[1]]}'), { a: [[1]] })
})
