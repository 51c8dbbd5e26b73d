import assert from 'node:assert/strict'
import { test } from 'node:test'
import { costOfLines, costOfRow, emptyRow, linesOfCost, pricesOfRows, rowsOfPrices } from './cost-rows.ts'

const tiers = { lengths: [{ above: 200_000, ratio: 2 }] }
const full = {
  input: 1,
  output: 2,
  cache_read: 0.1,
  image_input: 3,
  image_output: 30,
  audio_input: 6,
  audio_output: 13,
}

test('a list is read into rows and written as it was', () => {
  const prices = { a: { input: 1, output: 2, cache_read: 0.1 }, b: { call: 0.04 }, c: { ...full, tiers } }
  assert.deepEqual(pricesOfRows(rowsOfPrices(prices)), prices)
})

test('a row counts once it has a model and a price', () => {
  const row = emptyRow(1)
  assert.deepEqual(pricesOfRows([row, { ...row, model: 'a' }, { ...row, model: 'b', input: 1 }]), {})
  assert.deepEqual(pricesOfRows([{ ...row, model: ' a ', input: 1, output: 0 }]), { a: { input: 1, output: 0 } })
  assert.deepEqual(pricesOfRows([{ ...row, model: 'a', input: 1, output: 1, call: 2 }]), { a: { call: 2 } })
})

test('tiers multiply the input price, so a free model has none', () => {
  const row = { ...emptyRow(1), model: 'a', output: 0, more: { tiers } }
  assert.deepEqual(costOfRow({ ...row, input: 1 }), { input: 1, output: 0, tiers })
  assert.equal(costOfRow({ ...row, input: 0 }), undefined)
})

test('dollars become ratios and the same dollars again', () => {
  for (const cost of [full, { input: 0.3, output: 7, audio_output: 1.1 }, { input: 3, output: 10, cache_write: 3.7 }]) {
    const lines = linesOfCost(cost)
    assert.ok(lines)
    assert.deepEqual(costOfLines(lines, undefined), cost)
  }
  assert.equal(linesOfCost({ input: 0, output: 1 }), undefined)
})
