import assert from 'node:assert/strict'
import { test } from 'node:test'
import { takenAtFoot } from './toast-place.ts'

const column = { left: 1064, right: 1424 }
const height = 900
const bar = (top: number, bottom: number, left = 200, right = 1440) => ({ top, bottom, left, right })

test('toasts stay above the bars at the foot of the window, the highest of them', () => {
  assert.equal(takenAtFoot([], column, height), 0)
  assert.equal(takenAtFoot([bar(844, 900)], column, height), 56)
  assert.equal(takenAtFoot([bar(844, 900), bar(820, 864)], column, height), 80)
})

test('a bar in another column, higher up or below the window takes no room', () => {
  assert.equal(takenAtFoot([bar(844, 900, 200, 900)], column, height), 0)
  assert.equal(takenAtFoot([bar(400, 444)], column, height), 0)
  assert.equal(takenAtFoot([bar(910, 960)], column, height), 0)
})
