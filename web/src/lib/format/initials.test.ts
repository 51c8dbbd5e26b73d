import assert from 'node:assert/strict'
import { test } from 'node:test'
import { initials } from './initials.ts'

test('an avatar shows two Latin letters or one Chinese character', () => {
  assert.equal(initials('lin.wei'), 'LW')
  assert.equal(initials('Ada Lovelace King'), 'AL')
  assert.equal(initials('root'), 'RO')
  assert.equal(initials('x'), 'X')
  assert.equal(initials('陈宇'), '陈')
  assert.equal(initials('😀party'), '😀P')
  assert.equal(initials(' '), '?')
})
