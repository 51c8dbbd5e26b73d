import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MalformedResponse, type ResponseHead } from './response-head.ts'
import { ResponseReader } from './response-reader.ts'

function read(text: string) {
  const heads: ResponseHead[] = []
  let body = ''
  const parts = {
    head: (head: ResponseHead) => void heads.push(head),
    data(chunk: Buffer) {
      body += chunk.toString('latin1')
    },
  }
  const reader = new ResponseReader(parts)
  reader.read(Buffer.from(text, 'latin1'))
  return { head: heads[0], body, isComplete: reader.isComplete, hasExcess: reader.hasExcess }
}
const times = (count: number, text: string) => Array.from({ length: count }, () => text)
const ok = (...headers: string[]) => `HTTP/1.1 200 OK\r\n${headers.map((header) => `${header}\r\n`).join('')}\r\n`

test('headers have small letters, and one that comes twice is a list', () => {
  const { head } = read(ok('Set-Cookie: a', 'X-One:  1 ', 'set-cookie: b', 'SET-COOKIE: c', '__proto__: x'))
  assert.deepEqual(Object.entries(head?.headers ?? {}), [
    ['set-cookie', ['a', 'b', 'c']],
    ['x-one', '1'],
    ['__proto__', 'x'],
  ])
})

test('what is no response, or could be read in two ways, is refused', () => {
  const refused = [
    'SSH-2.0-OpenSSH\r\n',
    'HTTP/2 200\r\n\r\n',
    'HTTP/1.1 099 Early\r\n\r\n',
    'HTTP/1.1 2000 OK\r\n\r\n',
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n',
    'HTTP/1.1 103 Early\r\nConnection: close\r\n\r\n',
    'HTTP/1.1 200 OK\nContent-Length: 1\n\n\r\n\r\n',
    ok('Content-Length: 1', 'Content-Length: 1'),
    ok('Content-Length: 1, 1'),
    ok('Content-Length: -1'),
    ok('Content-Length: +1'),
    ok('Content-Length: 0x1'),
    ok('Content-Length: 1 1'),
    ok('Content-Length:'),
    ok('Content-Length: 9999999999999999'),
    ok('Content-Length: 1', 'Transfer-Encoding: chunked'),
    ok('Transfer-Encoding: gzip, chunked'),
    ok('Transfer-Encoding: identity'),
    ok('Transfer-Encoding: chunked', 'Transfer-Encoding: chunked'),
    ok('Content-Length : 1'),
    ok('x-folded: a', ' b'),
    ok('x-name: a\0b'),
    ok('x-name: a\rb'),
    ok('x-name: a\nb'),
    ok('no colon'),
    ok(': no name'),
    ok(`x-long: ${'a'.repeat(17_000)}`),
    `HTTP/1.1 200 OK\r\nx-long: ${'a'.repeat(17_000)}`,
  ]
  for (const text of refused) assert.throws(() => read(text), MalformedResponse, JSON.stringify(text.slice(0, 80)))
})

test('a chunk that could be read in two ways is refused', () => {
  const refused = [
    '-1\r\n',
    '+1\r\n',
    '0x1\r\n',
    ' 1\r\n',
    '1 \r\n',
    '\r\n',
    'g\r\n',
    '1\na',
    '1\r\r',
    '1\r\nab',
    '1\r\na\n',
    '1\r\na\r\r',
    '1;\r\n',
    '1;a=\r\n',
    '1;a="b\r\n',
    '1;a\nb\r\n',
    `1;${'a'.repeat(17_000)}`,
    '10000000000000\r\n',
    '0\r\nno colon\r\n\r\n',
    '0\r\na: b\n\r\n\r\n',
    '0\r\ncontent-length: 1\r\n\r\n',
    `0\r\na: ${'b'.repeat(17_000)}`,
  ]
  for (const text of refused)
    assert.throws(
      () => read(ok('Transfer-Encoding: chunked') + text),
      MalformedResponse,
      JSON.stringify(text.slice(0, 80)),
    )
})

