import assert from 'node:assert/strict'
import { test } from 'node:test'
import { embeddedAddress } from './embedded-address.ts'

const own = 'https://gateway.example'

test('an https address on its own is a page to embed', () => {
  assert.equal(embeddedAddress(' https://docs.example/start?x=1 \n', own), 'https://docs.example/start?x=1')
})

test('anything else is text', () => {
  for (const text of [
    '',
    'http://docs.example',
    'see https://docs.example',
    'https://docs.example and more',
    'https://',
    'javascript:alert(1)',
  ])
    assert.equal(embeddedAddress(text, own), undefined, text)
})

test('a page of our own is never put into a frame', () => {
  assert.equal(embeddedAddress('https://gateway.example/about', own), undefined)
})
