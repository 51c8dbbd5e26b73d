import assert from 'node:assert/strict'
import { test } from 'node:test'
import { daysLeft } from './days-left.ts'

test('a balance lasts as long as the pace allows, and the first hour is no pace', () => {
  assert.equal(daysLeft(100, 10, 86_400), 10)
  assert.equal(daysLeft(100, 70, 7 * 86_400), 10)
  assert.equal(daysLeft(100, 10, 60), 10)
  assert.equal(daysLeft(0, 10, 86_400), 0)
  assert.equal(daysLeft(100, 0, 86_400), undefined)
})
