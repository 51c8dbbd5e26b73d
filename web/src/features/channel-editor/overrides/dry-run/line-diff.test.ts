import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type DiffLine, lineDiff } from './line-diff.ts'

const signs = { same: ' ', removed: '-', added: '+' }
const diff = (before: string, after: string) =>
  lineDiff([...before], [...after]).map(({ kind, text }) => signs[kind] + text)
const side = (lines: DiffLine[], other: DiffLine['kind']) =>
  lines.filter(({ kind }) => kind !== other).map(({ text }) => text)

test('lines of both texts are the same, removed or added', () => {
  assert.deepEqual(diff('abc', 'abc'), [' a', ' b', ' c'])
  assert.deepEqual(diff('abc', 'axc'), [' a', '-b', '+x', ' c'])
  assert.deepEqual(diff('abcd', 'bd'), ['-a', ' b', '-c', ' d'])
  assert.deepEqual(diff('', 'ab'), ['+a', '+b'])
  assert.deepEqual(diff('aa', 'a'), [' a', '-a'])
  assert.deepEqual(diff('xaby', 'xbay'), [' x', '-a', ' b', '+a', ' y'])
})

test('a comma that a following member needs is no difference', () => {
  const lines = lineDiff(['{', '  "a": 1', '}'], ['{', '  "a": 1,', '  "b": 2', '}'])
  assert.deepEqual(side(lines, 'removed'), ['{', '  "a": 1,', '  "b": 2', '}'])
  assert.deepEqual(side(lines, 'same'), ['  "b": 2'])
})

test('both texts can be read from their difference, also where it is too long to compare', () => {
  const before = Array.from({ length: 1500 }, (_, line) => String(line % 7))
  const after = Array.from({ length: 1500 }, (_, line) => String(line % 11))
  for (const length of [40, 1500]) {
    const lines = lineDiff(before.slice(0, length), after.slice(0, length))
    assert.deepEqual(side(lines, 'added'), before.slice(0, length))
    assert.deepEqual(side(lines, 'removed'), after.slice(0, length))
  }
})
