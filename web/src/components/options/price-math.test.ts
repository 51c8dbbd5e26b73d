import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dollarsOfPrice, dollarsOfRatio, ratioOfDollars, readDecimal } from './price-math.ts'

const perUnit = 500_000

test('ratio 1 is two dollars per million tokens, and floats have no say in it', () => {
  assert.equal(dollarsOfRatio(1, perUnit), '2.00')
  assert.equal(dollarsOfRatio(0.375, perUnit), '0.75')
  assert.equal(dollarsOfRatio(0.375, perUnit, 6), '4.50')
  assert.equal(dollarsOfRatio(0.1, perUnit, 3), '0.60')
  assert.equal(dollarsOfRatio(0, perUnit), '0.00')
  assert.equal(dollarsOfRatio(0.000001, perUnit), '0.000002')
  assert.equal(dollarsOfRatio(1_000_000, perUnit, 1_000_000), '2000000000000.00')
  assert.equal(dollarsOfPrice(0.1), '0.10')
  assert.equal(dollarsOfPrice(0.0425), '0.0425')
})

test('another worth of quota makes other prices', () => {
  assert.equal(dollarsOfRatio(1, 1_000_000), '1.00')
  assert.equal(dollarsOfRatio(1, 300_000), '3.333333')
  assert.equal(ratioOfDollars('3.5', 1_000_000), 3.5)
})

test('dollars become the ratio that costs exactly as much, where there is one', () => {
  assert.equal(ratioOfDollars('0.75', perUnit), 0.375)
  assert.equal(ratioOfDollars('0.28', perUnit), 0.14)
  assert.equal(ratioOfDollars('4.5', perUnit, [0.375]), 6)
  assert.equal(ratioOfDollars('0.42', perUnit, [0.14]), 1.5)
})

test('a quotient without an end is rounded so that the price is recovered', () => {
  const completion = ratioOfDollars('10', perUnit, [1.5])
  assert.equal(completion, 3.333333333333)
  assert.equal(dollarsOfRatio(1.5, perUnit, completion ?? 0), '10.00')
  assert.equal(dollarsOfRatio(0.15, perUnit, ratioOfDollars('2.5', perUnit, [0.15]) ?? 0), '2.50')
  const tier = ratioOfDollars('7', perUnit, [1.5]) ?? 0
  assert.equal(dollarsOfRatio(1.5, perUnit, tier, ratioOfDollars('0.7', perUnit, [1.5, tier]) ?? 0), '0.70')
})

test('there and back again is where one began', () => {
  for (let micros = 1; micros < 4_000_000; micros += 7919) {
    const ratio = micros / 1_000_000
    assert.equal(ratioOfDollars(dollarsOfRatio(ratio, perUnit), perUnit), ratio)
  }
})

test('what is no price, too fine, too dear or free by rounding has no ratio', () => {
  for (const text of ['', 'x', '-1', '1e3', '0.0000001', '1.', '2000002'])
    assert.equal(ratioOfDollars(text, perUnit), undefined, text)
  assert.equal(ratioOfDollars('0.000001', 1), undefined)
  assert.equal(ratioOfDollars('0', perUnit), 0)
  assert.equal(ratioOfDollars('1', perUnit, [0]), undefined)
  assert.equal(ratioOfDollars('0', perUnit, [1]), 0)
})

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
