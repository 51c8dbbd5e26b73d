import assert from 'node:assert/strict'
import { test } from 'node:test'
import { visibleRows } from './visible-rows.ts'

const rowsAt = (scrolled: number, count = 1000) => visibleRows(scrolled, 900, 36, count)

test('the rows in the window are drawn, and some beyond it', () => {
  assert.deepEqual(rowsAt(-300), { first: 0, end: 40 })
  assert.deepEqual(rowsAt(0), { first: 0, end: 50 })
  assert.deepEqual(rowsAt(18_000), { first: 480, end: 550 })
  assert.deepEqual(rowsAt(36 * 1000 - 900), { first: 950, end: 1000 })
})

test('of higher rows fewer are drawn beyond the window', () => {
  assert.deepEqual(visibleRows(16_000, 900, 160, 250), { first: 96, end: 110 })
})

test('a small scroll changes nothing', () => {
  assert.deepEqual(rowsAt(18_000), rowsAt(18_030))
})

test('a short list is drawn whole, wherever the window is', () => {
  assert.deepEqual(rowsAt(0, 3), { first: 0, end: 3 })
  assert.deepEqual(rowsAt(90_000, 3), { first: 3, end: 3 })
  assert.deepEqual(rowsAt(-90_000, 3), { first: 0, end: 0 })
})
