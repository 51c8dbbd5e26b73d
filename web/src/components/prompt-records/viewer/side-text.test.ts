import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bytesOf, hexOf, placesOf, readable, sizeText, spokenIn, textOf } from './side-text.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

test('bytes are a text, also when the last letter is cut, or none', () => {
  assert.equal(textOf(bytesOf({ bytes: btoa('plain') })), 'plain')
  assert.equal(textOf(bytes('中文').subarray(0, 5)), '中')
  assert.equal(textOf(Uint8Array.from([0xff, 0xfe, 0x00, 0x41, 0x42, 0x43])), undefined)
})

test('JSON is indented, events stand apart, and what is neither stays', () => {
  assert.equal(readable('{"a":[1]}', 'application/json'), '{\n  "a": [\n    1\n  ]\n}')
  assert.equal(readable('{"a":[1', 'application/json'), '{"a":[1')
  assert.equal(
    readable('event: delta\ndata: {"a":1}\n\n: ping\n\ndata: [DONE]\n\n', 'text/event-stream; charset=utf-8'),
    'event: delta\n{\n  "a": 1\n}\n\n: ping\n\n[DONE]',
  )
})

test('what a model wrote is read over its events', () => {
  const event = (content: string) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`
  assert.equal(spokenIn(`${event('good ')}${event('day')}data: [DONE]\n\n`, 'text/event-stream'), 'good day')
  assert.equal(spokenIn('data: {"type":"x","delta":{"text":"hi"}}\r\n\r\ndata: {"cut', 'text/event-stream'), 'hi')
  const pieces = [
    '{"type":"response.output_text.delta","delta":"yes"}',
    '{"type":"response.output_text.done","text":"yes"}',
  ]
  assert.equal(spokenIn(pieces.map((data) => `data: ${data}\n\n`).join(''), 'text/event-stream'), 'yes')
  assert.equal(spokenIn('{"content":"whole"}', 'application/json'), '')
})

test('hex shows the position, the bytes and their letters', () => {
  assert.equal(hexOf(bytes('AB\n')), `000000  41 42 0a${' '.repeat(39)}  AB.`)
  assert.equal(hexOf(new Uint8Array(17)).split('\n')[1], `000010  00${' '.repeat(45)}  .`)
})

test('a word is found in any letter case, and not within itself', () => {
  assert.deepEqual(placesOf('aAaa b', 'aa'), [0, 2])
  assert.deepEqual(placesOf('text', ''), [])
})

test('sizes', () => assert.deepEqual([sizeText(1023), sizeText(34_816)], ['1023 B', '34.0 kB']))
