import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkFirstPassword } from './check-first-password.ts'

test('a first password has 8 to 128 characters and is typed twice the same', () => {
  assert.equal(checkFirstPassword('', ''), 'missing')
  assert.equal(checkFirstPassword('1234567', '1234567'), 'short')
  assert.equal(checkFirstPassword('x'.repeat(129), 'x'.repeat(129)), 'long')
  assert.equal(checkFirstPassword('12345678', '12345679'), 'differ')
  assert.equal(checkFirstPassword('12345678', '12345678'), undefined)
  assert.equal(checkFirstPassword('x'.repeat(128), 'x'.repeat(128)), undefined)
})
