import assert from 'node:assert/strict'
import { test } from 'node:test'
import { role } from '@turnpike/contract/user'
import { admit } from './access.ts'

test('pages for everyone are open without a session', () => {
  assert.equal(admit('public', undefined), 'welcome')
})

test('everything else asks for a sign-in first', () => {
  for (const access of ['signed-in', 'admin', 'root'] as const) assert.equal(admit(access, undefined), 'sign-in')
})

test('a role opens what it reaches and nothing above', () => {
  const decisions = (number: number) =>
    (['signed-in', 'admin', 'root'] as const).map((access) => admit(access, { role: number }))
  assert.deepEqual(decisions(role.ordinary), ['welcome', 'forbidden', 'forbidden'])
  assert.deepEqual(decisions(role.admin), ['welcome', 'welcome', 'forbidden'])
  assert.deepEqual(decisions(role.root), ['welcome', 'welcome', 'welcome'])
})
