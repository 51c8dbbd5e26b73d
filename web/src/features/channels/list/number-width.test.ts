import assert from 'node:assert/strict'
import { test } from 'node:test'
import { widthFor } from './number-width.ts'

test('a column is as wide as its title, and wider for figures that need it', () => {
  const room = { least: 64, padding: 24 }
  assert.equal(widthFor([], room), 64)
  assert.equal(widthFor([1, 99, '5–20'], room), 64)
  assert.equal(widthFor([999_999], room), 72)
  assert.equal(widthFor([1, Number.MAX_SAFE_INTEGER], room), 24 + 16 * 8)
})
