import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requestBytes as piecesOf, type RequestHead, UnsendableHeader } from './request-bytes.ts'

const head: RequestHead = { method: 'POST', path: '/v1/chat?a=1', host: 'upstream.example:81', headers: {} }

const requestBytes = (...request: Parameters<typeof piecesOf>): Buffer => Buffer.concat(piecesOf(...request))

test('a request is its line, its headers, its framing and its body', () => {
  const sent = requestBytes({ ...head, headers: { Authorization: 'Bearer a', 'x-name': 'café\t!' } }, '{"text":"漢"}')
  const framing = 'host: upstream.example:81\r\ncontent-length: 14\r\nconnection: keep-alive\r\n\r\n'
  const start = `POST /v1/chat?a=1 HTTP/1.1\r\nAuthorization: Bearer a\r\nx-name: café\t!\r\n${framing}`
  assert.deepEqual(sent, Buffer.concat([Buffer.from(start, 'latin1'), Buffer.from('{"text":"漢"}')]))
  assert.deepEqual(requestBytes(head, Buffer.from('{}')), requestBytes(head, '{}'))
  const long = 'long '.repeat(100_000)
  assert.deepEqual(requestBytes(head, Buffer.from(long)), requestBytes(head, long))
})

test('a request without a body says so where a body is usual', () => {
  const framingOf = (method: RequestHead['method']) =>
    /content-length: \d+/.exec(requestBytes({ ...head, method }).toString())
  assert.equal(framingOf('POST')?.[0], 'content-length: 0')
  assert.equal(framingOf('GET'), null)
  assert.equal(framingOf('DELETE'), null)
})

test('a host of one’s own takes the place of that of the address', () => {
  const sent = requestBytes({ ...head, headers: { Host: 'other.example' } }).toString()
  assert.deepEqual(sent.match(/^host:.*$/gim), ['Host: other.example'])
})

test('a length that is right is sent once, another is refused', () => {
  const sent = requestBytes({ ...head, headers: { 'Content-Length': '4' } }, 'four').toString()
  assert.deepEqual(sent.match(/^content-length:.*$/gim), ['content-length: 4'])
  for (const length of ['5', '4, 4', ' 4', '04'])
    assert.throws(() => requestBytes({ ...head, headers: { 'Content-Length': length } }, 'four'), UnsendableHeader)
})

test('a header that would end early, or frame the request anew, is named and not sent', () => {
  const values = ['a\r\nb: c', 'a\nb', 'a\rb', 'a\0b', '漢', 'a\x7f']
  for (const value of values)
    assert.throws(
      () => requestBytes({ ...head, headers: { 'x-name': value } }),
      (error) => error instanceof UnsendableHeader && error.message === 'x-name',
      JSON.stringify(value),
    )
  const names = [
    '',
    'a b',
    'a:',
    'a\r\nb',
    'ä',
    'Content-Length',
    'Transfer-Encoding',
    'connection',
    'Expect',
    'upgrade',
  ]
  for (const name of names)
    assert.throws(() => requestBytes({ ...head, headers: { [name]: '1' } }), UnsendableHeader, name)
})
