import assert from 'node:assert/strict'
import { test } from 'node:test'
import { joined } from './joined.ts'

test('pieces of any kind become one', () => {
  assert.equal(joined([]), '')
  assert.equal(joined(['a', 'é']), 'aé')
  assert.equal(String(joined(['é', Buffer.from('b'), 'c'])), 'ébc')
})
