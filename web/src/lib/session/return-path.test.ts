import assert from 'node:assert/strict'
import { test } from 'node:test'
import { returnPath } from './return-path.ts'

const origin = 'https://gate.example'
const entry = '/token'

test('a visitor returns to the page the guard sent them away from, with its filters', () => {
  assert.equal(returnPath('/log?model_name=gpt-4o&p=2#row-7', origin, entry), '/log?model_name=gpt-4o&p=2#row-7')
})

test('without a page to return to, the console opens at its first page', () => {
  for (const from of [undefined, null, 7, '', 'log', {}]) assert.equal(returnPath(from, origin, entry), entry)
})

test('the sign-in page is never a page to return to', () => {
  assert.equal(returnPath('/login?expired=true', origin, entry), entry)
  assert.equal(returnPath('/setup?code=x', origin, entry), entry)
})

test('no path leads to another site', () => {
  const foreign = [
    'https://elsewhere.example/',
    '//elsewhere.example',
    '/\\elsewhere.example',
    '/\t/elsewhere.example',
    '/.//elsewhere.example',
    '/a/..//elsewhere.example',
    'javascript:alert(1)',
    '//',
  ]
  for (const from of foreign) assert.equal(returnPath(from, origin, entry), entry, from)
})
