import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPriority, readTagWeight, readWeight } from './read-number.ts'

const words = { notWhole: 'not whole', tooLow: 'too low' }
const number = (value: number) => ({ kind: 'number', value })
const refused = (why: string) => ({ kind: 'refused', why })

test('a priority is a whole number of at least -999', () => {
  assert.deepEqual(readPriority('-999', words), number(-999))
  assert.deepEqual(readPriority('+7', words), number(7))
  assert.deepEqual(readPriority('-1000', words), refused('too low'))
  for (const text of ['1.5', 'x', '1e3', '--1', '9999999999999999', '١'])
    assert.deepEqual(readPriority(text, words), refused('not whole'), text)
})

test('an empty field changes nothing', () => {
  for (const read of [readPriority, readWeight, readTagWeight]) assert.deepEqual(read('', words), { kind: 'nothing' })
})

test('a weight below nought becomes nought, but is refused for a whole tag', () => {
  assert.deepEqual(readWeight('-5', words), number(0))
  assert.deepEqual(readTagWeight('-5', words), refused('not whole'))
  assert.deepEqual(readTagWeight('5', words), number(5))
  for (const read of [readWeight, readTagWeight]) assert.deepEqual(read('0.5', words), refused('not whole'))
})
