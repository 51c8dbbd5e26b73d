import assert from 'node:assert/strict'
import { test } from 'node:test'
import { role } from '@turnpike/contract/identity/user'
import { checkAccess } from './access.ts'

test('pages for everyone are open without a session', () => {
  assert.equal(checkAccess('public', undefined), 'allowed')
})

test('everything else requires a sign-in first', () => {
  for (const access of ['signed-in', 'admin', 'root'] as const) assert.equal(checkAccess(access, undefined), 'sign-in')
})

test('a role opens what it reaches and nothing above', () => {
  const decisions = (number: number) =>
    (['signed-in', 'admin', 'root'] as const).map((access) => checkAccess(access, { role: number }))
  assert.deepEqual(decisions(role.ordinary), ['allowed', 'forbidden', 'forbidden'])
  assert.deepEqual(decisions(role.admin), ['allowed', 'allowed', 'forbidden'])
  assert.deepEqual(decisions(role.root), ['allowed', 'allowed', 'allowed'])
})
