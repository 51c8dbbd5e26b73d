import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMarker, markOf, ownText } from './account-mark.ts'

const own = markOf(Buffer.from('own account'))
const other = markOf(Buffer.from('other account'))

test('a mark is base64 of whole bytes, so that a marked text decodes as long as it did', () => {
  assert.match(own, /^[A-Za-z0-9]{12}$/)
  const text = Buffer.from('a signature').toString('base64')
  const decoded = Buffer.from(own + text, 'base64')
  assert.equal(decoded.subarray(9).toString(), 'a signature')
  assert.equal(decoded.toString('base64'), own + text)
})

test('own texts lose their mark, foreign ones are none, unmarked ones stay', () => {
  assert.equal(ownText(`${own}abc`, own), 'abc')
  assert.equal(ownText(`${other}abc`, own), undefined)
  assert.equal(ownText('abc', own), 'abc')
  assert.equal(ownText('tp', own), 'tp')
})

test('members are marked wherever they stand, and no text that only speaks of them', () => {
  const mark = createMarker(['sig', 'snake_sig'], own)
  const marked = (value: unknown) => JSON.parse(mark(Buffer.from(JSON.stringify(value))).toString())
  assert.deepEqual(marked({ a: [{ sig: 'x' }], snake_sig: 'y', sign: 'z' }), {
    a: [{ sig: `${own}x` }],
    snake_sig: `${own}y`,
    sign: 'z',
  })
  const spoken = { text: 'write "sig": "x" or {"sig":"x"}', sig: '' }
  assert.deepEqual(marked(spoken), spoken)
  assert.equal(mark(Buffer.from('{"sig" :\n "x"}')).toString(), `{"sig" :\n "${own}x"}`)
  const plain = Buffer.from('{"a":"数"}')
  assert.equal(mark(plain), plain, 'and nothing is copied')
})
