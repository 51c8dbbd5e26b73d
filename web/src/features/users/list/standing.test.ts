import assert from 'node:assert/strict'
import { test } from 'node:test'
import { role, userStatus } from '@turnpike/contract/identity/user'
import { actionsFor, isAbove, reasonAgainst } from './standing.ts'

const someone = { role: role.ordinary as number, status: userStatus.enabled as number }

test('administrators act on those below them, the super administrator on everyone', () => {
  assert.equal(isAbove({ role: role.admin }, { role: role.ordinary }), true)
  assert.equal(isAbove({ role: role.admin }, { role: role.admin }), false)
  assert.equal(isAbove({ role: role.admin }, { role: role.root }), false)
  assert.equal(isAbove({ role: role.root }, { role: role.root }), true)
  assert.equal(isAbove(undefined, { role: role.ordinary }), false)
})

test('a row offers what would change it, and a role we do not know may go either way', () => {
  assert.deepEqual(actionsFor(someone), ['promote', 'disable'])
  assert.deepEqual(actionsFor({ ...someone, role: role.admin }), ['demote', 'disable'])
  assert.deepEqual(actionsFor({ ...someone, status: userStatus.banned }), ['promote', 'enable'])
  assert.deepEqual(actionsFor({ ...someone, role: 5 }), ['promote', 'demote', 'disable'])
})

test('a user with status 3 cannot be enabled, one who is banned can', () => {
  assert.equal(reasonAgainst('enable', { ...someone, status: 3 }), 'cannotEnable')
  assert.equal(reasonAgainst('enable', { ...someone, status: userStatus.banned }), undefined)
})

test('a super administrator is not disabled, deleted or demoted', () => {
  const root = { ...someone, role: role.root }
  assert.equal(reasonAgainst('disable', root), 'root_not_disabled')
  assert.equal(reasonAgainst('delete', root), 'root_not_deleted')
  assert.equal(reasonAgainst('demote', root), 'root_not_demoted')
  assert.equal(reasonAgainst('delete', someone), undefined)
})
