import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inputTokens } from './input-tokens.ts'

/** Every text costs one token more than its characters, so that joining texts would show. */
const count = (text: string) => text.length + 1

test('each text of a list is counted for itself', () => {
  assert.equal(inputTokens('abc', count), 4)
  assert.equal(inputTokens(['abc', 'de'], count), 4 + 3)
})

test('tokens that are tokens already are counted one by one', () => {
  assert.equal(inputTokens([1, 2, 3], count), 3)
  assert.equal(inputTokens([[1, 2, 3], [4]], count), 4)
})

test('documents with a text are counted by it, and anything else costs nothing', () => {
  assert.equal(inputTokens([{ text: 'abc' }, { title: 'abc' }], count), 4)
  for (const input of [undefined, null, {}, true]) assert.equal(inputTokens(input, count), 0)
})
