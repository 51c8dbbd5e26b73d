import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSameJson, type PairShape, readPairs, rowProblem, writePairs } from './pair-text.ts'

const texts: [shape: PairShape, text: string][] = [
  ['texts', '{"gpt-4o":"gpt-4o-2024-11-20","a\\"b":""}'],
  ['numbers', '{"default":1,"vip":0.8}'],
  ['links', '[{"Web":"https://chat.example.com/?key={key}"},{"Web":"app://open"}]'],
  ['texts', '{}'],
  ['links', '[]'],
]

test('what a table shows is written as it was read', () => {
  for (const [shape, text] of texts) {
    const pairs = readPairs(text, shape)
    assert.ok(pairs, text)
    assert.deepEqual(JSON.parse(writePairs(pairs, shape)), JSON.parse(text))
  }
  assert.deepEqual(readPairs(' ', 'texts'), [])
})

test('JSON that is no list of pairs stays JSON', () => {
  const others: typeof texts = [
    ['texts', '{"a":'],
    ['texts', '["a"]'],
    ['texts', '{"a":{"b":"c"}}'],
    ['numbers', '{"a":null}'],
    ['texts', '{"a":"1","a":"2"}'],
    ['links', '{"Web":"https://chat.example.com"}'],
    ['links', '[{"One":"https://a.example","Two":"https://b.example"}]'],
    ['links', '[{}]'],
    ['links', '[{"Web":1}]'],
  ]
  for (const [shape, text] of others) assert.equal(readPairs(text, shape), undefined, text)
})

test('blanks and empty rows are not written, and a number only where it is one', () => {
  const rows = [
    { name: ' vip ', value: ' 0.80 ' },
    { name: '', value: '' },
    { name: 'new', value: '' },
    { name: 'old', value: '1,5' },
  ]
  assert.equal(writePairs(rows, 'numbers'), '{\n  "vip": 0.80,\n  "new": "",\n  "old": "1,5"\n}')
  assert.equal(writePairs([{ name: 'a', value: '1' }], 'texts'), '{\n  "a": "1"\n}')
})

test('a name that is missing or repeated is found, and links may share one', () => {
  const twice = [
    { name: 'a', value: '1' },
    { name: 'a ', value: '2' },
  ]
  assert.deepEqual(rowProblem(twice, 'texts'), { row: 1, kind: 'repeated' })
  assert.equal(rowProblem(twice, 'links'), undefined)
  assert.deepEqual(rowProblem([{ name: ' ', value: '2' }], 'links'), { row: 0, kind: 'missing' })
  assert.equal(rowProblem([{ name: '', value: '' }], 'texts'), undefined)
})

test('the layout of JSON is no difference, a repeated name is one', () => {
  assert.equal(isSameJson('{"a":1}', '{\n  "a": 1\n}'), true)
  assert.equal(isSameJson('{"a":1}', '{"a":2}'), false)
  assert.equal(isSameJson('{"a":1,"a":1}', '{"a":1}'), false)
})
