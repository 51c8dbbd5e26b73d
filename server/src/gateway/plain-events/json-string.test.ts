import assert from 'node:assert/strict'
import { test } from 'node:test'
import { measureString } from './json-string.ts'

const measured = (json: string | Buffer) => {
  const into = { start: 0, end: 0, bytes: 0, length: 0 }
  const bytes = Buffer.concat([Buffer.from('"'), Buffer.from(json), Buffer.from('" and more')])
  return measureString(bytes, 1, into) ? into : undefined
}

test('a string is measured as its text is', () => {
  for (const json of [
    '',
    'plain',
    'é漢🛣️',
    '\\n\\"\\\\\\/',
    '\\u0041\\u00e9\\u6f22',
    '\\ud83d\\ude00',
    '\\ud83d',
    '\\ude00\\ud83d',
    '\\ud83d\\u0041',
  ]) {
    const text = JSON.parse(`"${json}"`) as string
    const end = 1 + Buffer.byteLength(json)
    assert.deepEqual(measured(json), { start: 1, end, bytes: Buffer.byteLength(text), length: text.length }, json)
  }
})

test('what no parser takes, or takes in another way, is not measured', () => {
  for (const json of ['\\x', '\\u12', '\n', '\t']) assert.equal(measured(json), undefined, json)
  for (const bytes of [[0xff], [0xc3], [0xed, 0xa0, 0x80], [0xe0, 0x80, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xc0, 0x80]])
    assert.equal(measured(Buffer.from(bytes)), undefined, bytes.join())
  const into = { start: 0, end: 0, bytes: 0, length: 0 }
  assert.equal(measureString(Buffer.from('"no end'), 1, into), false)
})
