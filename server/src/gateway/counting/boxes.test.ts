import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boxesIn } from './boxes.ts'

const typesIn = (hex: string) => {
  const bytes = Buffer.from(hex.replaceAll(' ', ''), 'hex')
  return [...boxesIn(bytes, 0, bytes.length)].map(({ type, start, end }) => [type, start, end])
}

test('boxes lie side by side, with short lengths or long ones', () => {
  assert.deepEqual(typesIn('0000000a 66726565 0102  00000001 6d646174 0000000000000012 0102  00000008 66726565'), [
    ['free', 8, 10],
    ['mdat', 26, 28],
    ['free', 36, 36],
  ])
})

test('a box of length zero goes to the end, and one cut short ends where the bytes do', () => {
  assert.deepEqual(typesIn('00000000 6d646174 01020304'), [['mdat', 8, 12]])
  assert.deepEqual(typesIn('000000ff 6d646174 01020304'), [['mdat', 8, 12]])
})

test('a length shorter than the head of a box ends the reading', () => {
  const free = '00000008 66726565'
  assert.deepEqual(typesIn(`${free} 00000003 66726565 ${free}`), [['free', 8, 8]])
  assert.deepEqual(typesIn(`${free} 00000001 66726565 0000000000000003 ${free}`), [['free', 8, 8]])
})
