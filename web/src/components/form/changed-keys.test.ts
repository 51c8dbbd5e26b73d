import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changedKeys } from './changed-keys.ts'

test('only members that differ count, lists by what they hold', () => {
  const before = { name: 'one', models: ['a', 'b'], weight: 0, key: '' }
  assert.deepEqual(changedKeys(before, { ...before, models: ['a', 'b'] }), [])
  assert.deepEqual(changedKeys(before, { ...before, models: ['b', 'a'], weight: 1 }), ['models', 'weight'])
})
