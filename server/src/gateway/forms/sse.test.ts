import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createEventReader, createFrameReader, createLineReader } from './sse.ts'
import { EventTooLong } from './unfinished-bytes.ts'

const read = (text: string, size = text.length) => {
  const reader = createEventReader()
  const bytes = Buffer.from(text)
  const events = []
  for (let at = 0; at < bytes.length; at += size) events.push(...reader.push(bytes.subarray(at, at + size)))
  return [...events, ...reader.end()]
}

const stream = [
  ': a comment\n\n',
  'data: {"a":"你好 🛣️"}\n\n',
  'data:{"b":2}\r\n\r\n',
  'event: message_start\ndata: one\ndata: two\n\n',
  'id: 7\nretry: 10\ndata: [DONE]\n\n',
].join('')
const events = [
  { data: '{"a":"你好 🛣️"}' },
  { data: '{"b":2}' },
  { event: 'message_start', data: 'one\ntwo' },
  { data: '[DONE]' },
]

test('events are the same however the bytes are cut', () => {
  for (let size = 1; size <= Buffer.byteLength(stream); size++)
    assert.deepEqual(read(stream, size), events, `cut at ${size}`)
})

test('the last event counts even without its blank line', () => {
  assert.deepEqual(read('data: 1\n\ndata: 2'), [{ data: '1' }, { data: '2' }])
  assert.deepEqual(read('data: 1\n\ndata: 2\n'), [{ data: '1' }, { data: '2' }])
})

test('a bare JSON line is data', () => {
  assert.deepEqual(read('{"error":"no"}\n\n'), [{ data: '{"error":"no"}' }])
})

test('frames put together are the bytes that came in', () => {
  for (const size of [1, 7, 64, 1000]) {
    const reader = createFrameReader()
    const bytes = Buffer.from(stream)
    const raw: Buffer[] = []
    for (let at = 0; at < bytes.length; at += size)
      raw.push(...reader.push(bytes.subarray(at, at + size)).map((frame) => frame.raw))
    assert.equal(Buffer.concat(raw).toString(), stream)
  }
})

test('an endless event is given up', () => {
  const reader = createEventReader(1000)
  assert.throws(() => {
    for (let i = 0; i < 1000; i++) reader.push(Buffer.from('data: xxxxxxxxxxxx'))
  }, EventTooLong)
})

// Copying the whole event for every piece would take hours.
for (const [kind, create] of [
  ['an event', createFrameReader],
  ['a line', createLineReader],
] as const)
  test(`${kind} of 48 MiB in pieces of 256 bytes is read in one pass`, { timeout: 60_000 }, () => {
    const reader = create()
    const [piece, count] = [Buffer.alloc(256, 'x'), (48 * 1024 * 1024) / 256]
    assert.deepEqual(reader.push(Buffer.from('data: ')), [])
    for (let i = 0; i < count; i++) assert.deepEqual(reader.push(piece).length, 0)
    const [frame, ...others] = [...reader.push(Buffer.from('\n')), ...reader.push(Buffer.from('\n'))]
    assert.equal(frame?.event?.data.replace('data: ', '').length, 256 * count)
    assert.ok(others.every(({ event }) => event === undefined))
  })

test('lines of JSON are one event each, blank ones none', () => {
  const text = '{"a":1}\n\r\n{"b":"é"}\n{"c":3}'
  for (let size = 1; size <= Buffer.byteLength(text); size++) {
    const reader = createLineReader()
    const bytes = Buffer.from(text)
    const found = []
    for (let at = 0; at < bytes.length; at += size) found.push(...reader.push(bytes.subarray(at, at + size)))
    found.push(...reader.end())
    assert.deepEqual(
      found.flatMap(({ event }) => event?.data ?? []),
      ['{"a":1}', '{"b":"é"}', '{"c":3}'],
    )
  }
})
