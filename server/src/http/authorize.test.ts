import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Access } from '@turnpike/contract/endpoint'
import { role, userStatus } from '@turnpike/contract/identity/user'
import { AppError } from './app-error.ts'
import { authorize } from './authorize.ts'
import type { Caller, Identity } from './caller.ts'

const lin: Caller = {
  id: 7,
  username: 'lin',
  role: role.ordinary,
  status: userStatus.enabled,
  group: 'default',
  limits: '',
}
const as = (change: Partial<Caller> = {}): Identity => ({ kind: 'caller', caller: { ...lin, ...change } })
const header = { 'new-api-user': '7' }

function outcome(
  identity: Identity,
  access: Exclude<Access, 'public'>,
  headers: Record<string, string> = header,
): string {
  try {
    return authorize(identity, access, headers) ? 'in' : 'nobody'
  } catch (error) {
    assert.ok(error instanceof AppError)
    return error.code
  }
}

test('a role opens its own endpoints and those below', () => {
  const table = [role.ordinary, role.admin, role.root].map((level) =>
    (['user', 'admin', 'root'] as const).map((access) => outcome(as({ role: level }), access)),
  )
  assert.deepEqual(table, [
    ['in', 'insufficient_permission', 'insufficient_permission'],
    ['in', 'in', 'insufficient_permission'],
    ['in', 'in', 'in'],
  ])
})

test('a row that makes no sense opens nothing', () => {
  for (const change of [{ role: 0 }, { role: 50 }, { role: 101 }, { role: -1 }, { username: '' }])
    assert.equal(outcome(as(change), 'user'), 'user_data_invalid', JSON.stringify(change))
  for (const status of [0, 2, 3, -1]) assert.equal(outcome(as({ status }), 'user'), 'user_banned')
})

test('an endpoint for guests serves everybody, and knows those in good standing', () => {
  assert.equal(outcome(as(), 'guest', {}), 'in')
  for (const identity of [
    { kind: 'none' },
    { kind: 'stale session' },
    { kind: 'unknown access token' },
    as({ status: userStatus.banned }),
  ] as const)
    assert.equal(outcome(identity, 'guest', {}), 'nobody')
})

test('of several reasons to refuse, credentials come first, then the id header, then standing, then role', () => {
  const session = { hash: 'h', created_at: 0 }
  const crossSite = { 'sec-fetch-site': 'cross-site' }
  assert.equal(outcome({ kind: 'none' }, 'root', crossSite), 'not_signed_in')
  assert.equal(outcome(as({ session, status: 2 }), 'root', crossSite), 'cross_site_refused')
  assert.equal(outcome(as({ session, status: 2 }), 'root', { 'new-api-user': '8' }), 'user_header_mismatch')
  assert.equal(outcome(as({ status: 2 }), 'root'), 'user_banned')
  assert.equal(outcome(as(), 'root'), 'insufficient_permission')
})
