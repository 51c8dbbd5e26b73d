import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mayEdit, mayOffer, mayRemove, rolesGrantedBy } from './standing.ts'

const owner = { user_id: 1, role: 'owner' } as const
const admin = { user_id: 2, role: 'admin' } as const
const otherAdmin = { user_id: 3, role: 'admin' } as const
const member = { user_id: 4, role: 'member' } as const
const viewer = { user_id: 5, role: 'viewer' } as const

test('only the owner makes administrators', () => {
  assert.deepEqual(rolesGrantedBy('owner'), ['admin', 'billing', 'member', 'viewer'])
  assert.deepEqual(rolesGrantedBy('admin'), ['billing', 'member', 'viewer'])
  for (const role of ['billing', 'member', 'viewer'] as const) assert.deepEqual(rolesGrantedBy(role), [])
})

test('an administrator changes neither the owner nor administrators', () => {
  for (const person of [owner, admin, otherAdmin]) assert.equal(mayEdit(admin, person), false)
  for (const person of [member, viewer]) assert.equal(mayEdit(admin, person), true)
  for (const person of [owner, admin, member]) assert.equal(mayEdit(owner, person), true)
  for (const person of [owner, member, viewer]) assert.equal(mayEdit(member, person), false)
})

test('nobody is offered to remove the owner or themselves', () => {
  assert.equal(mayRemove(owner, owner), false)
  assert.equal(mayRemove(admin, admin), false)
  assert.equal(mayRemove(owner, admin), true)
  assert.equal(mayRemove(admin, member), true)
  assert.equal(mayRemove(viewer, member), false)
})

test('the owner offers the organisation to others', () => {
  assert.equal(mayOffer(owner, viewer), true)
  assert.equal(mayOffer(owner, owner), false)
  assert.equal(mayOffer(admin, member), false)
})
