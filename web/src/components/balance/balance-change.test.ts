import assert from 'node:assert/strict'
import { test } from 'node:test'
import { balanceAfter, problemOfChange } from './balance-change.ts'

test('a change adds, subtracts, or sets the balance', () => {
  assert.equal(balanceAfter(500, { mode: 'add', value: 300 }), 800)
  assert.equal(balanceAfter(500, { mode: 'subtract', value: 300 }), 200)
  assert.equal(balanceAfter(500, { mode: 'override', value: 300 }), 300)
})

test('an amount is needed, no more than the balance is taken, and a balance may be set to nothing', () => {
  for (const value of [0, Number.NaN]) assert.equal(problemOfChange(500, { mode: 'add', value }), 'invalid')
  assert.equal(problemOfChange(500, { mode: 'subtract', value: 500 }), undefined)
  assert.equal(problemOfChange(500, { mode: 'subtract', value: 501 }), 'tooMuch')
  assert.equal(problemOfChange(-5, { mode: 'subtract', value: 1 }), 'tooMuch')
  assert.equal(problemOfChange(500, { mode: 'override', value: 0 }), undefined)
  assert.equal(problemOfChange(500, { mode: 'override', value: Number.NaN }), 'invalidSet')
  assert.equal(problemOfChange(500, { mode: 'override', value: 500 }), 'same')
})
