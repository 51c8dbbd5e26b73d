import assert from 'node:assert/strict'
import { test } from 'node:test'
import { redactSide } from './redact-side.ts'
import { redactText, withoutMedia } from './redact-text.ts'

const jwt = `eyJ${'a'.repeat(20)}.${'b'.repeat(40)}.${'c'.repeat(20)}`

test('addresses, telephone and card numbers, keys and tokens are replaced by what they were', () => {
  const found: [text: string, redacted: string][] = [
    ['write to ann.lee+x@mail.example.co.uk, please', 'write to [email], please'],
    ['{"text":"line\\njohn@x.org"}', '{"text":"line\\[email]"}'],
    ['call +44 20 7946 0958 or (415) 555-2671 or 415-555-2671', 'call [phone] or [phone] or [phone]'],
    ['手机 13812345678。', '手机 [phone]。'],
    ['card 4111 1111 1111 1111 or 5500-0000-0000-0004.', 'card [card] or [card].'],
    ['13812345678. Or 415-555-2671.', '[phone]. Or [phone].'],
    ['key sk-proj-abcdefghijkl and ghp_0123456789abcdef', 'key [key] and [key]'],
    [`AIza${'x'.repeat(35)} AKIA0123456789ABCDEF`, '[key] [key]'],
    ['Authorization: Bearer abc.def-123456', 'Authorization: Bearer [token]'],
    [`a token ${jwt} here`, 'a token [token] here'],
  ]
  for (const [text, redacted] of found) assert.equal(redactText(Buffer.from(text).toString('latin1')), latin(redacted))
})

const latin = (text: string) => Buffer.from(text).toString('latin1')

test('times, ids, counts and words stay', () => {
  for (const text of [
    '{"id":"chatcmpl-1234567890","created":1763305908,"usage":{"total_tokens":1234567}}',
    'order 4111 1111 1111 1112', // not a card: its check digit is wrong
    '2026-11-16 15:23:19, 1763305908123 ms, 192.168.10.20, version 1.22.333',
    'ask-me-anything, task-12345678, 3.14159265358979',
    'a @ b, user@localhost',
  ])
    assert.equal(redactText(text), text)
})

test('media are replaced by their kind and size', () => {
  const picture = Buffer.alloc(34 * 1024, 7).toString('base64')
  assert.equal(withoutMedia(`{"url":"data:image/png;base64,${picture}"}`), '{"url":"[image, 34 kB]"}')
  assert.equal(withoutMedia(`{"data":"${picture}"}`), '{"data":"[data, 34 kB]"}')
  const side = (type: string) => ({
    name: 'client_answer' as const,
    headers: { 'content-type': type },
    bytes: Buffer.alloc(0),
    size: 2048,
  })
  assert.equal(redactSide('\x00\xff', side('audio/mpeg')), '[audio, 2 kB]')
  const form =
    '--b\r\nContent-Disposition: form-data; name="file"; filename="a.wav"\r\n\r\nRIFF\xff\xfe\r\n' +
    '--b\r\nContent-Disposition: form-data; name="prompt"\r\n\r\nann@x.org\r\n--b--\r\n'
  const redacted = redactSide(form, side('multipart/form-data; boundary=b'))
  assert.ok(redacted.includes('[file, 8 B]') && redacted.includes('[email]'))
  assert.ok(!redacted.includes('RIFF') && !redacted.includes('ann@'))
})

const events = (pieces: readonly string[]) =>
  pieces
    .map((content) => `data: ${JSON.stringify({ id: 'c1', choices: [{ index: 0, delta: { content } }] })}\n\n`)
    .join('')
const eventSide = {
  name: 'client_answer' as const,
  headers: { 'content-type': 'text/event-stream; charset=utf-8' },
  bytes: Buffer.alloc(0),
  size: 0,
}
const written = (sse: string): string =>
  Buffer.from(sse, 'latin1')
    .toString('utf8')
    .split('\n')
    .filter((line) => line.startsWith('data: {'))
    .map((line) => JSON.parse(line.slice(6)).choices[0].delta.content)
    .join('')

