import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EventTooLong } from '../../forms/unfinished-bytes.ts'
import { CorruptEventStream, createEventStreamReader, type EventMessage } from './event-stream.ts'
import { messageOf } from './testing.ts'

const bare = Buffer.from('0000001E00000000BAF2F68A7B22666F6F223A2022626172227DAE7258E4', 'hex')
const chunk = Buffer.from(
  'AAAAhwAAAEuH6ivzCzpldmVudC10eXBlBwAFY2h1bmsNOmNvbnRlbnQtdHlwZQcAEGFwcGxpY2F0aW9uL2pzb24NOm1lc3NhZ2UtdHlwZQcABWV2ZW50eyJieXRlcyI6ImV5SjBlWEJsSWpvaWJXVnpjMkZuWlY5emRHOXdJbjA9In26SKsi',
  'base64',
)
const exception = Buffer.from(
  'AAAAkAAAAGGOkam3DzpleGNlcHRpb24tdHlwZQcAE3Rocm90dGxpbmdFeGNlcHRpb24NOmNvbnRlbnQtdHlwZQcAEGFwcGxpY2F0aW9uL2pzb24NOm1lc3NhZ2UtdHlwZQcACWV4Y2VwdGlvbnsibWVzc2FnZSI6IlRvbyBtYW55IHJlcXVlc3RzIn3mf4AF',
  'base64',
)
const plain = (messages: Iterable<EventMessage>) =>
  [...messages].map(({ headers, payload }) => ({ headers, payload: payload.toString() }))
const read = (...pieces: Buffer[]) => {
  const reader = createEventStreamReader()
  return pieces.flatMap((piece) => plain(reader.push(piece)))
}
const bytesOf = (bytes: Buffer) => Array.from(bytes, (_, at) => bytes.subarray(at, at + 1))

test('a message without headers is its payload', () => {
  assert.deepEqual(read(bare), [{ headers: {}, payload: '{"foo": "bar"}' }])
})

test('one byte at a time gives the same single message', () => {
  assert.deepEqual(read(...bytesOf(bare)), read(bare))
})

test('any byte that is changed is noticed', () => {
  for (const at of bare.keys()) {
    const changed = Buffer.from(bare)
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
    assert.throws(() => read(changed), CorruptEventStream, `byte ${at}`)
  }
})

test('messages of the real service are read, several at once and in any pieces', () => {
  const expected = [
    {
      headers: { ':event-type': 'chunk', ':content-type': 'application/json', ':message-type': 'event' },
      payload: '{"bytes":"eyJ0eXBlIjoibWVzc2FnZV9zdG9wIn0="}',
    },
    {
      headers: {
        ':exception-type': 'throttlingException',
        ':content-type': 'application/json',
        ':message-type': 'exception',
      },
      payload: '{"message":"Too many requests"}',
    },
  ]
  const both = Buffer.concat([chunk, exception])
  assert.deepEqual(read(both), expected)
  assert.deepEqual(read(...bytesOf(both)), expected)
  assert.deepEqual(read(both.subarray(0, 130), both.subarray(130, 200), both.subarray(200)), expected)
})

test('headers of all types are skipped but for texts', () => {
  const values: [type: number, value: string][] = [
    [0, ''],
    [1, ''],
    [2, '01'],
    [3, '0102'],
    [4, '01020304'],
    [5, '0102030405060708'],
    [6, '0002abcd'],
    [8, '0102030405060708'],
    [9, '000102030405060708090a0b0c0d0e0f'],
  ]
  const extra = Buffer.concat(
    values.map(([type, value]) =>
      Buffer.concat([Buffer.from([1]), Buffer.from('h'), Buffer.from([type]), Buffer.from(value, 'hex')]),
    ),
  )
  assert.deepEqual(read(messageOf({ a: 'b' }, {}, extra)), [{ headers: { a: 'b' }, payload: '{}' }])
})

test('headers that end early, and types that do not exist, are noticed', () => {
  for (const headers of ['0568', '016107000a61', '01610a', '0161'])
    assert.throws(() => read(messageOf({}, {}, Buffer.from(headers, 'hex'))), CorruptEventStream, headers)
})

test('a message longer than the limit is refused before it has come', () => {
  const reader = createEventStreamReader(100)
  assert.throws(() => [...reader.push(chunk.subarray(0, 12))], EventTooLong)
})
