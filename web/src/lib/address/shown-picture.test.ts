import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isShownPicture } from './shown-picture.ts'

const own = 'http://localhost:3000'

test('pictures of this server and pictures over https are shown', () => {
  for (const address of ['/logo.svg', '/brand/logo.png?v=2', 'https://pictures.example/logo.png', `${own}/logo.svg`])
    assert.equal(isShownPicture(address, own), true, address)
})

test('nothing else is requested', () => {
  const others = [
    '',
    'logo.svg',
    '//pictures.example/a.png',
    '/\\pictures.example/a.png',
    'http://pictures.example/a.png',
  ]
  for (const address of [...others, 'javascript:alert(1)', 'data:image/svg+xml,<svg/>', '/a b.png'])
    assert.equal(isShownPicture(address, own), false, address)
})