test('what a model writes piece by piece is found over the events', () => {
  const pieces = [
    '写信 to ',
    'an',
    'n.l',
    'ee@exa',
    'mple',
    '.org or',
    ' call +1 415',
    ' 555 26',
    '71, é',
    '\u00e9 bye',
  ]
  const raw = `${latin(events(pieces))}data: [DONE]\n\n`
  const redacted = redactSide(raw, eventSide)
  assert.equal(written(redacted), '写信 to [email] or call [phone], éé bye')
  assert.ok(redacted.endsWith('data: [DONE]\n\n'))
  const plain = latin(events(['写', '信', ' nothing private']))
  assert.equal(redactSide(plain, eventSide), plain, 'events without anything private stay byte for byte')
})

test('so it is in events whose lines end with CR or CRLF, behind a byte-order mark', () => {
  for (const lineEnd of ['\r', '\r\n']) {
    const framed = (pieces: readonly string[]) =>
      latin(`\ufeff${events(pieces)}data: [DONE]\n\n`.replaceAll('\n', lineEnd))
    const redacted = redactSide(framed(['to an', 'n@exam', 'ple.org']), eventSide)
    assert.equal(redacted, framed(['to [email]', '', '']))
  }
})

test('two choices that come in turns are two texts', () => {
  const piece = (index: number, content: string) =>
    `data: ${JSON.stringify({ choices: [{ index, delta: { content } }] })}\n\n`
  const turns = piece(0, 'to ann@') + piece(1, 'nothing ') + piece(0, 'example.org') + piece(1, 'here')
  assert.equal(written(redactSide(turns, eventSide)), 'to [email]nothing here')
})

test('so it is in lines of JSON and in a list of JSON; frames that are no text are left out', () => {
  const ofType = (type: string) => ({ ...eventSide, headers: { 'content-type': type }, size: 3000 })
  const lines = ['write to an', 'n@exam', 'ple.org'].map((content) => JSON.stringify({ message: { content } }))
  const redacted = redactSide(`${lines.join('\n')}\n`, ofType('application/x-ndjson'))
  assert.equal(
    redacted
      .split('\n')
      .map((line) => (line ? JSON.parse(line).message.content : ''))
      .join(''),
    'write to [email]',
  )
  const list = ['call +1 415', ' 555 2671'].map((text) => ({ candidates: [{ content: { parts: [{ text }] } }] }))
  const shown = JSON.parse(redactSide(JSON.stringify(list), ofType('application/json')))
  assert.deepEqual(
    shown.map((each: (typeof list)[0]) => each.candidates[0]?.content.parts[0]?.text),
    ['call [phone]', ''],
  )
  assert.equal(redactSide('{"bytes":"YW5u"}', ofType('application/vnd.amazon.eventstream')), '[data, 3 kB]')
})

test('long hostile texts take no longer than others of their length', { timeout: 60_000 }, () => {
  const length = 256 * 1024
  const fill = (unit: string) => unit.repeat(Math.ceil(length / unit.length))
  const units = [
    'a',
    '1',
    '+1',
    '1 ',
    '1-',
    'a@',
    'a.',
    '@a.',
    '@',
    'sk-',
    'sk_',
    'eyJ',
    'eyJa.',
    'Bearer ',
    'bearer a',
  ]
  const more = [
    '(415) ',
    '138 1234 ',
    'AIza',
    'xoxb',
    '-',
    '.',
    '%',
    'data:image/png;',
    'data:image/png;base64,',
    'A+/\\',
  ]
  for (const unit of [...units, ...more]) {
    const text = fill(unit)
    assert.ok(redactText(withoutMedia(text)).length <= text.length, unit)
    assert.ok(redactSide(events(Array.from({ length: 2000 }, () => unit)), eventSide).length > 0, unit)
  }
})
