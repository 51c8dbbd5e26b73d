import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plainId } from './ids.ts'

test('an id in letters every upstream takes stays as it is', () => {
  for (const id of ['call_1', 'toolu_01-x', 'a'.repeat(64)]) assert.equal(plainId(id), id)
})

test('any other becomes one, always the same, and never that of another', () => {
  const odd = ['functions.f:0', 'functions.f:1', '', 'ü', 'a b', 'a'.repeat(65), 'a\n']
  const plain = odd.map(plainId)
  for (const id of plain) assert.match(id, /^[a-zA-Z0-9_-]{1,64}$/)
  assert.deepEqual(odd.map(plainId), plain)
  assert.equal(new Set(plain).size, odd.length)
})
