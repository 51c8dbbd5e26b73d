import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAt, measureString } from './json-string.ts'

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

test('bytes lie where all of them are the same, however many they are', () => {
  const bytes = Buffer.from(Array.from({ length: 400 }, (_, index) => index % 251))
  for (const length of [0, 1, 127, 128, 129, 300])
    for (const at of [0, 7, bytes.length - length]) {
      const part = Buffer.from(bytes.subarray(at, at + length))
      assert.ok(isAt(bytes, at, part), `${length} at ${at}`)
      assert.ok(!isAt(bytes, bytes.length - length + 1, part), `${length} beyond the end`)
      for (const different of new Set([0, length - 1].filter((index) => index >= 0 && index < length))) {
        const other = Buffer.from(part)
        other[different] = (other[different] ?? 0) + 1
        assert.ok(!isAt(bytes, at, other), `${length} at ${at}, byte ${different} differs`)
      }
    }
})
