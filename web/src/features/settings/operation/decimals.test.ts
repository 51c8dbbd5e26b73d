import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blankAfter, mostDecimals, readDecimal } from './decimals.ts'

test('numbers are read however people write them', () => {
  const spellings: [typed: string, text: string][] = [
    ['0', '0'],
    ['0.0', '0'],
    ['00.50', '0.5'],
    ['.5', '0.5'],
    ['3.', '3'],
    ['$0.75', '0.75'],
    [' $ 1,250.50 ', '1250.5'],
    ['1000000', '1000000'],
    ['0.000001', '0.000001'],
  ]
  for (const [typed, text] of spellings) assert.deepEqual(readDecimal(typed), { text }, typed)
})

test('what is no number, and what cannot be charged, is told apart', () => {
  for (const typed of ['', ' ', 'abc', '1x', '-1', '1e3', '.', '$', '1.2.3', '½'])
    assert.deepEqual(readDecimal(typed), { problem: 'number' }, typed)
  for (const typed of ['1000001', '0.0000001', '1.2345678'])
    assert.deepEqual(readDecimal(typed), { problem: 'range' }, typed)
})

test('the points of numbers stand below each other', () => {
  const column = ['2.50', '0.273972', '10']
  const most = mostDecimals(column)
  assert.equal(most, 6)
  assert.deepEqual(
    column.map((text) => Number(blankAfter(text, most).toFixed(2))),
    [2.4, 0, 3.8],
  )
  assert.equal(mostDecimals(['1', '']), 0)
  assert.equal(blankAfter('1', 0), 0)
})
