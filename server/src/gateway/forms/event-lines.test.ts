import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventLines } from './event-lines.ts'

const shown = (text: string) => eventLines(Buffer.from(text)).toString()

test('events and data pass byte by byte, also as CRLF, in several lines and in any script', () => {
  for (const text of [
    'data: {"a":1}\n\n',
    'event: ping\ndata: {"type":"ping"}\n\n',
    'event: x\r\ndata: 一\r\ndata: 二\r\n\r\n',
    '{"error":"bare"}\n\n',
    'data: [DONE]',
    'event: x\rdata: 1\r\r',
    '\ndata: 1\r\n\r',
  ])
    assert.equal(shown(text), text)
  const raw = Buffer.from('data: 1\n\n')
  assert.equal(eventLines(raw), raw, 'and nothing is copied')
})

test('ids, retry times, comments and unknown fields of the upstream do not', () => {
  assert.equal(shown('id: sk-secret\ndata: 1\n\n'), 'data: 1\n\n')
  assert.equal(shown(': served by 10.0.0.7\nevent: a\nretry: 9\ndata: 数\n\n'), 'event: a\ndata: 数\n\n')
  assert.equal(shown('data: 1\r\nid: 7\r\n\r\n'), 'data: 1\r\n\r\n')
})

test('lines that end with CR are told apart', () => {
  assert.equal(shown('data: 1\rid: sk-secret\rdata: 2\r\r'), 'data: 1\ndata: 2\n\n')
  assert.equal(shown('id: sk-secret\rdata: 1\r\r'), 'data: 1\n\n')
  assert.equal(shown('data: 1\r: served by 10.0.0.7\n\n'), 'data: 1\n\n', 'the blank line stays one')
})
