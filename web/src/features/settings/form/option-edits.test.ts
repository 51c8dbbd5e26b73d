import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rebased } from './option-edits.ts'

const base = '{"a":1,"b":2,"c":3}'
const rebase = (mine: string, theirs: string) => JSON.parse(rebased(base, mine, theirs))

test('what two people changed in different members of a map is all there', () => {
  assert.deepEqual(rebase('{"a":10,"c":3,"d":4}', '{"a":1,"b":2,"c":30,"e":5}'), { a: 10, c: 30, e: 5, d: 4 })
})

test('where both changed one member, the later wins', () => {
  assert.deepEqual(rebase('{"a":10,"b":2,"c":3}', '{"a":11,"b":2,"c":3}'), { a: 10, b: 2, c: 3 })
  assert.deepEqual(rebase('{"a":10,"b":2,"c":3}', '{"b":2,"c":3}'), { a: 10, b: 2, c: 3 })
})

test('texts that are no maps stay as they were typed', () => {
  for (const mine of ['{"a":', '[]', 'plain']) assert.equal(rebased(base, mine, '{}'), mine)
  assert.equal(rebased('[{"a":1}]', '[{"a":2}]', '[]'), '[{"a":2}]')
})
