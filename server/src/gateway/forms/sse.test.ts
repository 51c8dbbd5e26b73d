import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EventBytes } from '../plain-events/event-bytes.ts'
import { createEventReader, createFrameReader, createLineReader, type Frame } from './sse.ts'
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

/** Both readers of frames: all that a piece completes, and one at a time. */
const frameReaders: Record<string, () => { push(piece: Buffer): Frame[]; end(): Frame[] }> = {
  createFrameReader,
  EventBytes: () => {
    const source = new EventBytes(1_000_000)
    const takeAll = () => {
      const frames: Frame[] = []
      for (let frame = source.next(); frame; frame = source.next()) frames.push(frame)
      return frames
    }
    return {
      push(piece) {
        source.push(piece)
        return takeAll()
      },
      end() {
        source.end()
        return takeAll()
      },
    }
  },
}

for (const [name, create] of Object.entries(frameReaders)) {
  const dataIn = (frames: Frame[]) => frames.flatMap(({ event }) => event?.data ?? [])
  const framesOf = (bytes: Buffer, size: number) => {
    const reader = create()
    const frames: Frame[] = []
    for (let at = 0; at < bytes.length; at += size) frames.push(...reader.push(bytes.subarray(at, at + size)))
    return [...frames, ...reader.end()]
  }

  test(`${name}: lines may end with LF, CR or CRLF, and these may be mixed`, () => {
    for (const text of [
      stream.replaceAll(/\r?\n/g, '\r'),
      stream.replaceAll(/\r?\n/g, '\r\n'),
      'data: 1\r\rdata: 2\r\n\rdata: 3\n\rdata: 4\r\r\ndata: 5\n\r\ndata: 6\r\n\ndata: 7\r\n\r\n\r\n\rdata: 8\r',
      'data: one\rdata: two\n: comment\r\ndata: three\r\r',
    ]) {
      const bytes = Buffer.from(text)
      const whole = framesOf(bytes, bytes.length)
      for (let size = 1; size < bytes.length; size++) assert.deepEqual(framesOf(bytes, size), whole, `cut at ${size}`)
      if (text.includes('data: 8')) assert.deepEqual(dataIn(whole), ['1', '2', '3', '4', '5', '6', '7', '8'])
      else if (text.includes('three')) assert.deepEqual(dataIn(whole), ['one\ntwo\nthree'])
      else assert.deepEqual(whole.map(({ event }) => event).filter(Boolean), events)
      const raw = Buffer.concat(whole.map((frame) => frame.raw)).toString()
      assert.ok(raw.startsWith(text), 'and the frames put together are the bytes that came in')
    }
  })

  test(`${name}: an event that two CRs end is read before more bytes come, and an LF after them adds nothing`, () => {
    const reader = create()
    assert.deepEqual(dataIn(reader.push(Buffer.from('data: 1\r\r'))), ['1'])
    assert.deepEqual(dataIn(reader.push(Buffer.from('\ndata: 2\r\r'))), ['2'])
    assert.deepEqual(dataIn(reader.push(Buffer.from('data: 3\r\n\r'))), [], 'an LF is likely to follow')
    assert.deepEqual(dataIn(reader.push(Buffer.from('\n'))), ['3'])
    assert.deepEqual(reader.end(), [])
  })

  test(`${name}: a byte-order mark before the first event is dropped, one elsewhere stays`, () => {
    const mark = Buffer.from([0xef, 0xbb, 0xbf])
    const first = Buffer.from('data: {"a":1}\n\n')
    for (const rest of [first, Buffer.concat([first, Buffer.from('data: '), mark, Buffer.from('2\n\n')])]) {
      const bytes = Buffer.concat([mark, rest])
      for (let size = 1; size <= bytes.length; size++)
        assert.deepEqual(framesOf(bytes, size), framesOf(rest, rest.length), `cut at ${size}`)
    }
    for (let length = 1; length < mark.length; length++) {
      const bytes = Buffer.concat([mark.subarray(0, length), Buffer.from('x\ndata: 1\n\n')])
      const [frame, ...others] = framesOf(bytes, 1)
      assert.deepEqual(frame, { raw: bytes, event: { data: '1' } }, 'the beginning of a mark is no mark')
      assert.deepEqual(others, [])
    }
  })
}

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
