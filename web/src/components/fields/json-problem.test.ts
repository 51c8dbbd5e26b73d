import assert from 'node:assert/strict'
import { test } from 'node:test'
import { objectProblem, repeatedName } from './json-problem.ts'

test('an object is fine, and so is nothing at all', () => {
  assert.equal(objectProblem('{"a": "b"}'), undefined)
  assert.equal(objectProblem(' \n'), undefined)
})

test('broken JSON is refused with the place where it breaks', () => {
  const breaks: [text: string, line: number, column: number][] = [
    ['{\n  "a": b\n}', 2, 8],
    ['{\n  "a"', 2, 6],
    ['{"a": 1,}', 1, 9],
    ['{"a": [1, 2}', 1, 12],
    ["{'a': 1}", 1, 2],
    ['{"a": "one\ntwo"}', 1, 7],
    ['{"a": {"b": 1e}}', 1, 14],
    ['{} {}', 1, 4],
  ]
  for (const [text, line, column] of breaks) assert.deepEqual(objectProblem(text), { position: { line, column } }, text)
})

test('other JSON than an object is refused', () => {
  for (const text of ['[]', 'null', '"text"', '1']) assert.deepEqual(objectProblem(text), {}, text)
})

test('members can be required to be of a kind', () => {
  const isText = (value: unknown) => typeof value === 'string'
  assert.equal(objectProblem('{"a": "b"}', isText), undefined)
  assert.deepEqual(objectProblem('{"a": 1}', isText), {})
  assert.equal(
    objectProblem('{"400": 1}', (_, key) => key === '400'),
    undefined,
  )
})

test('a name that stands twice in an object is found, and in objects inside it is not looked for', () => {
  assert.equal(repeatedName('{"a": 1, "b": {"a": 2}, "c": "a"}'), undefined)
  assert.equal(repeatedName('{"a": 1, "b": 2, "a" : 3}'), 'a')
  assert.equal(repeatedName('[{"a": 1}, {"a": 2}]'), undefined)
  assert.deepEqual(objectProblem('{"a": 1, "a": 2}'), {})
})
