import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MalformedResponse } from '../http/response-head.ts'
import { ConnectResponse } from './connect-response.ts'

/** The status after these bytes, in one piece and byte by byte: 0 where the head has not ended. */
function read(text: string): number {
  const bytes = Buffer.from(text, 'latin1')
  const whole = new ConnectResponse()
  whole.read(bytes)
  const dripped = new ConnectResponse()
  for (const at of bytes.keys()) dripped.read(bytes.subarray(at, at + 1))
  assert.equal(dripped.status, whole.status)
  return whole.status
}

const accepted: Record<string, [text: string, status: number]> = {
  'a tunnel': ['HTTP/1.1 200 Connection established\r\n\r\n', 200],
  'a tunnel of an old proxy': ['HTTP/1.0 200 Connection established\r\nProxy-agent: tinyproxy\r\n\r\n', 200],
  'any successful status': ['HTTP/1.1 204\r\n\r\n', 204],
  'a length, which a tunnel does not have': ['HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n', 200],
  'a coding, which a tunnel does not have': ['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n', 200],
  'an interim response': ['HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n\r\n', 200],
  'a refusal, whose body is not read': ['HTTP/1.1 407 No\r\nContent-Length: 2\r\n\r\nno', 407],
  'half a head': ['HTTP/1.1 200 OK\r\nServer:', 0],
}
for (const [what, [text, status]] of Object.entries(accepted))
  test(`${what} is read`, () => {
    assert.equal(read(text), status)
  })

const malformed: Record<string, string> = {
  'bytes after a tunnel was opened': 'HTTP/1.1 200 OK\r\n\r\nx',
  'the body that a length announced': 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello',
  'another protocol': 'SSH-2.0-OpenSSH\r\n',
  'a switched protocol': 'HTTP/1.1 101 Switching Protocols\r\n\r\n',
  'a status below 100': 'HTTP/1.1 099 Odd\r\n\r\n',
  'two lengths': 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\nContent-Length: 0\r\n\r\n',
  'a length beside a coding': 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\nTransfer-Encoding: chunked\r\n\r\n',
  'lines without CR': 'HTTP/1.1 200 OK\n\n',
  'a folded header': 'HTTP/1.1 200 OK\r\na: b\r\n c\r\n\r\n',
  'a head of 64 kB': `HTTP/1.1 200 OK\r\n${'a: b\r\n'.repeat(11_000)}\r\n`,
  'a line of 64 kB': `HTTP/1.1 200 OK\r\na: ${'b'.repeat(64_000)}`,
  'interim responses without end': 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(9),
}
for (const [what, text] of Object.entries(malformed))
  test(`${what}: the response is refused`, () => {
    const response = new ConnectResponse()
    assert.throws(() => response.read(Buffer.from(text, 'latin1')), MalformedResponse)
    assert.throws(() => {
      const dripped = new ConnectResponse()
      for (const byte of Buffer.from(text, 'latin1')) dripped.read(Buffer.from([byte]))
    }, MalformedResponse)
  })
