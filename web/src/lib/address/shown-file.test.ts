import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openedFile, shownFile } from './shown-file.ts'

const isAllowed = () => true
const page = { origin: 'http://10.0.0.5:3000', serverAddress: 'http://localhost:3000', isAllowed }

test('a file over https is shown as it is, one over http is not', () => {
  assert.equal(shownFile('https://cdn.example/a.png?x=1', page), 'https://cdn.example/a.png?x=1')
  assert.equal(shownFile('http://cdn.example/a.png', page), undefined)
  for (const address of ['', 'nonsense', 'javascript:alert(1)', 'data:text/html,x', '//cdn.example/a.png'])
    assert.equal(shownFile(address, page), undefined, address)
})

test('a file of this server is requested from the origin of the page, whatever the configured address', () => {
  assert.equal(shownFile('http://localhost:3000/mj/image/7?rand=1', page), '/mj/image/7?rand=1')
  assert.equal(shownFile('http://10.0.0.5:3000/mj/image/7', page), 'http://10.0.0.5:3000/mj/image/7')
  const https = { origin: 'https://gw.example', serverAddress: 'https://gw.example', isAllowed }
  assert.equal(shownFile('https://gw.example/mj/image/7', https), 'https://gw.example/mj/image/7')
  assert.equal(
    shownFile('https://cdn.example/a.png', { origin: 'https://gw.example', serverAddress: '', isAllowed }),
    'https://cdn.example/a.png',
  )
})

test('a file of a site that the policy does not name is not shown', () => {
  const strict = { ...page, isAllowed: (address: string) => address.startsWith('https://cdn.example/') }
  assert.equal(shownFile('https://cdn.example/a.png', strict), 'https://cdn.example/a.png')
  assert.equal(shownFile('https://other.example/a.png', strict), undefined)
  assert.equal(shownFile('http://localhost:3000/mj/image/7', strict), '/mj/image/7')
})

test('only addresses of the web become links', () => {
  assert.equal(openedFile('http://cdn.example/a.mp3'), 'http://cdn.example/a.mp3')
  for (const address of ['', 'javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd'])
    assert.equal(openedFile(address), undefined, address)
})
