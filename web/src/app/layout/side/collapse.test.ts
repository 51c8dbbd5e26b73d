import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isCollapsed } from './collapse.ts'

test('without a choice, a narrow window or the administrator collapses the side bar', () => {
  assert.equal(isCollapsed(null, false, false), false)
  assert.equal(isCollapsed(null, true, false), true)
  assert.equal(isCollapsed(null, false, true), true)
})

test('the choice of the person wins', () => {
  assert.equal(isCollapsed(false, true, true), false)
  assert.equal(isCollapsed(true, false, false), true)
})
