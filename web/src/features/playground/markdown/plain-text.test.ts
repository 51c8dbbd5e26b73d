import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isOwnPicture, isSafeLink, plainText } from './plain-text.ts'

test('entities are read as their letters, once', () => {
  assert.equal(plainText('a &lt; b &amp;&amp; c &#65;&#x42; &copy; &#0;'), 'a < b && c AB &copy; &#0;')
  assert.equal(plainText('&amp;lt;'), '&lt;')
})

test('only addresses of pages and letters are links, and only pictures are pictures', () => {
  assert.ok(isSafeLink('https://a.example'))
  for (const address of ['javascript:alert(1)', 'data:text/html,x', ' javascript:x', '//a.example', 'vbscript:x'])
    assert.equal(isSafeLink(address), false, address)
  assert.ok(isOwnPicture('data:image/png;base64,AA'))
  for (const address of ['https://a.example/x.png', 'data:image/svg+xml;base64,AA', 'data:text/html,x'])
    assert.equal(isOwnPicture(address), false, address)
})
