import assert from 'node:assert/strict'
import { test } from 'node:test'
import { meantPrice, spelledPrice } from './typing-guard.ts'

test('a price per token is recognised, in every spelling', () => {
  for (const typed of ['0.0000025', '2.5e-6', '2.5E-06', '$0.0000025', ' 0.0000025 '])
    assert.equal(meantPrice(typed, 2.5), '2.5', typed)
  assert.equal(meantPrice('0.00000015', 0.15), '0.15')
})

test('a price that was multiplied once too often is recognised', () => {
  assert.equal(meantPrice('2500000', 2.5), '2.5')
  assert.equal(meantPrice('75,000', 0.075), '0.075')
})

test('a changed price, a free one and what is no number are not asked about', () => {
  for (const typed of ['2.5', '0.03', '250', '0', '', 'x', '-1']) assert.equal(meantPrice(typed, 2.5), undefined, typed)
  assert.equal(meantPrice('0.001', 2.5), undefined, 'odd, but no factor of a million')
})

test('without a known price, the usual prices of models decide', () => {
  assert.equal(meantPrice('0.000003', undefined), '3')
  assert.equal(meantPrice('0.000003', 0), '3')
  assert.equal(meantPrice('3', undefined), undefined)
  assert.equal(meantPrice('600', undefined), undefined)
})

test('a price is spelled with two decimals at least', () => {
  assert.deepEqual(['2.5', '3', '0.075'].map(spelledPrice), ['$2.50', '$3.00', '$0.075'])
})
