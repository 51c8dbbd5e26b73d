import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matchWords } from './match-words.ts'

const names = ['Create token', '新建令牌']

test('every typed word must be found, in any order and either language', () => {
  assert.ok(matchWords('token create', names) > 0)
  assert.ok(matchWords('令牌', names) > 0)
  assert.equal(matchWords('token delete', names), 0)
})

test('the beginning counts most, then the beginning of a word, any part, and letters in order', () => {
  const scores = ['cre', 'tok', 'oke', 'ctk'].map((typed) => matchWords(typed, names))
  assert.deepEqual(scores, [4, 3, 2, 1])
})

test('nothing typed matches all; one letter is no order of letters', () => {
  assert.equal(matchWords('  ', names), 1)
  assert.equal(matchWords('z', names), 0)
})
