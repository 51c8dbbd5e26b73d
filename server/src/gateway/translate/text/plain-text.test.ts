import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plainText } from './plain-text.ts'

test('content of text alone is one text', () => {
  assert.equal(plainText('a'), 'a')
  assert.equal(
    plainText([
      { type: 'text', text: 'a' },
      { type: 'refusal', refusal: 'b' },
    ]),
    'a\nb',
  )
  assert.equal(
    plainText(
      [
        { type: 'text', text: 'a' },
        { type: 'text', text: 'b' },
      ],
      '',
    ),
    'ab',
  )
  assert.equal(plainText([]), '')
})

test('content of anything else is not', () => {
  assert.equal(plainText(null), undefined)
  assert.equal(plainText(undefined), undefined)
  assert.equal(
    plainText([
      { type: 'text', text: 'a' },
      { type: 'image_url', image_url: { url: 'u' } },
    ]),
    undefined,
  )
  for (const part of [{ type: 'x', text: 'a' }, { type: 'x', refusal: 'b' }, { type: 'text' }, { type: 'refusal' }])
    assert.equal(plainText([part]), undefined)
})