test('a response has eight interim ones, a hundred headers and 64 kB beside its body at most', () => {
  const early = (...headers: string[]) => ok(...headers).replace('200 OK', '103 Early Hints')
  const long = `x-long: ${'a'.repeat(15_000)}`
  const chunk = `1;${'a'.repeat(15_000)}\r\na\r\n`
  const chunked = 'Transfer-Encoding: chunked'
  const cases: [within: string, beyond: string][] = [
    [early().repeat(8) + ok('Content-Length: 0'), early().repeat(9) + ok('Content-Length: 0')],
    [ok(...times(99, 'a: b'), 'Content-Length: 0'), ok(...times(100, 'a: b'), 'Content-Length: 0')],
    [
      early(...times(40, 'a: b')) + ok(...times(59, 'a: b'), 'Content-Length: 0'),
      early(...times(40, 'a: b')) + ok(...times(60, 'a: b'), 'Content-Length: 0'),
    ],
    [
      `${ok(...times(49, 'a: b'), chunked)}0\r\n${'a: b\r\n'.repeat(50)}\r\n`,
      `${ok(...times(49, 'a: b'), chunked)}0\r\n${'a: b\r\n'.repeat(51)}\r\n`,
    ],
    [early(long).repeat(3) + ok(long, 'Content-Length: 0'), early(long).repeat(4) + ok(long, 'Content-Length: 0')],
    [`${ok(chunked)}${chunk.repeat(4)}0\r\n\r\n`, `${ok(chunked)}${chunk.repeat(5)}0\r\n\r\n`],
    [
      `${early(long)}${ok(chunked, long)}${chunk}0\r\n${long}\r\n\r\n`,
      `${early(long)}${ok(chunked, long)}${chunk.repeat(2)}0\r\n${long}\r\n\r\n`,
    ],
  ]
  for (const [within, beyond] of cases) {
    assert.ok(read(within).isComplete, within.slice(0, 80))
    assert.throws(() => read(beyond), MalformedResponse, beyond.slice(0, 80))
  }
})

test('a line is refused as soon as it has ended', () => {
  const begun = [
    'HTTP/1.1 200 OK\n',
    'HTTP/1.1 200 OK\r\na: b\n',
    'HTTP/1.1 200 OK\r\nno colon\r\n',
    `${ok('Transfer-Encoding: chunked')}1;a\n`,
    `${ok('Transfer-Encoding: chunked')}0\r\n\n`,
    `${ok('Transfer-Encoding: chunked')}0\r\na: b\n`,
  ]
  for (const text of begun) assert.throws(() => read(text), MalformedResponse, JSON.stringify(text))
})

test('chunks that arrive together are passed on together, also before one that is refused', () => {
  const pieces: string[] = []
  const reader = new ResponseReader({ head() {}, data: (piece) => void pieces.push(piece.toString()) })
  reader.read(Buffer.from(`${ok('Transfer-Encoding: chunked')}1\r\na\r\n2\r\nbc\r\n3\r\nd`))
  reader.read(Buffer.from('ef\r\n'))
  assert.throws(() => reader.read(Buffer.from('1\r\ng\r\n1\r\nh\r\nno size')), MalformedResponse)
  assert.deepEqual(pieces, ['abcd', 'ef', 'gh'])
})

test('a response is complete with its last byte, and what follows is not part of it', () => {
  const cases = [
    { text: `${ok('Content-Length: 2')}o`, isComplete: false, hasExcess: false, body: 'o' },
    { text: `${ok('Content-Length: 2')}ok`, isComplete: true, hasExcess: false, body: 'ok' },
    { text: `${ok('Content-Length: 2')}okHTTP/1.1`, isComplete: true, hasExcess: true, body: 'ok' },
    { text: `${ok('Content-Length: 0')}`, isComplete: true, hasExcess: false, body: '' },
    { text: `${ok('Transfer-Encoding: chunked')}2\r\nok\r\n0\r\n\r`, isComplete: false, hasExcess: false, body: 'ok' },
    { text: `${ok('Transfer-Encoding: chunked')}2\r\nok\r\n0\r\n\r\n`, isComplete: true, hasExcess: false, body: 'ok' },
    { text: `${ok('Transfer-Encoding: chunked')}2\r\nok\r\n0\r\n\r\n0`, isComplete: true, hasExcess: true, body: 'ok' },
    { text: 'HTTP/1.1 204 No Content\r\n\r\nx', isComplete: true, hasExcess: true, body: '' },
    { text: `${ok()}until the end`, isComplete: false, hasExcess: false, body: 'until the end' },
  ]
  for (const { text, ...expected } of cases) {
    const { head: _, ...found } = read(text)
    assert.deepEqual(found, expected, text)
  }
})

test('a connection is kept as long as the upstream keeps it, less a margin', () => {
  const idleMs = (...headers: string[]) => read(ok('Content-Length: 0', ...headers)).head?.idleMs
  assert.equal(idleMs(), 4000)
  assert.equal(idleMs('Connection: keep-alive', 'Keep-Alive: timeout=72'), 70_000)
  assert.equal(idleMs('Connection: Keep-Alive', 'Keep-Alive: max=100, timeout=5'), 3000)
  assert.equal(idleMs('Keep-Alive: timeout=1'), 0)
  assert.equal(idleMs('Keep-Alive: timeout=999999'), 600_000)
  assert.equal(idleMs('Keep-Alive: max=5'), 4000)
  assert.equal(idleMs('Connection: close'), 0)
  assert.equal(idleMs('Connection: close', 'Connection: keep-alive'), 0)
  assert.equal(read('HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 0\r\n\r\n').head?.idleMs, 0)
})
