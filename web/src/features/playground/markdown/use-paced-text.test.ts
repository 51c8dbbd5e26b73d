import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cutAt } from './use-paced-text.ts'

test('a text is cut at a length, and after a character of two units rather than inside it', () => {
  assert.equal(cutAt('abcdef', 3), 3)
  assert.equal(cutAt('ab🙂ef', 3), 4)
  assert.equal(cutAt('ab🙂ef', 4), 4)
})
