import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blankAfter, mostDecimals } from './decimal-places.ts'

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
