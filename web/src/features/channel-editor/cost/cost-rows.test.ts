import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyRow, pricesOfRows, rowsOfPrices } from './cost-rows.ts'

test('a list is read into rows and written as it was', () => {
  const prices = { a: { input: 1, output: 2, cache_read: 0.1 }, b: { call: 0.04 } }
  assert.deepEqual(pricesOfRows(rowsOfPrices(prices)), prices)
})

test('a row counts once it has a model and a price', () => {
  const row = emptyRow(1)
  assert.deepEqual(pricesOfRows([row, { ...row, model: 'a' }, { ...row, model: 'b', input: 1 }]), {})
  assert.deepEqual(pricesOfRows([{ ...row, model: ' a ', input: 1, output: 0 }]), { a: { input: 1, output: 0 } })
  assert.deepEqual(pricesOfRows([{ ...row, model: 'a', input: 1, output: 1, call: 2 }]), { a: { call: 2 } })
})
