import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseArguments } from './tool-arguments.ts'

test('arguments are an object, whatever the model wrote', () => {
  assert.deepEqual(parseArguments('{"a":1}'), { a: 1 })
  for (const nothing of ['', ' ', 'null', '{', 'undefined']) assert.deepEqual(parseArguments(nothing), {})
  assert.deepEqual(parseArguments('[1]'), { value: [1] })
  assert.deepEqual(parseArguments('"x"'), { value: 'x' })
  assert.deepEqual(parseArguments('0'), { value: 0 })
})
