import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAllowedBy, sourcesIn } from './page-policy.ts'

const policy = "default-src 'none'; img-src 'self' data: https://a.example; media-src 'self' https:; frame-src 'none'"
const own = 'http://gateway.example'
const isAllowed = (directive: 'img-src' | 'media-src' | 'frame-src', address: string) =>
  isAllowedBy(sourcesIn(policy, directive), address, own)

test('a document loads what its policy names, by origin, by scheme or as its own', () => {
  assert.ok(isAllowed('img-src', 'https://a.example/x.png'))
  assert.ok(isAllowed('img-src', '/logo.svg') && isAllowed('img-src', 'http://gateway.example/logo.svg'))
  assert.ok(isAllowed('img-src', 'data:image/png;base64,AAAA'))
  assert.ok(isAllowed('media-src', 'https://anywhere.example/song.mp3'))
})

test('nothing else is loaded', () => {
  for (const address of ['https://b.example/x.png', 'https://a.example:8443/x.png', 'http://a.example/x.png'])
    assert.equal(isAllowed('img-src', address), false, address)
  assert.equal(isAllowed('media-src', 'http://anywhere.example/song.mp3'), false)
  assert.equal(isAllowed('frame-src', 'https://a.example'), false)
  assert.equal(isAllowed('frame-src', '/about'), false)
})

test('without a known policy nothing is held back', () => {
  assert.ok(isAllowedBy(sourcesIn(undefined, 'frame-src'), 'https://a.example', own))
})
